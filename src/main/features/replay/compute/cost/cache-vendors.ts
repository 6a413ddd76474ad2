import type { CacheRules, CacheVendor } from '../../../../../shared/replay/types.ts'

/** What vendors document of their caches, as of November 2026. */
type VendorRules = Pick<CacheRules, 'kind' | 'stepTokens' | 'leastTokens' | 'leastLifeMs' | 'lookBackBlocks'>

const minuteMs = 60 * 1000

/**
 * Anthropic: up to four marks, each looking back over 20 blocks, five minutes or an hour from the last use. OpenAI: steps
 * of 128 from 1,024 tokens, kept 5 to 10 minutes without use; from GPT-5.6 on the ends of messages are marked, written at
 * 1.25 of the price of input and kept for 30 minutes, without a limit of blocks. Gemini promises nothing, and keeps
 * beginnings for a few minutes. DeepSeek: steps of 64 on disk, for hours.
 */
const vendorRules: Readonly<Record<Exclude<CacheVendor, 'none'>, VendorRules>> = {
  anthropic: {
    kind: 'explicit',
    stepTokens: 1,
    leastTokens: 1024,
    leastLifeMs: 5 * minuteMs,
    lookBackBlocks: 20,
  },
  openai: { kind: 'implicit', stepTokens: 128, leastTokens: 1024, leastLifeMs: 5 * minuteMs },
  'openai-marks': {
    kind: 'explicit',
    stepTokens: 1,
    leastTokens: 1024,
    leastLifeMs: 30 * minuteMs,
    lookBackBlocks: null,
  },
  gemini: { kind: 'implicit', stepTokens: 1, leastTokens: 1024 },
  deepseek: { kind: 'implicit', stepTokens: 64, leastTokens: 64, leastLifeMs: 60 * minuteMs },
  other: { kind: 'implicit', stepTokens: 1, leastTokens: 1024 },
}

/** How long a beginning that is written for an hour is kept. */
export const hourMs = 60 * minuteMs

/**
 * Shortest beginnings that are kept, by what the name of the model holds; the first that fits counts.
 * `platform.claude.com/docs/en/build-with-claude/prompt-caching` and `ai.google.dev/gemini-api/docs/caching`.
 */
const leastByModel: readonly (readonly [RegExp, number])[] = [
  [/(?:opus|fable|mythos)-5/, 512],
  [/opus-4-(?:5|6)|haiku-4-5/, 4096],
  [/opus-4-7|haiku-3|3-5-haiku|3-haiku/, 2048],
  [/gemini-(?:2-5|3)[\d-]*-pro|gemini-3-pro/, 4096],
]

/** Rules that a vendor documents for a model; null names no model. */
export function findVendorRules(vendor: Exclude<CacheVendor, 'none'>, model: string | null): VendorRules {
  const rules = vendorRules[vendor]
  const name = (model ?? '').toLowerCase().replaceAll('.', '-')
  const hasOwn = vendor === 'anthropic' || vendor === 'gemini'
  const own = hasOwn ? leastByModel.find(([pattern]) => pattern.test(name)) : undefined
  return own === undefined ? rules : { ...rules, leastTokens: own[1] }
}

/** Whose model it is, by its name; null where that says nothing. */
export function findModelVendor(model: string | null): 'anthropic' | 'openai' | 'gemini' | 'deepseek' | null {
  const name = (model ?? '').toLowerCase()
  if (/claude|anthropic/.test(name)) return 'anthropic'
  if (/deepseek/.test(name)) return 'deepseek'
  if (/gemini/.test(name)) return 'gemini'
  return /(?:^|[/.])(?:gpt-|chatgpt|codex|o[134](?:-|$))/.test(name) ? 'openai' : null
}
