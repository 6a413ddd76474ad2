import { z } from 'zod'
import { defineStrategy } from './define-strategy.ts'
import type { Step } from './steps.ts'

const ratio = (title: string, value: number) =>
  z.number().min(1).max(100).default(value).meta({ title, description: 'Tokens over the target.' })

/** Chooses by how far the context is above its target. Limits of the provider design: 1.2, 2 and 3. */
export const adaptiveStrategy = defineStrategy({
  id: 'adaptive',
  label: 'Adaptive',
  description:
    'Chooses by the distance to the target: lossless when close, then truncation, then native, smart aggressive when far.',
  settings: z.strictObject({
    losslessBelow: ratio('Lossless below', 1.2),
    truncationBelow: ratio('Truncation below', 2),
    nativeBelow: ratio('Native below', 3),
    targetPercent: z.number().min(1).max(99).default(50).meta({
      title: 'Target where the run has none (%)',
      description: 'Of the tokens that the history has.',
    }),
  }),
  travel: async (journey, settings, targetTokens) => {
    const target = targetTokens ?? Math.max(1, Math.floor((journey.tokens() * settings.targetPercent) / 100))
    const distance = journey.tokens() / target
    const branches: readonly (readonly [Step, number])[] = [
      [{ providerId: 'lossless' }, settings.losslessBelow],
      [{ providerId: 'truncation' }, settings.truncationBelow],
      [{ providerId: 'native' }, settings.nativeBelow],
    ]
    const where = `${distance.toFixed(2)} times the target of ${target.toLocaleString('en-US')} tokens`
    for (const [step, limit] of branches) {
      if (distance < limit) {
        await journey.take(step, `The context is ${where}, below ${limit}.`)
        return
      }
      journey.skip(step.providerId, `The context is ${where}, not below ${limit}.`)
    }
    await journey.take({ providerId: 'smart', presetId: 'aggressive' }, `The context is ${where}.`)
  },
})
