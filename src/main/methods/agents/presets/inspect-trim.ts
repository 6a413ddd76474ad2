import { definePreset } from './define-preset.ts'

/** Inspect's trimming of the context. */
export const inspectTrim = definePreset({
  id: 'inspect-trim',
  label: 'Inspect trim',
  description: 'The first message and the newest 80 % of the others.',
  settings: {
    trigger: { terms: [{ share: 0.9 }], fires: 'above' },
    keep: { rule: 'messages', share: 0.8, first: 1 },
    cut: { at: 'message' },
  },
  origin: {
    source: 'UKGovernmentBEIS/inspect_ai, model/_compaction',
    version: '499e6152',
    date: '2026-08',
    certainty: 'approximation',
    differs: 'The first message stands for the input that Inspect keeps.',
  },
})
