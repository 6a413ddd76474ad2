import { definePreset } from './define-preset.ts'

/** Continue's condensation. */
export const continueCli = definePreset({
  id: 'continue',
  label: 'Continue CLI',
  description: 'One summary and nothing else.',
  settings: {
    estimator: 'chars-4',
    trigger: {
      terms: [{ output: 2 }, { share: 0.8, output: 0.8 }, { output: 1, plus: -15_000, isFloor: true }],
    },
    keep: { rule: 'nothing' },
    input: { media: 'keep', overflow: 'drop-newest' },
    summary: {
      kind: 'model',
      sections: [
        'Overview of the conversation',
        'Active development',
        'Technical stack',
        'File operations',
        'Solutions and problems',
        'Outstanding work',
      ],
    },
  },
  origin: {
    source: 'continuedev/continue, extensions/cli/src/compaction.ts',
    version: 'd0a3c0b6',
    date: '2026-06',
    certainty: 'approximation',
    differs: 'The wording of the prompt is our own.',
  },
})
