import { chooseThreshold } from '../engine/policy/condense-threshold.ts'
import { decideTrigger } from '../engine/policy/context-trigger.ts'
import { costOf, normaliseUsage } from '../engine/pricing/cost.ts'
import { implementer } from './implementer.ts'
import type { Services } from './services.ts'
import { requireTask, taskSource } from './sources.ts'

/** Handlers of the `context` area. */
export function contextHandlers({ store, engine }: Pick<Services, 'store' | 'engine'>) {
  const area = implementer.context
  return {
    status: area.status.handler(async ({ input }) => {
      const { windowTokens, maxTokens = null, autoCondense } = input
      const task = await requireTask(store, input.taskId)
      const { usage } = task.meta
      const size = await engine.run('measureContext', { source: await taskSource(store, task), usage })
      const threshold = chooseThreshold(input.threshold, input.profileThreshold)
      const decision = decideTrigger({ ...size, windowTokens, maxTokens, autoCondense, threshold })
      return {
        ...decision,
        window: windowTokens,
        threshold: threshold.percent,
        thresholdSource: threshold.source,
        basis: size.basis,
        condensations: usage.condensations.length,
        lastCondensationTs: usage.condensations.at(-1)?.ts ?? null,
        warnings: threshold.warning === null ? [] : [threshold.warning],
      }
    }),
    cost: area.cost.handler(async ({ input }) => {
      // The price data is large and only this method needs it.
      const { findPrices } = await import('../engine/pricing/find-prices.ts')
      const known = findPrices(input.model)
      const protocol = input.protocol ?? known?.protocol ?? 'openai'
      const prices = { ...known?.prices, ...input.prices }
      const cost = costOf(normaliseUsage(input.usage, protocol), prices)
      return { ...cost, model: input.model, knownAs: known?.modelId ?? null, protocol, prices }
    }),
  }
}
