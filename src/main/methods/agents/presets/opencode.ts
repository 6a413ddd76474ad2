import { definePreset } from './define-preset.ts'

/** OpenCode's condensation. */
export const opencode = definePreset({
  id: 'opencode',
  label: 'OpenCode',
  description: 'A tail of up to 15,000 tokens and a summary that is brought up to date each time.',
  settings: {
    estimator: 'json-4',
    trigger: {
      terms: [
        { of: 'input-limit', output: 1, outputUpTo: 20_000 },
        { of: 'window-without-input-limit', output: 1, outputUpTo: 32_000 },
      ],
      counts: 'last-response',
    },
    keep: { rule: 'tokens', share: 0.25, atLeast: 2000, atMost: 15_000, surroundings: false },
    cut: { turns: true },
    input: { form: 'text', resultChars: 2000, previous: 'update' },
    summary: {
      kind: 'model',
      sections: [
        'Objective',
        'Constraints and preferences of the user',
        'Key decisions',
        'Work state: active',
        'Work state: completed',
        'Blockers',
        'Next move',
        'Relevant files',
      ],
    },
    layout: {
      place: 'answered',
      leadIn: '',
      followUp: 'Go on with the next step, or ask where it is not clear what that is.',
    },
  },
  origin: {
    source: 'opencode, session/compaction.ts and session/overflow.ts',
    version: '1.18.34',
    date: '2026-11',
    certainty: 'exact',
    differs:
      'The wording of the prompt is our own, and what is too long for the model is summarised in parts instead of failing.',
  },
})
