import { definePreset } from './define-preset.ts'

/** When Copilot CLI condenses. */
export const copilotThresholdOnly = definePreset({
  id: 'copilot-threshold-only',
  label: 'Copilot CLI, threshold only',
  description: 'When Copilot condenses, with the usual summary: how it does so is not known.',
  settings: {
    trigger: { terms: [{ share: 0.8 }] },
    keep: { rule: 'nothing' },
    summary: {
      kind: 'model',
      sections: [
        'What the user asked for',
        'Work that is done',
        'Files and code that matter',
        'Problems and what was tried',
        'Open work and the next step',
      ],
    },
  },
  origin: {
    source: '@github/copilot-sdk, public types (InfiniteSessionConfig)',
    version: '1.0.14',
    date: '2026-11',
    certainty: 'threshold-only',
    differs: 'Prompt, kept messages and clearing of outputs are not public.',
  },
})
