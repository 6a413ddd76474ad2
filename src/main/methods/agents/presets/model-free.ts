import { definePreset } from './define-preset.ts'

/** A summary that no model writes: the kind that View-oriented Conversation Compiler (vcc) and pi-vcc began. */
export const modelFree = definePreset({
  id: 'model-free',
  label: 'Model-free summary',
  description:
    'The newest 8,000 tokens, and a transcript of the rest without a model: rules, open work, files, and what was said and done, each call in one line. The family of vcc.',
  settings: {
    trigger: { terms: [{ share: 0.8 }] },
    keep: { rule: 'tokens', tokens: 8000 },
    cut: { at: 'message', otherwise: 'last' },
    summary: { kind: 'transcript', maxTokens: 6000, textChars: 600, listChars: 120 },
    guards: { rejectLarger: true },
  },
})
