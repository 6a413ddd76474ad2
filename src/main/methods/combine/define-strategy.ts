import type { z } from 'zod'
import { formatUsd } from '../../../shared/kernel/format-figures.ts'
import { settingsSchema } from '../../../shared/methods/provider-types.ts'
import { ModelFailure, type CompletionRequest, type LanguageModel } from '../../kernel/language-model.ts'
import {
  defineMethod,
  type Method,
  type FindMethod,
  type MethodDefinition,
  type MethodServices,
} from '../../kernel/method.ts'
import { computeWorstCase } from '../../kernel/pricing/compute-worst-case.ts'
import { startJourney, type Journey } from './start-journey.ts'

/** Vendors count up to so many times our tokens. */
const inputMargin = 1.35

/** A strategy as its author writes it. */
export type StrategyDefinition<S> = {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly settings: z.ZodType<S>
  readonly collectProfiles?: (settings: S, find: FindMethod) => readonly string[]
  readonly findIssues?: NonNullable<MethodDefinition<S>['findIssues']>
  readonly readBudget?: (settings: S) => number | null
  /** Takes steps; what they made together is the result. `targetTokens` is the run's; null where it has none. */
  readonly travel: (journey: Journey, settings: S, targetTokens: number | null, key: string) => Promise<void>
}

/** Makes a provider of a strategy: it decides, and other providers do the work. */
export function defineStrategy<S>({ travel, ...definition }: StrategyDefinition<S>): Method {
  const { description, settings } = definition
  const defaults = settingsSchema.parse(settings.parse({}))
  return defineMethod<S>({
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
      const budgetUsd = definition.readBudget?.(settings) ?? null
      const services = budgetUsd === null ? request.services : limitSpending(request.services, budgetUsd)
      const journey = startJourney({ ...request, services })
      const [first] = request.conversation.messages
      await travel(journey, settings, request.targetTokens, JSON.stringify(first?.content ?? ''))
      return journey.end()
    },
  })
}

/**
 * Services whose models make no call that could exceed a budget, in US dollars: a strategy keeps its own one inside
 * another strategy too, where nobody else knows of it.
 */
function limitSpending(services: MethodServices, budgetUsd: number): MethodServices {
  const spentBefore = services.spent().costUsd
  /** Worst cases of the calls that are open. */
  let reservedUsd = 0
  const known = new Map<LanguageModel, LanguageModel>()
  const limit = (model: LanguageModel): LanguageModel => {
    const own = known.get(model) ?? { ...model, complete: (request) => complete(model, request) }
    known.set(model, own)
    return own
  }
  async function* complete(model: LanguageModel, request: CompletionRequest) {
    const worstUsd = estimateWorstCase(model, request)
    const check = (): void => {
      const takenUsd = services.spent().costUsd - spentBefore + reservedUsd
      if (takenUsd + worstUsd <= budgetUsd) return
      const taken = `${formatUsd(takenUsd)} of the ${formatUsd(budgetUsd)} for this strategy are spent or reserved`
      throw new ModelFailure('budget', `The next call could cost up to ${formatUsd(worstUsd)}. ${taken}.`)
    }
    check()
    reservedUsd += worstUsd
    try {
      let calls = 0
      for await (const event of model.complete(request)) {
        if (event.kind === 'call' && (calls += 1) > 1) {
          // Another attempt is paid for as well, and this one is reserved already.
          reservedUsd -= worstUsd
          try {
            check()
          } finally {
            reservedUsd += worstUsd
          }
        }
        yield event
      }
    } finally {
      reservedUsd -= worstUsd
    }
  }
  return { ...services, model: limit(services.model), findModel: (id) => limit(services.findModel(id)) }
}

function estimateWorstCase(
  { info: { label, prices } }: LanguageModel,
  { inputTokens, maxTokens }: CompletionRequest,
): number {
  const tokens = Math.ceil(inputTokens * inputMargin)
  const { costUsd, missing } = computeWorstCase(tokens, maxTokens, prices)
  if (missing.length > 0)
    throw new ModelFailure('budget', `The price of ${label} is unknown, so the budget cannot be kept.`)
  return costUsd
}
