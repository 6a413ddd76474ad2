/** A rule by which vendors charge otherwise than by their list price of a kind of token. */
export type PriceRule = {
  readonly id: string
  /** What a bill says of it. */
  readonly label: string
  /** What of a call it is about, and which values of that. */
  readonly term:
    | 'speed'
    | 'service tier'
    | 'geo'
    | 'region'
    | 'size'
    | 'day'
    | 'cache write'
    | 'server tool'
    | 'inner call'
  readonly values: readonly string[]
  /** Library ids of the models that it holds for. */
  readonly models: RegExp
  /** Days (UTC) on which it holds, the first and the one behind the last. */
  readonly from?: string
  readonly until?: string
  /** Inputs above so many tokens. */
  readonly above?: number
  /** Larger inputs are declined, and charged without it. */
  readonly upTo?: number
  /** Times the list price; of tokens of the output where that is another one. */
  readonly factor: number
  readonly outputFactor?: number
  /** In place of a factor: US dollars for a thousand. */
  readonly usdPerThousand?: number
  readonly source: string
  /** Month in which the source was read. */
  readonly read: string
  readonly certainty: 'documented' | 'reported' | 'inferred'
}

type Subject = Pick<PriceRule, 'label' | 'term' | 'values'>
type Evidence = Pick<PriceRule, 'source' | 'read' | 'certainty'>
type Limits = Pick<PriceRule, 'from' | 'until' | 'above' | 'upTo' | 'outputFactor' | 'usdPerThousand'>

const buildRule = (
  id: string,
  subject: Subject,
  models: RegExp,
  factor: number,
  evidence: Evidence,
  limits: Limits = {},
): PriceRule => ({ id, ...subject, models, factor, ...evidence, ...limits })

const isDocumented = (source: string): Evidence => ({ source, read: '2026-11', certainty: 'documented' })
const isReported = (source: string): Evidence => ({ source, read: '2026-11', certainty: 'reported' })

const claude = /claude-/
/** Models for which the place where they run has a price. */
const placed = /claude-(?:(?:opus|sonnet|haiku)-4-[5-9]|(?:opus|sonnet|haiku|fable|mythos)-[5-9])/
const openAi = /^(?:gpt-|o\d)/

const claudePrices = isDocumented('platform.claude.com/docs/en/about-claude/pricing')
const claudeFast = isDocumented('platform.claude.com/docs/en/build-with-claude/fast-mode')
const claudeFallback = isReported('platform.claude.com/docs/en/build-with-claude/refusals-and-fallback')
const claudeCompaction = isDocumented('platform.claude.com/docs/en/build-with-claude/compaction')
const openAiPrices = isDocumented('openai.com/api/pricing')
const openAiPriority = isDocumented('openai.com/api-priority-processing')

const fast: Subject = { label: 'fast mode', term: 'speed', values: ['fast'] }
const priority: Subject = { label: 'priority', term: 'service tier', values: ['priority', 'fast'] }
const batch: Subject = { label: 'batch', term: 'service tier', values: ['batch'] }
const flex: Subject = { label: 'flex', term: 'service tier', values: ['flex'] }
const usOnly: Subject = { label: 'US only', term: 'geo', values: ['us'] }
const regional: Subject = { label: 'regional endpoint', term: 'region', values: ['regional'] }
const short: Subject = { label: 'kept for 5 minutes', term: 'cache write', values: ['5m'] }
const hourly: Subject = { label: 'kept for an hour', term: 'cache write', values: ['1h'] }
const search: Subject = { label: 'web search', term: 'server tool', values: ['web search'] }
const advisor: Subject = { label: 'advisor, at its own model', term: 'inner call', values: ['advisor'] }
const compaction: Subject = { label: 'compaction', term: 'inner call', values: ['compaction'] }
const refused: Subject = { label: 'attempt that was refused', term: 'inner call', values: ['fallback'] }
const longContext: Subject = { label: 'long context', term: 'size', values: [] }
const afterPromotion: Subject = { label: 'after the promotion', term: 'day', values: [] }

const opus46 = { until: '2026-07-01' }
const toLong = { upTo: 272_000 }

/**
 * Every rule with its source and how sure it is. Base prices, and what they list by size and by day, are the library's.
 * Of several rules for one thing the first that holds counts.
 */
export const priceRules: readonly PriceRule[] = [
  buildRule('claude-fast-5', fast, /claude-opus-5$/, 2, claudeFast),
  buildRule('claude-fast-4-8', fast, /claude-opus-4-8/, 2, claudeFast, { until: '2026-12-01' }),
  buildRule('claude-fast-4-7', fast, /claude-opus-4-7/, 6, isReported('BerriAI/litellm#29238'), {
    until: '2026-07-25',
  }),
  buildRule('claude-fast-4-6-long', fast, /claude-opus-4-6/, 12, isReported(claudeFast.source), {
    ...opus46,
    above: 200_000,
    outputFactor: 9,
  }),
  buildRule('claude-fast-4-6', fast, /claude-opus-4-6/, 6, isReported(claudeFast.source), opus46),
  buildRule('claude-batch', batch, claude, 0.5, claudePrices),
  buildRule('claude-us', usOnly, placed, 1.1, claudePrices),
  buildRule('claude-region', regional, placed, 1.1, claudePrices),
  buildRule('claude-cache-5m', short, claude, 1.25, claudePrices),
  buildRule('claude-cache-1h', hourly, claude, 2, claudePrices),
  buildRule('claude-search', search, claude, 1, claudePrices, { usdPerThousand: 10 }),
  buildRule('claude-advisor', advisor, claude, 1, isReported('ilia-pluzhnikov/claude-code-statusline#9')),
  buildRule('claude-compaction', compaction, claude, 1, claudeCompaction),
  // Without any output it is not billed, and in no request.
  buildRule('claude-refused', refused, claude, 1, claudeFallback),
  buildRule(
    'openai-priority',
    priority,
    /^gpt-5(?:\.[12](?:-codex)?|\.4(?:-mini)?|\.6-(?:sol|terra|luna))?$/,
    2,
    openAiPriority,
    toLong,
  ),
  buildRule(
    'openai-priority-5.3',
    priority,
    /^gpt-5\.3-codex$/,
    2,
    isReported('openai.com/api/pricing'),
    toLong,
  ),
  buildRule('openai-priority-5.5', priority, /^gpt-5\.5$/, 2.5, openAiPriority, toLong),
  buildRule('openai-priority-mini', priority, /^gpt-5-mini$/, 1.8, openAiPriority, toLong),
  buildRule('openai-priority-4.1', priority, /^(?:gpt-4\.1(?:-mini)?|o3)$/, 1.75, openAiPriority, {
    upTo: 128_000,
  }),
  buildRule('openai-batch', batch, openAi, 0.5, openAiPrices),
  buildRule('openai-flex', flex, openAi, 0.5, isReported(openAiPrices.source)),
  buildRule('openai-long', longContext, /^gpt-5/, 2, openAiPrices, { above: 272_000, outputFactor: 1.5 }),
  buildRule('openai-5.6-sol', afterPromotion, /^gpt-5\.6-sol$/, 1.25, isReported('offpeak 0.2.1'), {
    from: '2026-11-22',
    outputFactor: 1.5,
  }),
  buildRule('xai-long', longContext, /^grok-/, 2, isDocumented('docs.x.ai/docs/models'), { above: 199_999 }),
]

/** A rule by its id. */
export function requireRule(id: string): PriceRule {
  const rule = priceRules.find((one) => one.id === id)
  if (rule === undefined) throw new Error(`No price rule ${id}`)
  return rule
}
