import { definePreset } from './define-preset.ts'

/** Claude Code's clearing of old results. */
export const claudeCodeMicrocompact = definePreset({
  id: 'claude-code-microcompact',
  label: 'Claude Code microcompact',
  description: 'Old outputs of reads, searches and commands are cleared where that gains 20,000 tokens.',
  settings: {
    estimator: 'chars-4',
    trigger: { everyRequest: true },
    outputs: {
      mode: 'clear',
      protectResults: 5,
      minimumGain: 20_000,
      tools: ['read', 'search', 'run', 'fetch'],
    },
  },
  origin: {
    source: 'Claude Code, closed source: recorded sessions, public issues and code.claude.com/docs',
    version: '2.1',
    date: '2026-11',
    certainty: 'approximation',
    differs: 'How many results stay and what must be gained are inferred from one recorded case.',
  },
})
