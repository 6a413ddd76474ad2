import { z } from 'zod'
import type { InnerCall, RequestUsage } from '../../../shared/kernel/usage.ts'
import {
  omitUnknown,
  omitZero,
  readNestedFields,
  isRecord,
  readRecordList,
  toTextOrNull,
} from '../json/fields.ts'
import { count, perhaps } from './figures.ts'
import { readServiceTerms } from './read-service-terms.ts'

const tokensSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: perhaps,
  cache_creation_input_tokens: perhaps,
  cache_creation: z
    .object({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count })
    .nullish()
    .catch(null),
})

/**
 * The usage of one of Anthropic's responses, whose input is without the cached tokens; nothing where it has none. Its
 * tokens are those of all samplings of the model; what else the server called on the way stands beside them, but for
 * compactions (`readCompactionUsage`). `modelId` is the model that was asked; another one that served is in the answer.
 */
export function readAnthropicUsage(value: unknown, modelId: string | null = null): RequestUsage {
  const tokens = readTokens(value)
  if (tokens === null || !isRecord(value)) return {}
  return {
    ...tokens,
    isCacheApart: true,
    ...readServiceTerms(value),
    ...omitUnknown({ webSearches: omitZero(readWebSearches(value)) }),
    ...readIterations(value, tokens, modelId),
  }
}

/** What the server used to compact the history in the middle of a response; null where it did not. */
export function readCompactionUsage(value: unknown): RequestUsage | null {
  if (!isRecord(value)) return null
  const [own] = readRecordList(value['iterations']).filter(({ type }) => type === 'compaction')
  const tokens = readTokens(own)
  return tokens === null ? null : { ...tokens, isCacheApart: true, ...readServiceTerms(value) }
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

function readWebSearches(usage: Readonly<Record<string, unknown>>): number {
  return count.parse(readNestedFields(usage, 'server_tool_use')['web_search_requests'])
}

type Iteration = { readonly type: string | null; readonly model: string | null; readonly tokens: Tokens }

/** Kinds of iteration that try to answer the request; all others are calls of their own. */
const attempts: ReadonlySet<string | null> = new Set(['message', 'fallback'])

/**
 * What iterations say that the sums do not: how large the context was at the end, what the server called besides, and
 * which model served where the one that was asked refused.
 */
function readIterations(
  usage: Readonly<Record<string, unknown>>,
  sums: Tokens,
  modelId: string | null,
): Partial<RequestUsage> {
  const iterations = readRecordList(usage['iterations']).flatMap((one): Iteration[] => {
    const tokens = readTokens(one)
    return tokens === null
      ? []
      : [{ type: toTextOrNull(one['type']), model: toTextOrNull(one['model']), tokens }]
  })
  const tried = iterations.filter(({ type }) => attempts.has(type))
  const last = tried.at(-1)
  if (last === undefined) return {}
  const contextTokens = sumInput(last.tokens)
  const besides = iterations.flatMap((one): InnerCall[] =>
    attempts.has(one.type) || one.type === 'compaction' || sumInput(one.tokens) === 0
      ? []
      : [buildInnerCall(one.type === 'advisor_message' ? 'advisor' : 'other', one, null)],
  )
  const served = tried.some(({ type }) => type === 'fallback') ? last : null
  // An attempt that was refused before it said anything is not billed.
  const answered =
    served === null ? [] : tried.slice(0, -1).filter(({ tokens }) => (tokens.tokensOut ?? 0) > 0)
  const innerCalls = [...besides, ...answered.map((one) => buildInnerCall('fallback', one, modelId))]
  return {
    ...(served === null ? {} : { ...served.tokens, ...omitUnknown({ modelId: served.model }) }),
    ...(contextTokens === 0 || contextTokens === sumInput(served?.tokens ?? sums) ? {} : { contextTokens }),
    ...(innerCalls.length === 0 ? {} : { innerCalls }),
  }
}

function buildInnerCall(
  kind: InnerCall['kind'],
  { model, tokens }: Iteration,
  modelId: string | null,
): InnerCall {
  return { kind, ...omitUnknown({ modelId: model ?? modelId }), ...tokens }
}

function sumInput({ tokensIn = 0, cacheReads = 0, cacheWrites = 0 }: Tokens): number {
  return tokensIn + cacheReads + cacheWrites
}
