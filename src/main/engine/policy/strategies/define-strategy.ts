import type { z } from 'zod'
import { settingsSchema } from '../../../../shared/domain/provider.ts'
import {
  defineProvider,
  type CondensationProvider,
  type FindProvider,
  type ProviderDefinition,
} from '../../provider.ts'
import { limitSpending } from './limit-spending.ts'
import { startJourney, type Journey } from './start-journey.ts'

/** A strategy as its author writes it. */
export type StrategyDefinition<S> = {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly settings: z.ZodType<S>
  readonly profilesOf?: (settings: S, find: FindProvider) => readonly string[]
  readonly issuesOf?: NonNullable<ProviderDefinition<S>['issuesOf']>
  readonly budgetOf?: (settings: S) => number | null
  /** Takes steps; what they made together is the result. `targetTokens` is the run's; null where it has none. */
  readonly travel: (journey: Journey, settings: S, targetTokens: number | null, key: string) => Promise<void>
}

/** Makes a provider of a strategy: it decides, and other providers do the work. */
export function defineStrategy<S>({ travel, ...definition }: StrategyDefinition<S>): CondensationProvider {
  const { description, settings } = definition
  const defaults = settingsSchema.parse(settings.parse({}))
  return defineProvider<S>({
    ...definition,
    presets: [{ id: 'default', label: 'Default', description, settings: defaults }],
    kind: 'strategy',
    version: '1.0.0',
    capabilities: {
      lossless: false,
      lossy: true,
      usesModel: true,
      parallel: false,
      multiPass: true,
      fallback: true,
      speed: 'medium',
    },
    // Every step is held to its own kept ends.
    keptEnds: () => ({ first: 0, last: 0 }),
    condense: async (request, settings) => {
      const budgetUsd = definition.budgetOf?.(settings) ?? null
      const services = budgetUsd === null ? request.services : limitSpending(request.services, budgetUsd)
      const journey = startJourney({ ...request, services })
      const [first] = request.conversation.messages
      await travel(journey, settings, request.targetTokens, JSON.stringify(first?.content ?? ''))
      return journey.end()
    },
  })
}
