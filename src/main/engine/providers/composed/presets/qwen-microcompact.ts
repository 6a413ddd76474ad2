import { definePreset } from './define-preset.ts'

/** Qwen Code's clearing of old results. */
export const qwenMicrocompact = definePreset({
  id: 'qwen-microcompact',
  label: 'Qwen Code microcompact',
  description: 'After an hour, or above 500,000 characters of outputs, all but the newest five are cleared.',
  settings: {
    estimator: 'chars-4',
    trigger: { pauseMinutes: 60, resultChars: 500_000 },
    outputs: {
      mode: 'clear',
      protectResults: 5,
      tools: ['read', 'search', 'run', 'fetch', 'edit', 'write', 'create'],
    },
  },
  origin: {
    source: '@qwen-code/qwen-code, bundled chunks',
    version: '0.24.4',
    date: '2026-11',
    certainty: 'approximation',
    differs: 'Above the limit of characters all but the newest five go, where Qwen Code stops at half of it.',
  },
})
