import type { ServiceTerms } from '../../../shared/kernel/usage.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import { priceRules, type PriceRule } from './price-rules.ts'

/** What the price of a call depends on besides its tokens. */
export type CallTerms = ServiceTerms & {
  /** The library's name of its model. */
  readonly modelId: string
  readonly day: Date
  /** All input, cached or not. */
  readonly inputTokens: number
}

export type FoundRules = {
  readonly rules: readonly PriceRule[]
  /** Those that were asked for and do not hold for an input of that size. */
  readonly declined: readonly PriceRule[]
  /** Terms without a rule, such as `speed turbo`: the call has no price. */
  readonly unknown: readonly string[]
}

/** Finds the rules for how a call was served: its speed, its tier and its place. */
export function findRules({ modelId, day, inputTokens, ...served }: CallTerms): FoundRules {
  const rules: PriceRule[] = []
  const declined: PriceRule[] = []
  const unknown: string[] = served.unknownCharge === undefined ? [] : [served.unknownCharge]
  const terms = [
    ['speed', served.speed],
    ['service tier', served.serviceTier],
    ['geo', served.geo],
  ] as const
  for (const [term, value] of terms) {
    if (value === undefined) continue
    const known = priceRules.filter((rule) => rule.term === term && rule.values.includes(value))
    const rule = known.find(
      (one) => one.models.test(modelId) && isRuleOfDay(one, day) && inputTokens > (one.above ?? -1),
    )
    if (rule === undefined)
      unknown.push(`${term} ${value}${known.length === 0 ? '' : ` of ${modelId} on ${formatDay(day)}`}`)
    else if (inputTokens > (rule.upTo ?? Infinity)) declined.push(rule)
    else rules.push(rule)
  }
  return { rules, declined, unknown }
}

/** Whether a rule holds on a day. */
export function isRuleOfDay({ from, until }: PriceRule, day: Date): boolean {
  return (from === undefined || day >= new Date(from)) && (until === undefined || day < new Date(until))
}

const formatDay = (day: Date): string => day.toISOString().slice(0, 10)

/** Prices times the factors of some rules. */
export function scalePriceSet(prices: ModelPrices, rules: readonly PriceRule[]): ModelPrices {
  if (rules.length === 0) return prices
  const { tiers, ...base } = prices
  const scale = (set: Omit<ModelPrices, 'tiers'>): Omit<ModelPrices, 'tiers'> =>
    Object.fromEntries(
      Object.entries(set).map(([kind, price]) => [
        kind,
        (price ?? 0) * multiplyFactors(rules, kind === 'output'),
      ]),
    )
  return {
    ...scale(base),
    ...(tiers === undefined ? {} : { tiers: tiers.map((tier) => ({ ...tier, prices: scale(tier.prices) })) }),
  }
}

/** What some rules multiply the price of input or of output with. */
export function multiplyFactors(rules: readonly PriceRule[], isOutput: boolean): number {
  return rules.reduce((product, rule) => product * pickFactor(rule, isOutput), 1)
}

/** The factor of a rule for tokens of input or of output. */
export function pickFactor({ factor, outputFactor = factor }: PriceRule, isOutput: boolean): number {
  return isOutput ? outputFactor : factor
}
