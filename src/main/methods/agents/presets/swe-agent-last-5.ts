import { definePreset } from './define-preset.ts'

/** SWE-agent's last observations. */
export const sweAgentLast5 = definePreset({
  id: 'swe-agent-last-5',
  label: 'SWE-agent, last 5',
  description: 'All outputs but the newest five become one line.',
  settings: {
    estimator: 'chars-4',
    trigger: { everyRequest: true },
    outputs: { mode: 'clear', protectResults: 5, placeholder: '[{lines} lines of old output left out]' },
  },
  origin: {
    source: 'SWE-agent/SWE-agent, sweagent/agent/history_processors.py',
    version: '3ea751c0',
    date: '2026-07',
    certainty: 'exact',
    differs: 'The line is our own. Demonstrations and tags have no counterpart.',
  },
})
