import { definePreset } from './define-preset.ts'

/** The compressor of Hermes Agent in its lean mode. */
export const hermes = definePreset({
  id: 'hermes',
  label: 'Hermes Agent',
  description:
    'The first three messages, the newest prompt and a lean tail of 10,000 to 25,000 tokens, one summary between.',
  settings: {
    estimator: 'chars-4',
    trigger: {
      terms: [
        { share: 0.5 },
        { share: 0, plus: 256_000 },
        { share: 0.75, toWindow: 511_999 },
        { share: 0, plus: 256_000, toWindow: 511_999 },
      ],
    },
    keep: {
      rule: 'tokens',
      share: 0.025,
      shareOf: 'window',
      atLeast: 10_000,
      atMost: 25_000,
      first: 3,
      prompts: 'newest',
    },
    cut: { otherwise: 'last' },
    input: { form: 'text', previous: 'update' },
    summary: {
      kind: 'model',
      sections: [
        'Log of the session',
        'Identifiers',
        'Messages of the user, word for word',
        'State of the work',
      ],
      maxTokens: 10_000,
    },
  },
  origin: {
    source: 'NousResearch/hermes-agent, agent/context_compressor.py and its documentation',
    version: '0.22',
    date: '2026-11',
    certainty: 'approximation',
    differs:
      'Messages of the user are asked for instead of being copied, old outputs of the tail stay whole, and nothing leads to a search of the session. A failed call fails.',
  },
})
