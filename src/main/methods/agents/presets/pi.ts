import { definePreset } from './define-preset.ts'

/** pi's condensation. */
export const pi = definePreset({
  id: 'pi',
  label: 'pi',
  description:
    'The newest 20,000 tokens and a summary that is brought up to date. A divided turn gets a short one of its own.',
  settings: {
    estimator: 'chars-4',
    trigger: { terms: [{ plus: -16_384 }], fires: 'above', pending: 'prompt-left' },
    keep: { rule: 'tokens', tokens: 20_000 },
    cut: { at: 'split-turn', fits: 'reaching' },
    input: { form: 'text', resultChars: 2000, dropThinking: true, previous: 'update' },
    summary: {
      kind: 'model',
      sections: [
        'Goal',
        'Constraints and preferences',
        'Progress: done',
        'Progress: in progress',
        'Progress: blocked',
        'Key decisions',
        'Next steps',
        'Critical context',
      ],
      maxTokens: 16_000,
      fileLists: true,
    },
  },
  origin: {
    source: '@earendil-works/pi-coding-agent, dist/core/compaction/compaction.js',
    version: '1.5.2',
    date: '2026-11',
    certainty: 'exact',
    differs: 'The wording of the prompts is our own, and the summary has an output limit.',
  },
})
