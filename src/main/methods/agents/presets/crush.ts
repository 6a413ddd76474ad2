import { definePreset } from './define-preset.ts'

/** Crush's condensation. */
export const crush = definePreset({
  id: 'crush',
  label: 'Crush',
  description: 'One summary, with the last prompt and the to-do list repeated.',
  settings: {
    trigger: { terms: [{ share: 0.8 }, { plus: -20_000, fromWindow: 200_001 }], counts: 'last-response' },
    keep: { rule: 'nothing', prompts: 'newest' },
    input: { media: 'keep' },
    summary: {
      kind: 'model',
      sections: [
        'Current state',
        'Files and changes',
        'Technical context',
        'Strategy and approach',
        'Exact next steps',
      ],
    },
    restore: { todo: true },
    layout: {
      followUp:
        'The session was interrupted because it grew too long. Go on with the prompt of the user above.',
    },
  },
  origin: {
    source: 'charmbracelet/crush, internal/agent/agent.go',
    version: '37f36e93',
    date: '2026-08',
    certainty: 'approximation',
    differs: 'The to-do list stands beside the summary instead of in the request for it.',
  },
})
