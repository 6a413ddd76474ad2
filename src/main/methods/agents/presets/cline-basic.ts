import { definePreset } from './define-preset.ts'

/** Cline's condensation without a model. */
export const clineBasic = definePreset({
  id: 'cline-basic',
  label: 'Cline (basic)',
  description: 'All prompts and the newest messages up to half of the input. Lists replace the rest.',
  settings: {
    estimator: 'json-3',
    trigger: {
      terms: [
        { of: 'input-limit', share: 0.9 },
        { of: 'window-without-input-limit', share: 0.81 },
      ],
      counts: 'last-prompt',
    },
    keep: { rule: 'tokens', share: 0.5556, prompts: 'all', answers: 'last-of-turn' },
    cut: { otherwise: 'last' },
    summary: { kind: 'list' },
    layout: { leadIn: '' },
  },
  origin: {
    source: 'cline/cline, sdk/packages/core/src/extensions/context/basic-compaction.ts',
    version: '21cb8d2525',
    date: '2026-08',
    certainty: 'approximation',
    differs:
      'One list replaces all work that goes, messages that stay are not cut, and outputs of up to half of the input stay whole.',
  },
})
