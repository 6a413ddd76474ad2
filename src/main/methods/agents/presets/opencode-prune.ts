import { definePreset } from './define-preset.ts'

/** OpenCode's pruning of tool outputs. */
export const opencodePrune = definePreset({
  id: 'opencode-prune',
  label: 'OpenCode prune',
  description: 'Outputs older than the newest 40,000 tokens are cleared where that gains over 20,000.',
  settings: {
    estimator: 'chars-4',
    trigger: { everyTurn: true },
    outputs: {
      mode: 'clear',
      protectTurns: 2,
      protectTokens: 40_000,
      minimumGain: 20_001,
      exceptTools: ['skill'],
      keepErrors: true,
      stopAtSummary: true,
    },
  },
  origin: {
    source: 'opencode, session/compaction.ts and session/overflow.ts',
    version: '1.18.34',
    date: '2026-11',
    certainty: 'exact',
    differs: 'The placeholder is our own.',
  },
})
