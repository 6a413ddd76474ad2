import { definePreset } from './define-preset.ts'
import { pi } from './pi.ts'

/** The last step of oh-my-pi's ladder, which every model can do. */
export const ompSoft = definePreset({
  id: 'omp-soft',
  label: 'oh-my-pi (soft)',
  description: 'The newest 20,000 tokens and a summary, where 15 % of the window or 16,384 tokens are left.',
  settings: {
    ...pi.settings,
    trigger: { terms: [{ share: 0.85 }, { plus: -16_384 }], fires: 'above' },
  },
  origin: {
    source: '@oh-my-pi/pi-agent-core, its compaction method soft',
    version: '18.2.3',
    date: '2026-11',
    certainty: 'approximation',
    differs:
      'The steps before it are left out: the compaction of the provider, pictures of the history, a handoff, clearing. The summary is not prepared early.',
  },
})
