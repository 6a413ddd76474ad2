import { definePreset } from './define-preset.ts'

/** Codex's condensation by the model itself. */
export const codexLocal = definePreset({
  id: 'codex-local',
  label: 'Codex (local)',
  description: 'The newest user messages up to 20,000 tokens, then a short handoff.',
  settings: {
    estimator: 'bytes-4',
    trigger: { terms: [{ share: 0.9 }], pending: 'prompt-left' },
    keep: { rule: 'user-messages', tokens: 20_000 },
    input: { media: 'keep', overflow: 'drop-oldest' },
    summary: {
      kind: 'model',
      sections: [
        'Progress so far and decisions taken',
        'Constraints and preferences of the user',
        'What is left to do',
        'Data and references needed to go on',
      ],
      style: 'free',
    },
    layout: {
      place: 'after-kept',
      leadIn: 'Another model worked on this task before and left this handoff:',
    },
  },
  origin: {
    source: 'openai/codex, codex-rs/core/src/compact.rs',
    version: '758ef40f5',
    date: '2026-08',
    certainty: 'exact',
    differs: 'The wording of prompt and lead-in is our own.',
  },
})
