import { textOf } from '../json/fields.ts'
import { z } from 'zod'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { isRecord } from '../json/read-json.ts'
import type { SessionEvent } from './events.ts'

const count = z.number().nonnegative().optional().catch(undefined)

const usageSchema = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
  reasoningTokens: count,
})

/** Usage as the agent counts it: input has the cached tokens. Nothing where it has no figures. */
export function usageOf(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  if (usage?.inputTokens === undefined) return {}
  const {
    inputTokens,
    outputTokens = 0,
    cacheReadTokens = 0,
    cacheWriteTokens = 0,
    reasoningTokens = 0,
  } = usage
  return {
    tokensIn: Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens),
    tokensOut: outputTokens,
    cacheReads: cacheReadTokens,
    cacheWrites: cacheWriteTokens,
    ...(reasoningTokens > 0 ? { reasoningTokens } : {}),
    isCacheApart: true,
  }
}

/**
 * The usage of each model call by its id. Answers have their output alone; more is known where calls were recorded too, and of
 * the one call of a model where the session ended with its totals.
 */
export function usagesOf(events: readonly SessionEvent[]): ReadonlyMap<string, RequestUsage> {
  const usages = new Map<string, RequestUsage>()
  const answers = events.filter(({ type }) => type === 'assistant.message')
  for (const event of answers) {
    const { outputTokens } = usageSchema.safeParse(event.data).data ?? {}
    const known = usages.get(callOf(event))?.tokensOut
    if (outputTokens !== undefined)
      usages.set(callOf(event), { tokensOut: Math.max(known ?? 0, outputTokens) })
  }
  for (const [model, total] of totalsOf(events)) {
    const calls = new Set(answers.filter(({ data }) => data['model'] === model).map(callOf))
    const [only] = calls
    if (calls.size === 1 && only !== undefined) usages.set(only, { ...usages.get(only), ...total })
  }
  for (const { type, data } of events) {
    const call = textOf(data['apiCallId'])
    if (type === 'assistant.usage' && call !== null)
      usages.set(call, { ...usages.get(call), ...usageOf(data) })
  }
  return usages
}

/** What the last shutdown says of each model, if it was asked no more often than once. */
function totalsOf(events: readonly SessionEvent[]): readonly (readonly [string, RequestUsage])[] {
  const metrics = events.findLast(({ type }) => type === 'session.shutdown')?.data['modelMetrics']
  if (!isRecord(metrics)) return []
  return Object.entries(metrics).flatMap(([model, metric]) => {
    const requests = isRecord(metric) ? metric['requests'] : null
    const isOne = isRecord(requests) && requests['count'] === 1
    return isRecord(metric) && isOne ? [[model, usageOf(metric['usage'])] as const] : []
  })
}

/** The model call that an answer came from; parts of one answer share it. */
export function callOf({ id, data }: SessionEvent): string {
  return textOf(data['apiCallId']) ?? id
}
