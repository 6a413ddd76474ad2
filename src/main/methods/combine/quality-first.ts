import { z } from 'zod'
import { defineStrategy } from './define-strategy.ts'

/** Smart conservative; native on what it left where the target is missed; bare truncation where models fail. */
export const qualityFirstStrategy = defineStrategy({
  id: 'quality-first',
  label: 'Quality first',
  description:
    'Smart conservative, then native where the target is missed. Old tool content is taken out when both fail.',
  settings: z.strictObject({}),
  travel: async (journey, _settings, targetTokens) => {
    const first = await journey.take(
      { providerId: 'smart', presetId: 'conservative' },
      'The best quality comes first.',
    )
    if (first !== 'failed' && (targetTokens === null || journey.isAtTarget())) {
      journey.skip('native', targetTokens === null ? 'The run has no target.' : 'The target is met.')
      return
    }
    if (first !== 'failed') {
      const second = await journey.take({ providerId: 'native' }, 'The target is not met.')
      if (second !== 'failed') return
    }
    await journey.take(
      { providerId: 'truncation', presetId: 'suppress' },
      'What comes before it failed: an emergency that needs no model.',
    )
  },
})
