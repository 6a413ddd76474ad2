import { definePreset } from './define-preset.ts'

/** Inspect's editing of the context. */
export const inspectEdit = definePreset({
  id: 'inspect-edit',
  label: 'Inspect edit',
  description: 'Thinking of all but the last answer and outputs of all but the newest three calls go.',
  settings: {
    trigger: { terms: [{ share: 0.9 }], fires: 'above' },
    outputs: { mode: 'clear', protectResults: 3 },
    keepThinkingTurns: 1,
  },
  origin: {
    source: 'UKGovernmentBEIS/inspect_ai, model/_compaction',
    version: '499e6152',
    date: '2026-08',
    certainty: 'approximation',
    differs: 'Thinking and outputs go at once, where Inspect clears outputs only if thinking was not enough.',
  },
})
