import { definePreset } from './define-preset.ts'

/** Anthropic's clear_thinking_20251015. */
export const clearThinking = definePreset({
  id: 'clear-thinking',
  label: 'Clear thinking (Anthropic)',
  description: 'Thinking of all but the last answer that has some goes.',
  settings: {
    trigger: { everyRequest: true },
    keepThinkingTurns: 1,
  },
  origin: {
    source: 'Anthropic API, context editing: clear_thinking_20251015',
    version: '2025-10-15',
    date: '2026-11',
    certainty: 'exact',
    differs: '',
  },
})
