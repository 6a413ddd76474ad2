import type { Warning } from '../../shared/condense/outcome-types.ts'
import { sumKnown } from '../../shared/kernel/numbers.ts'
import { runWarning } from '../../shared/kernel/words/engine.ts'
import type { TokenUsage } from '../../shared/models/pricing-types.ts'
import type { LanguageModel, ModelInfo } from './language-model.ts'
import { computeCost, computeKnownCost } from './pricing/cost.ts'

/** What model calls took, successful or not. Money in US dollars. */
export type Spent = {
  /** Paid: kept answers count 0. */
  readonly costUsd: number
  /** What it takes to do the same without kept answers; null where a request has no answer, or a token no price. */
  readonly priceUsd: number | null
  readonly modelCalls: number
  readonly cacheHits: number
  /** Requests without a whole answer: refused, failed, cut, or still open. */
  readonly unansweredCalls: number
  /** Of `costUsd`, what external arms said that they cost, 0 where they did not; absent where none worked. */
  readonly statedCostUsd?: number
}

/** What an external arm says that it cost, in US dollars; null where it does not. */
export type StatedCost = { readonly costUsd: number | null }

/** Counts what calls of models take, however each of them ends. */
export type Meter = {
  /** A model that behaves as the one given, and is counted. */
  readonly watch: (model: LanguageModel) => LanguageModel
  /** Adds what somebody else says that it cost. */
  readonly charge: (cost: StatedCost) => void
  /** What went through so far, calls that are still open included. */
  readonly spent: () => Spent
  /** Which prices are unknown, so that a cost of 0 is not taken for the truth. */
  readonly priceWarnings: () => Warning[]
}

/** The calls of one answer. */
type Metered = {
  readonly info: ModelInfo
  readonly calls: TokenUsage[]
  /** What a kept answer took when it was made; null where the answer is none. */
  kept: TokenUsage | null
  isAnswered: boolean
}
const noUsage: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

/** A meter that has counted nothing yet. */
export function createMeter(): Meter {
  const answers: Metered[] = []
  const stated: StatedCost[] = []
  const listCallCosts = () =>
    answers.flatMap(({ info, calls }) => calls.map((usage) => ({ info, ...computeCost(usage, info.prices) })))
  const listKnownCosts = () =>
    answers.flatMap(({ info, calls, kept }) =>
      [...calls, ...(kept === null ? [] : [kept])].map((usage) => computeKnownCost(usage, info.prices)),
    )
  return {
    watch: (model) => ({
      ...model,
      async *complete(request) {
        const answer: Metered = { info: model.info, calls: [], kept: null, isAnswered: false }
        answers.push(answer)
        for await (const event of model.complete(request)) {
          if (event.kind === 'call') answer.calls.push(noUsage)
          if (event.kind === 'cached') answer.kept = noUsage
          if (event.kind === 'stopped') answer.isAnswered = true
          if (event.kind === 'usage' && answer.kept !== null) answer.kept = event.usage
          else if (event.kind === 'usage')
            answer.calls.splice(Math.max(0, answer.calls.length - 1), 1, event.usage)
          yield event
        }
      },
    }),
    charge: (cost) => void stated.push(cost),
    spent: () => {
      const statedCostUsd = stated.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
      const unansweredCalls = answers.filter(({ isAnswered }) => !isAnswered).length
      return {
        costUsd: listCallCosts().reduce((sum, { costUsd }) => sum + costUsd, statedCostUsd),
        priceUsd:
          unansweredCalls > 0
            ? null
            : sumKnown([...listKnownCosts(), ...stated.map(({ costUsd }) => costUsd)]),
        ...(stated.length === 0 ? {} : { statedCostUsd }),
        modelCalls: answers.reduce((sum, { calls }) => sum + calls.length, 0),
        cacheHits: answers.filter(({ kept }) => kept !== null).length,
        unansweredCalls,
      }
    },
    priceWarnings: () =>
      [...Map.groupBy(listCallCosts(), ({ info }) => info.label)].flatMap(([model, own]) => {
        const kinds = [...new Set(own.flatMap((cost) => cost.missing))]
        return kinds.length === 0 ? [] : [runWarning('price-unknown', { model, kinds })]
      }),
  }
}
