import { definePreset } from './define-preset.ts'

/** Gemini CLI's masking of tool outputs. */
export const geminiMasking = definePreset({
  id: 'gemini-masking',
  label: 'Gemini CLI masking',
  description: 'Outputs older than the newest 50,000 tokens keep a preview where that gains 30,000.',
  settings: {
    estimator: 'gemini',
    trigger: { everyRequest: true },
    outputs: {
      mode: 'cut',
      protectReplies: 1,
      protectTokens: 50_000,
      minimumGain: 30_000,
      exceptTools: ['activate_skill', 'ask_user', 'enter_plan_mode', 'exit_plan_mode'],
      maxChars: 500,
    },
  },
  origin: {
    source: 'google-gemini/gemini-cli, packages/core/src/context/toolOutputMaskingService.ts',
    version: '5411f113',
    date: '2026-08',
    certainty: 'approximation',
    differs: 'Outputs are not saved to files, and commands get the same preview as all other tools.',
  },
})
