import { definePreset } from './define-preset.ts'

/** Qwen Code's condensation. */
export const qwenCode = definePreset({
  id: 'qwen-code',
  label: 'Qwen Code',
  description: 'One summary, with the last five files put back.',
  settings: {
    estimator: 'chars-4',
    trigger: { terms: [{ share: 0.85 }, { plus: -33_000 }], pending: 'left' },
    keep: { rule: 'nothing' },
    summary: {
      kind: 'model',
      sections: [
        'Overall goal',
        'Constraints of the user',
        'Key knowledge',
        'Files that were made or changed',
        'Recent actions',
        'Plan with the state of each task',
      ],
      style: 'xml',
      scratchpad: true,
      maxTokens: 20_000,
      call: 'same-prefix',
    },
    layout: { place: 'acknowledged' },
    restore: { files: 5, longer: 'cut', todo: true },
  },
  origin: {
    source: '@qwen-code/qwen-code, bundled chunks',
    version: '0.24.4',
    date: '2026-11',
    certainty: 'approximation',
    differs:
      'Files come from the history instead of the disk. Images and reminders of subagents are not put back.',
  },
})
