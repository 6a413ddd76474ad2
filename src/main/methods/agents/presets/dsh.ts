import { definePreset } from './define-preset.ts'

/** The stock condensation of the DeepSeek Harness, its pruner first. */
export const dsh = definePreset({
  id: 'dsh',
  label: 'DeepSeek Harness',
  description:
    'Outputs over 8,192 characters are cut. Where that is not enough, a summary of all but the newest 16 % of the window.',
  settings: {
    estimator: 'chars-4',
    trigger: { terms: [{ share: 0.8 }] },
    outputs: { mode: 'cut', overChars: 8192, maxChars: 5120, headShare: 0.8, enoughBelowTrigger: true },
    keep: { rule: 'tokens', share: 0.16, shareOf: 'window', surroundings: false },
    cut: { at: 'message', otherwise: 'last' },
    summary: {
      kind: 'model',
      sections: [
        'Goal',
        'Constraints of the user',
        'Decisions',
        'Work done',
        'Files',
        'Errors and their fixes',
        'Open work',
        'Next step',
      ],
      maxTokens: 8192,
      call: 'same-prefix',
    },
    guards: { rejectLarger: true },
  },
  origin: {
    source: 'deepseek-ai/deepseek-harness, compaction-basic and its pruner of tool results',
    version: '0.1.1-rc.2',
    date: '2026-08',
    certainty: 'approximation',
    differs:
      'Sizes are estimated without system prompt and tools where outputs are enough, and the headings of the summary are our own. A summary that is too large is not asked for again.',
  },
})
