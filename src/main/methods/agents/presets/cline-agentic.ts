import { definePreset } from './define-preset.ts'

/** Cline's condensation by a model. */
export const clineAgentic = definePreset({
  id: 'cline-agentic',
  label: 'Cline (agentic)',
  description: 'The newest 20,000 tokens or more and a summary that takes in the one before.',
  settings: {
    estimator: 'json-3',
    trigger: {
      terms: [
        { of: 'input-limit', share: 0.9 },
        { of: 'window-without-input-limit', share: 0.81 },
      ],
      counts: 'last-prompt',
    },
    keep: { rule: 'tokens', share: 0.5556, atMost: 20_000 },
    cut: { fits: 'reaching-back', newestPrompt: true },
    input: { form: 'text', resultChars: 2000, previous: 'update' },
    summary: {
      kind: 'model',
      sections: ['Goal', 'State', 'Highlights', 'Next steps', 'Files'],
      maxTokens: 4096,
      fileLists: true,
      otherwise: 'list',
    },
  },
  origin: {
    source: 'cline/cline, sdk/packages/core/src/extensions/context/agentic-compaction.ts',
    version: '21cb8d2525',
    date: '2026-08',
    certainty: 'approximation',
    differs:
      'The wording of the prompt is our own, thinking is not cut to 2,000 characters, and system prompt and tools do not count in what stays of a small window.',
  },
})
