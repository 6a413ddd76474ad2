import { calcPrice, type PriceCalculationResult } from '@pydantic/genai-prices'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import { isRuleOfDay, scalePriceSet } from './apply-price-rules.ts'
import type { UsageProtocol } from './cost.ts'
import { priceRules, requireRule } from './price-rules.ts'
import { isPlainSuffix, readModelName } from './read-model-name.ts'

/** What the price library knows of a model. */
export type KnownModel = {
  /** The library's own name for it. */
  readonly modelId: string
  readonly vendor: string
  readonly protocol: UsageProtocol
  readonly prices: ModelPrices
  /** Null where the library does not know it. */
  readonly windowTokens: number | null
  /** What stands behind the name in the price data and may change the price, such as `-turbo`: the prices are none then. */
  readonly unknownSuffix: string | null
}

type PriceKind = 'input' | 'output' | 'cacheWrites' | 'cacheReads'

/** Names of the library's prices, in US dollars per million tokens. */
const libraryNames: Readonly<Record<PriceKind, string>> = {
  input: 'input_mtok',
  output: 'output_mtok',
  cacheWrites: 'cache_write_mtok',
  cacheReads: 'cache_read_mtok',
}

/**
 * Prices of a model on a day from the price data that `@pydantic/genai-prices` ships, with the rules that hold from a day
 * on; null where it does not know the model. Names are tried as `readModelName` reads them: a gateway's
 * (`anthropic/claude-sonnet-4`) without its prefix, and dots as dashes; one of Bedrock
 * (`us.anthropic.claude-sonnet-4-20250514-v1:0`) at the prices of Bedrock, then at those of Anthropic itself.
 */
export function findPrices(model: string, day: Date = new Date()): KnownModel | null {
  // Each request of a task asks for the same few.
  const key = `${day.toISOString().slice(0, 10)} ${model}`
  const known = recent.get(key)
  if (known !== undefined) return known
  if (recent.size >= mostRecent) recent.clear()
  const found = findPricesAnew(model, day)
  recent.set(key, found)
  return found
}

const recent = new Map<string, KnownModel | null>()
const mostRecent = 200

function findPricesAnew(model: string, day: Date): KnownModel | null {
  const { name, base, hasLongWindow, ...read } = readModelName(model)
  const found = findByName(name, day) ?? findByName(base, day)
  if (found === null) return null
  const { price, isElsewhere } = found
  const unknownSuffix = read.unknownSuffix ?? findLooseEnding(found)
  const vendor = price.provider.id
  const modelId = price.model.id
  const listed = toPrices(new Map(Object.entries(price.model_price)), modelId)
  const region = isElsewhere ? requireRule('claude-region') : null
  const dated = priceRules.filter(
    (rule) => rule.term === 'day' && rule.models.test(modelId) && isRuleOfDay(rule, day),
  )
  const rules = region !== null && region.models.test(modelId) ? [region, ...dated] : dated
  return {
    modelId,
    vendor,
    // Claude counts cached tokens beside the input wherever it runs.
    protocol: vendor === 'anthropic' || modelId.includes('anthropic.') ? 'anthropic' : 'openai',
    prices: unknownSuffix === null ? scalePriceSet(listed, rules) : {},
    windowTokens: hasLongWindow ? longWindowTokens : (price.model.context_window ?? null),
    unknownSuffix,
  }
}

/**
 * What is left of a name behind all that the price data know a model by: they take some names by their beginning, and
 * Claude Sonnet 5.5 for Sonnet 5. Null where nothing is, or a date or the like.
 */
function findLooseEnding({ name, price, find }: FoundPrice): string | null {
  // Tuned models are known by what they were made of.
  if (name.startsWith('ft:')) return null
  let end = name.length
  while (end > 0 && find(name.slice(0, end - 1))?.model.id === price.model.id) end -= 1
  const suffix = name.slice(end)
  return isPlainSuffix(suffix) || /[-/:]$/.test(name.slice(0, end)) ? null : suffix
}

const longWindowTokens = 1_000_000

type FoundPrice = {
  readonly price: NonNullable<PriceCalculationResult>
  /** The name that the price data know. */
  readonly name: string
  /** Looks for another name among the same vendors. */
  readonly find: (name: string) => PriceCalculationResult
  /** Whether the name has a region that the price data do not know. */
  readonly isElsewhere: boolean
}

/** The first of the names that a model may have that the price data know. */
function findByName(model: string, timestamp: Date): FoundPrice | null {
  const bare = model.slice(model.lastIndexOf('/') + 1)
  const findFirstPrice = (names: readonly string[], provider: { readonly providerId?: string } = {}) => {
    for (const name of new Set(names)) {
      const find = (one: string): PriceCalculationResult =>
        calcPrice({ input_tokens: 1, output_tokens: 1 }, one, { ...provider, timestamp })
      const price = find(name)
      if (price !== null) return { price, name, find, isElsewhere: false }
    }
    return null
  }
  const known =
    findFirstPrice([model, bare, bare.replaceAll('.', '-')]) ??
    (bedrockName.test(bare) ? findFirstPrice([bare], { providerId: 'aws' }) : null)
  if (known !== null) return known
  const [, region = 'global'] = /^(\w+)\.anthropic\./.exec(bare) ?? []
  const found = findFirstPrice([bare.replace(/^(?:\w+\.)?anthropic\./, '')])
  return found === null ? null : { ...found, isElsewhere: region !== 'global' }
}

/** Who made the model, perhaps behind a region. */
const bedrockName = /^(?:\w+\.)?(?:ai21|amazon|anthropic|cohere|deepseek|meta|mistral|openai|qwen)\./

function toPrices(library: ReadonlyMap<string, unknown>, modelId: string): ModelPrices {
  const prices: Partial<Record<PriceKind, number>> = {}
  const tiers = new Map<number, Partial<Record<PriceKind, number>>>()
  for (const kind of ['input', 'output', 'cacheWrites', 'cacheReads'] as const) {
    const { base, steps } = readPrice(library.get(libraryNames[kind]))
    if (base !== undefined) prices[kind] = base
    for (const { start, price } of steps) tiers.set(start, { ...tiers.get(start), [kind]: price })
  }
  if (tiers.size === 0) return prices
  const ascending = [...tiers].toSorted(([a], [b]) => a - b)
  const sizes = priceRules.filter(({ term, models }) => term === 'size' && models.test(modelId))
  return {
    ...prices,
    tiers: ascending.map(([start, own]) => ({
      // Where the data and the vendor's page are one token apart, the page is right.
      aboveInputTokens: sizes.find(({ above = 0 }) => Math.abs(above - start) === 1)?.above ?? start,
      prices: own,
    })),
  }
}

type Price = {
  readonly base: number | undefined
  readonly steps: readonly { start: number; price: number }[]
}

/** A plain number, or a base with tiers that begin at a size of the input. */
function readPrice(value: unknown): Price {
  if (typeof value === 'number') return { base: value, steps: [] }
  if (typeof value !== 'object' || value === null || !('base' in value)) return { base: undefined, steps: [] }
  const tiers: unknown = 'tiers' in value ? value.tiers : []
  const steps = Array.isArray(tiers) ? tiers.filter(isStep) : []
  return { base: typeof value.base === 'number' ? value.base : undefined, steps }
}

function isStep(value: unknown): value is { start: number; price: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'start' in value &&
    'price' in value &&
    typeof value.start === 'number' &&
    typeof value.price === 'number'
  )
}
