import { z } from 'zod'
import { sum } from '../../../shared/kernel/numbers.ts'
import type { InnerCall, RequestUsage } from '../../../shared/kernel/usage.ts'
import {
  omitUnknown,
  omitZero,
  readNestedFields,
  isRecord,
  readRecordList,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'
import { count, needed, perhaps } from './figures.ts'
import { readServiceTerms, toTermName } from './read-service-terms.ts'

const tokensSchema = z.object({
  input_tokens: needed,
  output_tokens: count,
  cache_read_input_tokens: perhaps,
  cache_creation_input_tokens: perhaps,
  cache_creation: z.object({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }).nullish(),
})

/**
 * The usage of one of Anthropic's responses, whose input is without the cached tokens; nothing where it has none. Its
 * tokens are those of all samplings of the model that served; what else the server called on the way stands beside them.
 * Compactions are among that where the response holds none (`isCompacted`), since they failed or were lost; else they are
 * condensations (`readCompactionUsage`). `modelId` is the model of the response.
 */
export function readAnthropicUsage(
  value: unknown,
  modelId: string | null = null,
  isCompacted = true,
): RequestUsage {
  const tokens = readTokens(value)
  if (tokens === null || !isRecord(value)) return {}
  return {
    ...tokens,
    isCacheApart: true,
    ...readServiceTerms(value),
    ...omitUnknown({
      webSearches: omitZero(readWebSearches(value)),
      reasoningTokens: omitZero(readReasoning(value, tokens)),
      unknownCharge: findUnknownCharge(value),
    }),
    ...readIterations(value, tokens, { modelId, isCompacted }),
  }
}

/** What the server used to compact the history in the middle of a response, all times together; null where it did not. */
export function readCompactionUsage(value: unknown): RequestUsage | null {
  if (!isRecord(value)) return null
  const own = readRecordList(value['iterations']).filter(({ type }) => type === 'compaction')
  const tokens = own.flatMap((one) => readTokens(one) ?? [])
  return tokens.length === 0 ? null : { ...addTokens(tokens), isCacheApart: true, ...readServiceTerms(value) }
}

type Tokens = Pick<RequestUsage, 'tokensIn' | 'tokensOut' | 'cacheReads' | 'cacheWrites' | 'cacheWrites1h'>

function readTokens(value: unknown): Tokens | null {
  const usage = tokensSchema.safeParse(value).data
  if (usage === undefined) return null
  const { ephemeral_5m_input_tokens: brief = 0, ephemeral_1h_input_tokens: hourly = 0 } =
    usage.cache_creation ?? {}
  // Some versions and gateways leave the sum out.
  const { cache_read_input_tokens: cacheReads, cache_creation_input_tokens: written } = usage
  const cacheWrites = written || (usage.cache_creation == null ? written : brief + hourly)
  const cacheWrites1h = Math.min(hourly, cacheWrites ?? 0)
  return {
    tokensIn: usage.input_tokens,
    tokensOut: usage.output_tokens,
    ...omitUnknown({ cacheReads, cacheWrites, cacheWrites1h: omitZero(cacheWrites1h) }),
  }
}

function readUses(value: unknown): number {
  return count.safeParse(value).data ?? 0
}

function readWebSearches(usage: Fields): number {
  return readUses(readNestedFields(usage, 'server_tool_use')['web_search_requests'])
}

/** The part of the output that the model thought, as newer responses tell it. */
function readReasoning(usage: Fields, { tokensOut = 0 }: Tokens): number {
  return Math.min(tokensOut, readUses(readNestedFields(usage, 'output_tokens_details')['thinking_tokens']))
}

/** Searches are billed one by one, and pages are fetched for nothing. */
const knownServerTools: ReadonlySet<string> = new Set(['web_search_requests', 'web_fetch_requests'])

/** What changes the bill by an amount that the response does not tell: another tool of the server, or a credit. */
function findUnknownCharge(usage: Fields): string | null {
  const tools = Object.entries(readNestedFields(usage, 'server_tool_use'))
    .filter(([name, uses]) => !knownServerTools.has(name) && readUses(uses) > 0)
    .map(([name]) => toTermName(name.replace(/_requests$/, '')))
  const credit = readNestedFields(usage, 'fallback_credit', 'status')['type'] === 'redeemed'
  const all = [...tools.map((name) => `server tool ${name}`), ...(credit ? ['fallback credit'] : [])]
  return all.length === 0 ? null : all.join(', ')
}

type Iteration = { readonly type: string | null; readonly model: string | null; readonly tokens: Tokens }
type Response = { readonly modelId: string | null; readonly isCompacted: boolean }

/** The last sampling of a model that served in place of the one that was asked; its samplings before it are plain ones. */
const fallbacks: ReadonlySet<string | null> = new Set(['fallback_message', 'fallback'])
/** Kinds of iteration that sample a model for the answer; all others are calls of their own. */
const samplings: ReadonlySet<string | null> = new Set(['message', ...fallbacks])

/**
 * What iterations say that the sums do not: how large the context was at the end, what the server called besides, and
 * which model served where the one that was asked refused.
 */
function readIterations(
  usage: Fields,
  sums: Tokens,
  { modelId, isCompacted }: Response,
): Partial<RequestUsage> {
  const iterations = readRecordList(usage['iterations']).flatMap((one): Iteration[] => {
    const tokens = readTokens(one)
    return tokens === null
      ? []
      : [{ type: toTextOrNull(one['type']), model: toTextOrNull(one['model']), tokens }]
  })
  const sampled = iterations.filter(({ type }) => samplings.has(type))
  const last = sampled.at(-1)
  const isServedByOther = sampled.some(({ type }) => fallbacks.has(type))
  const served = isServedByOther ? (last?.model ?? null) : null
  const isOwn = (one: Iteration): boolean =>
    !isServedByOther || one === last || (served !== null && one.model === served)
  const own = addTokens(sampled.filter(isOwn).map(({ tokens }) => tokens))
  const tokens = isServedByOther || sumInput(sums) === 0 ? own : sums
  const asked = modelId === served ? null : modelId
  const besides = iterations.flatMap((one): InnerCall[] => {
    if (samplings.has(one.type))
      // An attempt that was refused before it said anything is not billed.
      return isOwn(one) || (one.tokens.tokensOut ?? 0) === 0 ? [] : [buildInnerCall('fallback', one, asked)]
    if (sumInput(one.tokens) + (one.tokens.tokensOut ?? 0) === 0) return []
    if (one.type === 'compaction') return isCompacted ? [] : [buildInnerCall('compaction', one, modelId)]
    return [buildInnerCall(one.type === 'advisor_message' ? 'advisor' : 'other', one, null)]
  })
  const contextTokens = last === undefined ? 0 : sumInput(last.tokens)
  return {
    ...(tokens === sums || last === undefined ? {} : tokens),
    ...omitUnknown({ modelId: served }),
    ...(contextTokens === 0 || contextTokens === sumInput(tokens) ? {} : { contextTokens }),
    ...(besides.length === 0 ? {} : { innerCalls: besides }),
  }
}

function buildInnerCall(
  kind: InnerCall['kind'],
  { model, tokens }: Iteration,
  modelId: string | null,
): InnerCall {
  return { kind, ...omitUnknown({ modelId: model ?? modelId }), ...tokens }
}

function addTokens(all: readonly Tokens[]): Tokens {
  const add = (name: keyof Tokens): number | undefined => {
    const known = all.flatMap((one) => one[name] ?? [])
    return known.length === 0 ? undefined : sum(known)
  }
  return omitUnknown({
    tokensIn: add('tokensIn'),
    tokensOut: add('tokensOut'),
    cacheReads: add('cacheReads'),
    cacheWrites: add('cacheWrites'),
    cacheWrites1h: add('cacheWrites1h'),
  })
}

function sumInput({ tokensIn = 0, cacheReads = 0, cacheWrites = 0 }: Tokens): number {
  return tokensIn + cacheReads + cacheWrites
}
