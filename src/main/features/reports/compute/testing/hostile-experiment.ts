import {
  experimentExportSchema,
  type ExperimentExport,
} from '../../../../../shared/experiments/experiment-types.ts'
import { experimentFixture } from './experiment-fixture.ts'

/** What a text would do if anybody took it for more than a text. */
export const attack =
  `"'></script></title></style><!--<script>window.pwned=1</script><img src="https://evil.example/x" onerror="pwned=1">` +
  `<svg onload=alert(1)>\u202Egnp.exe\u0007\u009B31m\u200B\rx\u2028\uD800 [x](javascript:alert(1)) | \`\`\`` +
  ` https://evil.example {{constructor}} =cmd|' /C calc'!A0`

/** An experiment with hostile text in every field that holds free text. */
export function hostileExperiment(): ExperimentExport {
  const experiment = experimentFixture({ variants: 2, tasks: 6 })
  const { summary, plan, cells } = experiment
  return experimentExportSchema.parse({
    ...experiment,
    text: `${attack}\n${experiment.text}`,
    summary: { ...summary, name: attack.slice(0, 200), question: attack, status: 'stopped', reason: attack },
    plan: {
      ...plan,
      variants: plan.variants.map((variant) => ({
        ...variant,
        label: attack,
        presetId: attack,
        settings: { [attack]: attack },
        prompt: { file: attack },
        model: { profileId: 'p', label: attack, isRemote: true },
      })),
      checkpoints: plan.checkpoints.map((checkpoint) => ({ ...checkpoint, taskTitle: attack })),
      notes: [{ where: attack, message: attack }],
    },
    cells: cells.map((cell, index) =>
      index === 0
        ? { ...cell, status: 'failed', values: {}, error: { code: attack, message: attack } }
        : { ...cell, warnings: [{ code: attack, message: attack }] },
    ),
  })
}
