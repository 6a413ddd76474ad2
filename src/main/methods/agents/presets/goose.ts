import { definePreset } from './define-preset.ts'

/** Goose's condensation. */
export const goose = definePreset({
  id: 'goose',
  label: 'Goose',
  description: 'One summary, and the last message of the user again.',
  settings: {
    trigger: { terms: [{ share: 0.8 }], fires: 'above', counts: 'last-response' },
    keep: { rule: 'nothing', prompts: 'newest' },
    input: { form: 'text' },
    summary: {
      kind: 'model',
      sections: [
        'What the user wants',
        'Technical state',
        'Files and code',
        'Errors and fixes',
        'What was tried',
        'Open tasks',
        'Current work',
        'Next step',
      ],
    },
    layout: { followUp: 'The context was condensed just now. Go on without mentioning it.' },
  },
  origin: {
    source: 'aaif-goose/goose, crates/goose/src/context_mgmt/mod.rs',
    version: '006bd233',
    date: '2026-08',
    certainty: 'approximation',
    differs:
      'It condenses within a turn too, and outputs are not left out from the middle where the request is too long.',
  },
})
