import { definePreset } from './define-preset.ts'

/** OpenCode 2's condensation. */
export const opencode2 = definePreset({
  id: 'opencode-2',
  label: 'OpenCode 2',
  description:
    'A tail of 15,000 tokens and all before it back to the last prompt, and a summary that is brought up to date.',
  settings: {
    estimator: 'chars-4',
    trigger: {
      terms: [{ of: 'input-limit', plus: -20_000 }, { output: 1, outputUpTo: 32_000 }, { plus: -20_000 }],
    },
    outputs: { mode: 'cut', maxChars: 2000, headShare: 1 },
    keep: { rule: 'tokens', tokens: 15_000, surroundings: false },
    cut: { at: 'prompt', fits: 'within-back' },
    input: { whole: true, previous: 'update' },
    summary: {
      kind: 'model',
      sections: [
        'Objective',
        'Requirements',
        'Decisions',
        'Work state: completed, active and blocked',
        'Next move',
        'Relevant files',
        'Additional context',
      ],
      call: 'same-prefix',
    },
    layout: { leadIn: '' },
  },
  origin: {
    source: 'anomalyco/opencode, packages/core/src/session/compaction.ts',
    version: '2.3.2',
    date: '2026-11',
    certainty: 'approximation',
    differs:
      'The tail stays as messages instead of text inside of the summary, with outputs cut as there, and so does the newest turn after a summary where nothing else is new. The wording of the prompt is our own.',
  },
})
