import { claudeCode } from './claude-code.ts'
import { definePreset } from './define-preset.ts'

/** Claude Code's condensation of idle sessions beside that by size. */
export const claudeCodeIdle = definePreset({
  id: 'claude-code-idle',
  label: 'Claude Code (idle)',
  description:
    'The same, and sessions of 200,000 tokens or more after 54 idle minutes, before their cache is lost.',
  settings: {
    ...claudeCode.settings,
    trigger: {
      terms: [{ output: 1, outputUpTo: 20_000, plus: -13_000 }],
      idleMinutes: 54,
      idleTokens: 200_000,
    },
  },
  origin: {
    source:
      'Claude Code, closed source: its changelog of 2.1.299, public measurements of 54.7 to 55.7 minutes',
    version: '2.1.330',
    date: '2026-11',
    certainty: 'approximation',
    differs:
      'On for every account, where Claude Code has it for some. What else differs is as with Claude Code.',
  },
})
