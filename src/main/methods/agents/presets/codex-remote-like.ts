import { definePreset } from './define-preset.ts'

/** Codex's condensation by the server, with a summary that can be read. */
export const codexRemoteLike = definePreset({
  id: 'codex-remote-like',
  label: 'Codex (remote, alike)',
  description:
    'User messages up to 64,000 tokens, answers up to 10,000, and a summary in place of the encrypted item.',
  settings: {
    estimator: 'bytes-4',
    trigger: { terms: [{ share: 0.9 }], pending: 'prompt-left' },
    keep: { rule: 'user-messages', tokens: 64_000, answers: 'newest', answerTokens: 10_000 },
    input: { media: 'keep' },
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
    source: 'openai/codex, codex-rs/core/src/compact_remote_v2.rs',
    version: '758ef40f5',
    date: '2026-08',
    certainty: 'approximation',
    differs:
      'The server writes one encrypted item. A summary by the model stands in its place. Recorded sessions of 0.119 keep answers, those of 0.142 do not.',
  },
})
