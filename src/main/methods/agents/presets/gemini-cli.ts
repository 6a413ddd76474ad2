import { definePreset } from './define-preset.ts'

/** Gemini CLI's condensation. */
export const geminiCli = definePreset({
  id: 'gemini-cli',
  label: 'Gemini CLI',
  description: 'The newest 30 % by characters, a checked snapshot and a short acknowledgement.',
  settings: {
    estimator: 'gemini',
    trigger: { terms: [{ share: 0.5 }], counts: 'last-prompt', pending: 'left' },
    outputs: { mode: 'cut', protectTokens: 50_000, boundary: 'each', maxChars: 40_000, headShare: 0.2 },
    keep: { rule: 'characters', share: 0.3 },
    cut: { at: 'prompt', otherwise: 'nothing-when-complete' },
    input: { media: 'keep', previous: 'update', whole: true },
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
      verify: true,
    },
    layout: { place: 'acknowledged', leadIn: '' },
    guards: { rejectLarger: true, afterRejection: 'outputs' },
  },
  origin: {
    source: 'google-gemini/gemini-cli, packages/core/src/context/chatCompressionService.ts',
    version: '5411f113',
    date: '2026-08',
    certainty: 'exact',
    differs: 'The wording of the prompts is our own. Older outputs are not saved to files.',
  },
})
