import { definePreset } from './define-preset.ts'

/** Anthropic's clear_tool_uses_20250919. */
export const clearToolUses = definePreset({
  id: 'clear-tool-uses',
  label: 'Clear tool uses (Anthropic)',
  description: 'Outputs of all but the newest three calls are cleared above 100,000 tokens.',
  settings: {
    trigger: { terms: [{ share: 0, plus: 100_000 }], fires: 'above' },
    outputs: { mode: 'clear', protectResults: 3 },
  },
  origin: {
    source: 'Anthropic API, context editing: clear_tool_uses_20250919',
    version: '2025-09-19',
    date: '2026-11',
    certainty: 'exact',
    differs: "The count of tokens and the placeholder are the vendor's own.",
  },
})
