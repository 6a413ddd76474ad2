import { z } from 'zod'
import type { MethodChoice } from '../../../shared/methods/method-choice-types.ts'
import { defineStrategy } from './define-strategy.ts'

const buildRatioSchema = (title: string, value: number) =>
  z.number().min(1).max(100).default(value).meta({ title, description: 'Tokens over the target.' })

/** Chooses by how far the context is above its target. Limits of the provider design: 1.2, 2 and 3. */
export const adaptiveStrategy = defineStrategy({
  id: 'adaptive',
  label: 'Adaptive',
  description:
    'Chooses by the distance to the target: lossless when close, then truncation, then native, smart aggressive when far.',
  settings: z.strictObject({
    losslessBelow: buildRatioSchema('Lossless below', 1.2),
    truncationBelow: buildRatioSchema('Truncation below', 2),
    nativeBelow: buildRatioSchema('Native below', 3),
    targetTokens: z.int().min(1).max(10_000_000).default(20_000).meta({
      title: 'Target where the run has none (tokens)',
      description: 'A tenth of a window of 200,000 tokens.',
    }),
  }),
  travel: async (journey, settings, targetTokens) => {
    const target = targetTokens ?? settings.targetTokens
    const distance = journey.tokens() / target
    const branches: readonly (readonly [MethodChoice, number])[] = [
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
