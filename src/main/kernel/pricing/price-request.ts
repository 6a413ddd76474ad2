import type { Bill, BillLine } from '../../../shared/kernel/bill.ts'
import type { InnerCall, RequestUsage, ServiceTerms } from '../../../shared/kernel/usage.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import { findRules, multiplyFactors, pickFactor } from './apply-price-rules.ts'
import { computeHourPrice } from './cost.ts'
import { findPrices } from './find-prices.ts'
import { priceRules, requireRule, type PriceRule } from './price-rules.ts'
import { readModelName } from './read-model-name.ts'

type Call = Omit<InnerCall, 'kind'> &
  Pick<RequestUsage, keyof ServiceTerms | 'contextTokens' | 'webSearches'> & {
    readonly kind?: BillLine['call']
  }

/**
 * What a request costs at list prices, line by line, so that each can be checked: tokens, the price, and the rules that
 * multiply it; `compactions` are what the server used for those in its answer. Null where its model or its tokens are
 * not recorded; without lines where nobody lists the model. `now` stands for a day that
 * is not recorded. Costs that no agent recorded, and the bill that a person opens, are this.
 */
export function priceRequest(
  request: RequestUsage,
  now: Date,
  compactions: readonly RequestUsage[] = [],
): Bill | null {
  const { tokensIn = 0, cacheReads = 0, cacheWrites = 0, innerCalls = [] } = request
  const isUsed = tokensIn + cacheReads + cacheWrites > 0
  // Where nobody says whether the input has the cached tokens in it, nobody knows what it cost.
  const isClear = request.isCacheApart === true || cacheReads + cacheWrites === 0
  if (!isUsed || !isClear) return null
  const recorded = new Date(request.ts ?? Number.NaN)
  const day = Number.isNaN(recorded.getTime()) ? now : recorded
  const own = priceCall(request, day)
  if (own === null)
    return request.modelId === undefined
      ? null
      : { lines: [], usd: null, unpriced: describeUnlisted(request.modelId), declined: [] }
  // What the server calls on the way runs where and in the tier in which the request does.
  const { serviceTier, geo, speed } = request
  const placed = {
    ...(serviceTier === undefined ? {} : { serviceTier }),
    ...(geo === undefined ? {} : { geo }),
  }
  // A compaction is a call of the same model, and as fast; of the others nothing says how fast they are.
  const asFast = speed === undefined ? placed : { ...placed, speed }
  const inner = innerCalls.map((call) =>
    priceInnerCall({ ...(call.kind === 'compaction' ? asFast : placed), ...call }, day),
  )
  const compacted = compactions.map((call) => priceInnerCall({ ...call, kind: 'compaction' }, day))
  const all = [own, ...inner, ...compacted]
  const unpriced = [...new Set(all.flatMap((one) => one.unknown))]
  return {
    lines: all.flatMap(({ lines }) => lines),
    // Summed before the division, so that round amounts stay round.
    usd: unpriced.length > 0 ? null : all.reduce((sum, { millionths }) => sum + millionths, 0) / 1e6,
    unpriced: unpriced.length === 0 ? null : unpriced.join(', '),
    declined: own.declined,
  }
}

/** Names that stand for another version each time that a vendor makes one. */
const aliases = /^(?:opus|sonnet|haiku|fable|mythos|opusplan|best|default|auto|claude|gpt|gemini)$/i

function describeUnlisted(modelId: string): string {
  const { name } = readModelName(modelId)
  return aliases.test(name) ? `${name}, which names no version of a model` : `model ${modelId.slice(0, 80)}`
}

type PricedCall = {
  readonly lines: readonly BillLine[]
  readonly millionths: number
  readonly unknown: readonly string[]
  readonly declined: string[]
}

function priceInnerCall(call: Call, day: Date): PricedCall {
  const priced = call.kind === 'other' ? null : priceCall(call, day)
  const unknown =
    call.kind === 'other'
      ? 'a call of an unknown kind'
      : `${call.kind} ${call.modelId ?? 'of an unknown model'}`
  return priced ?? { lines: [], millionths: 0, unknown: [unknown], declined: [] }
}

/** A model call with the prices and the rules that hold for it. */
type CallPrices = {
  readonly call: Call
  readonly modelId: string
  /** For the smallest inputs, and for one of this size. */
  readonly listed: ModelPrices
  readonly inForce: ModelPrices
  readonly rules: readonly PriceRule[]
}

function priceCall(call: Call, day: Date): PricedCall | null {
  const { modelId: named, tokensIn = 0, cacheReads = 0, cacheWrites = 0 } = call
  const found = named === undefined ? null : findPrices(named, day)
  if (named === undefined || found === null) return null
  const { terms } = readModelName(named)
  const { unknownSuffix } = found
  const inputTokens = call.contextTokens ?? tokensIn + cacheReads + cacheWrites
  const { modelId, prices: listed } = found
  const { rules, declined, unknown } = findRules({ ...terms, ...call, modelId, day, inputTokens })
  const tier = listed.tiers?.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens)
  const prices = { call, modelId, listed, inForce: { ...listed, ...tier?.prices }, rules }
  const hourly = Math.min(call.cacheWrites1h ?? 0, cacheWrites)
  const counts: readonly (readonly [BillLine['kind'], number])[] = [
    ['input', tokensIn],
    ['cacheReads', cacheReads],
    ['cacheWrites', cacheWrites - hourly],
    ['cacheWrites1h', hourly],
    ['output', call.tokensOut ?? 0],
    ['webSearches', call.webSearches ?? 0],
  ]
  const lines = counts.flatMap(([kind, count]) => (count > 0 ? [buildLine(kind, count, prices)] : []))
  return {
    lines: lines.map(({ line }) => line),
    millionths: lines.reduce((sum, { millionths }) => sum + millionths, 0),
    unknown: [...unknown, ...(unknownSuffix === null ? [] : [`model ending ${unknownSuffix}`])],
    declined: declined.map(({ label, upTo = 0 }) => `${label}, which takes no more than ${upTo} tokens`),
  }
}

type PricedLine = { readonly line: BillLine; readonly millionths: number }

function buildLine(kind: BillLine['kind'], count: number, prices: CallPrices): PricedLine {
  const { call, modelId, listed, inForce } = prices
  const [listUsd, price] = [pickPrice(listed, kind), pickPrice(inForce, kind)]
  const isSearch = kind === 'webSearches'
  const rules = isSearch ? [] : prices.rules
  const isOutput = kind === 'output'
  const millionths = count * price * multiplyFactors(rules, isOutput) * (isSearch ? 1000 : 1)
  const size = priceRules.find(({ term, models }) => term === 'size' && models.test(modelId))
  const { source = 'genai-prices', certainty = 'documented' } = size ?? {}
  const line: BillLine = {
    kind,
    ...(call.kind === undefined ? {} : { call: call.kind }),
    model: modelId,
    count,
    listUsd,
    rules: [
      ...(price === listUsd
        ? []
        : [
            {
              label: 'long context',
              factor: price / listUsd,
              source,
              certainty,
            },
          ]),
      ...rules.map((rule) => ({
        label:
          rule.term === 'service tier' && call.isTierAsked === true ? `${rule.label}, asked for` : rule.label,
        factor: pickFactor(rule, isOutput),
        source: rule.source,
        certainty: rule.certainty,
      })),
    ],
    usd: millionths / 1e6,
  }
  return { line, millionths }
}

/** What a list charges for a kind of token: what has no price of its own is charged as new input. */
function pickPrice(prices: ModelPrices, kind: BillLine['kind']): number {
  const { input = 0, output = 0, cacheReads = input, cacheWrites } = prices
  switch (kind) {
    case 'input':
      return input
    case 'output':
      return output
    case 'cacheReads':
      return cacheReads
    case 'cacheWrites':
      return cacheWrites ?? input
    case 'cacheWrites1h':
      return cacheWrites === undefined ? input : computeHourPrice(prices)
    case 'webSearches':
      return requireRule('claude-search').usdPerThousand ?? 0
  }
}
