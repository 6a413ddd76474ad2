import { definePreset } from './define-preset.ts'

/** OpenHands' condensation. */
export const openhands = definePreset({
  id: 'openhands',
  label: 'OpenHands',
  description: 'The first four messages, a rolling summary and the newest 35.',
  settings: {
    trigger: { events: 80 },
    keep: { rule: 'messages', first: 4, count: 35 },
    input: { form: 'text', previous: 'update' },
    summary: {
      kind: 'model',
      sections: [
        'Context of the user',
        'Tracking of tasks',
        'Completed',
        'Pending',
        'Current state',
        'State of the code',
        'Tests',
        'Changes',
        'Dependencies',
        'Version control',
      ],
    },
    guards: { minimumProgress: 0.1 },
  },
  origin: {
    source: 'OpenHands/software-agent-sdk, llm_summarizing_condenser.py and the agent presets',
    version: '611629e6',
    date: '2026-08',
    certainty: 'approximation',
    differs: 'Messages are counted where OpenHands counts events.',
  },
})
