import type { SessionTotals } from '../../../shared/kernel/usage.ts'
import { isRecord, readNestedFields, toNumberOrNull, type Fields } from '../json/fields.ts'
import type { SessionEvent } from './events.ts'

/**
 * What Copilot CLI says of a session when it ends: what each model used, and the sizes of the system prompt and of the
 * tools. Tokens are those of one process, so that a session that was gone on with has the sizes alone.
 */
export function readShutdown(events: readonly SessionEvent[]): SessionTotals {
  const end = events.findLastIndex(({ type }) => type === 'session.shutdown')
  const data = events[end]?.data ?? {}
  const sumFigure = (name: string): number | undefined => toNumberOrNull(data[name]) ?? undefined
  const sizes = {
    systemTokens: sumFigure('systemTokens'),
    toolTokens: sumFigure('toolDefinitionsTokens'),
    lastContextTokens: sumFigure('currentTokens'),
  }
  const isResumed = events.some(
    ({ type }, at) =>
      type === 'session.resume' ||
      (type === 'session.shutdown' && at !== end) ||
      (type === 'assistant.message' && at > end),
  )
  const byModel = isResumed
    ? []
    : Object.entries(readNestedFields(data, 'modelMetrics')).flatMap(readModelTotals)
  return byModel.length === 0 ? sizes : { ...sumModelTotals(byModel), byModel, ...sizes }
}

type ModelTotals = NonNullable<SessionTotals['byModel']>[number]

/** The input has the cached tokens in it. */
function readModelTotals([model, metric]: readonly [string, unknown]): readonly ModelTotals[] {
  if (!isRecord(metric)) return []
  const usage = readNestedFields(metric, 'usage')
  const [input, reads, writes] = ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens'].map(
    createCountReader(usage),
  )
  const figures = {
    requests: createCountReader(readNestedFields(metric, 'requests'))('count'),
    tokensIn: input === undefined ? undefined : Math.max(0, input - (reads ?? 0) - (writes ?? 0)),
    tokensOut: createCountReader(usage)('outputTokens'),
    cacheReads: reads,
    cacheWrites: writes,
    reasoningTokens: createCountReader(usage)('reasoningTokens'),
  }
  const known = Object.entries(figures).filter(([, value]) => value !== undefined)
  return known.length === 0 ? [] : [{ model, ...Object.fromEntries(known) }]
}

const createCountReader =
  (fields: Fields) =>
  (name: string): number | undefined => {
    const count = toNumberOrNull(fields[name])
    return count === null || count < 0 ? undefined : count
  }

const names = ['requests', 'tokensIn', 'tokensOut', 'cacheReads', 'cacheWrites', 'reasoningTokens'] as const

/** A figure that one model does not have is unknown of all. */
function sumModelTotals(models: readonly ModelTotals[]): SessionTotals {
  const sums = names.flatMap((name) => {
    const figures = models.flatMap((one) => one[name] ?? [])
    return figures.length < models.length
      ? []
      : [[name, figures.reduce((sum, figure) => sum + figure, 0)] as const]
  })
  return Object.fromEntries(sums)
}
