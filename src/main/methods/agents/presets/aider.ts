import { definePreset } from './define-preset.ts'

/** Aider's condensation. */
export const aider = definePreset({
  id: 'aider',
  label: 'Aider',
  description: 'Keeps the newest half of a small budget and summarises the rest.',
  settings: {
    trigger: {
      terms: [{ share: 0.0625 }, { share: 0, plus: 8192 }, { share: 0, plus: 1024, isFloor: true }],
      fires: 'above',
      counts: 'history',
    },
    keep: { rule: 'tokens', share: 0.5 },
    cut: { at: 'message' },
    input: { form: 'text' },
    summary: {
      kind: 'model',
      sections: [
        'What was asked for and done, the newest in most detail',
        'Names of functions, libraries and files',
      ],
      style: 'free',
    },
  },
  origin: {
    source: 'Aider-AI/aider, aider/history.py',
    version: '5dc9490b',
    date: '2026-05',
    certainty: 'approximation',
    differs: "Aider's history holds no tool calls and no edits. Here they are counted and summarised too.",
  },
})
