import { calcPrice, type PriceCalculationResult, type Usage } from '@pydantic/genai-prices'
import type { ModelPrices, TokenUsage } from '../../../shared/models/pricing-types.ts'
import type { UsageProtocol } from './cost.ts'

/** What the price library knows of a model. */
export type KnownModel = {
  /** The library's own name for it. */
  readonly modelId: string
  readonly vendor: string
  readonly protocol: UsageProtocol
  readonly prices: ModelPrices
  /** Null where the library does not know it. */
  readonly windowTokens: number | null
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
 * Prices of a model from the price data that `@pydantic/genai-prices` ships; null where it does not know the model.
 * A gateway's name (`anthropic/claude-sonnet-4`) is tried without its prefix, and dots as dashes; one of Bedrock
 * (`us.anthropic.claude-sonnet-4-20250514-v1:0`) at the prices of Bedrock, then at those of Anthropic itself.
 */
export function findPrices(model: string): KnownModel | null {
  const found = calculate(model, { input_tokens: 1, output_tokens: 1 })
  if (found === null) return null
  const vendor = found.provider.id
  const modelId = found.model.id
  return {
    modelId,
    vendor,
    // Claude counts cached tokens beside the input wherever it runs.
    protocol: vendor === 'anthropic' || modelId.includes('anthropic.') ? 'anthropic' : 'openai',
    prices: toPrices(new Map(Object.entries(found.model_price))),
    windowTokens: found.model.context_window ?? null,
  }
}

/** What some usage costs, by the first of the names that a model may have that the price data know. */
function calculate(model: string, usage: Usage, day?: Date): PriceCalculationResult {
  const bare = model.slice(model.lastIndexOf('/') + 1)
  const findFirstPrice = (names: readonly string[], provider: { readonly providerId?: string } = {}) => {
    for (const name of new Set(names)) {
      const found = calcPrice(usage, name, { ...provider, ...(day === undefined ? {} : { timestamp: day }) })
      if (found !== null) return found
    }
    return null
  }
  return (
    findFirstPrice([model, bare, bare.replaceAll('.', '-')]) ??
    (bedrockName.test(bare) ? findFirstPrice([bare], { providerId: 'aws' }) : null) ??
    findFirstPrice([bare.replace(/^(?:\w+\.)?anthropic\./, '')])
  )
}

/** Who made the model, perhaps behind a region. */
const bedrockName = /^(?:\w+\.)?(?:ai21|amazon|anthropic|cohere|deepseek|meta|mistral|openai|qwen)\./

/**
 * What a request cost at the list prices of its model on its day, US dollars; null where the model is not known. Its usage
 * has the cached tokens apart.
 */
export function listCost(
  { input, output, cacheReads, cacheWrites, cacheWrites1h }: TokenUsage & { readonly cacheWrites1h: number },
  model: string,
  day: Date,
): number | null {
  const usage = {
    input_tokens: input + cacheReads + cacheWrites,
    cache_read_tokens: cacheReads,
    cache_write_tokens: cacheWrites,
    ...(cacheWrites1h > 0 ? { cache_write_1h_tokens: cacheWrites1h } : {}),
    output_tokens: output,
  }
  return calculate(model, usage, day)?.total_price ?? null
}

function toPrices(library: ReadonlyMap<string, unknown>): ModelPrices {
  const prices: Partial<Record<PriceKind, number>> = {}
  const tiers = new Map<number, Partial<Record<PriceKind, number>>>()
  for (const kind of ['input', 'output', 'cacheWrites', 'cacheReads'] as const) {
    const { base, steps } = readPrice(library.get(libraryNames[kind]))
    if (base !== undefined) prices[kind] = base
    for (const { start, price } of steps) tiers.set(start, { ...tiers.get(start), [kind]: price })
  }
  if (tiers.size === 0) return prices
  const ascending = [...tiers].toSorted(([a], [b]) => a - b)
  return { ...prices, tiers: ascending.map(([aboveInputTokens, own]) => ({ aboveInputTokens, prices: own })) }
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
