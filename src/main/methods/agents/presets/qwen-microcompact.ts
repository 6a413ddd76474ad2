import { definePreset } from './define-preset.ts'

/** Qwen Code's clearing of old results. */
export const qwenMicrocompact = definePreset({
  id: 'qwen-microcompact',
  label: 'Qwen Code microcompact',
  description:
    'After an hour all outputs but the newest five are cleared. Above 500,000 characters the oldest go, down to half.',
  settings: {
    estimator: 'chars-4',
    trigger: { pauseMinutes: 60, resultChars: 500_000 },
    outputs: {
      mode: 'clear',
      protectResults: 5,
      protectReplies: 1,
      keepErrors: true,
      aboveChars: 500_000,
      leaveChars: 250_000,
      tools: ['read', 'search', 'run', 'fetch', 'edit', 'write', 'create'],
    },
  },
  origin: {
    source: '@qwen-code/qwen-code, bundled chunks',
    version: '0.24.4',
    date: '2026-11',
    certainty: 'approximation',
    differs:
      'Skills stay, images are not counted apart, and reads of files that it remembers are not spared.',
  },
})
