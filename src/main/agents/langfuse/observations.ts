import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import {
  isRecord,
  omitUnknown,
  omitZero,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import { readInputMessages, readOutputMessages } from '../messages/from-payload.ts'
import { withoutWrappers, type LoggedCall } from '../session/logged-sessions.ts'
import { readAskedTerms } from '../usage/read-service-terms.ts'

/** Traces and observations of an export, each once. */
export type Export = {
  readonly observations: readonly Fields[]
  readonly traces: ReadonlyMap<string, Fields>
}

/** Gathers what the documents of a file hold: traces with their observations, lists of either, or observations alone. */
export function gatherExport(documents: readonly Fields[]): Export {
  const observations = new Map<string, Fields>()
  const traces = new Map<string, Fields>()
  const take = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) take(one)
    if (!isRecord(value)) return
    const { id, data, trace, observations: own, traces: several } = value
    if (isObservation(value)) {
      const known = observations.get(toSafeString(id))
      // Lists within a trace are without the content.
      if (known?.['input'] == null) observations.set(toSafeString(id), { ...known, ...value })
      return
    }
    if (typeof id === 'string' && Array.isArray(own)) traces.set(id, value)
    if (isRecord(trace) && typeof trace['id'] === 'string') traces.set(trace['id'], trace)
    for (const held of [readNestedFields(value, 'trace')['observations'], own, several, data]) take(held)
  }
  for (const document of documents) take(document)
  return { observations: [...observations.values()], traces }
}

/** Whether an object is a step of a trace. */
export function isObservation(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['type'] === 'string' &&
    typeof (value['traceId'] ?? value['trace_id']) === 'string' &&
    'startTime' in value
  )
}

/** The model calls of an export, in the order of their time. */
export function readModelCalls({ observations, traces }: Export): readonly LoggedCall[] {
  const inOrder = observations.toSorted(
    (a, b) => (toTimeOrNull(a['startTime']) ?? 0) - (toTimeOrNull(b['startTime']) ?? 0),
  )
  const steps = new Map(
    inOrder.map((one) => [
      toSafeString(one['id']),
      { parentId: toTextOrNull(one['parentObservationId']), isTool: one['type'] === 'TOOL' },
    ]),
  )
  const calls = inOrder.flatMap((one): LoggedCall[] => {
    const messages = one['type'] === 'GENERATION' ? readInputMessages(one['input']) : []
    if (messages.length === 0) return []
    const traceId = toSafeString(one['traceId'] ?? one['trace_id'])
    const conversation =
      toTextOrNull(one['sessionId']) ?? toTextOrNull(traces.get(traceId)?.['sessionId']) ?? traceId
    return [
      {
        id: toSafeString(one['id']),
        conversation,
        usage: readObservationUsage(one),
        messages,
        answer: readOutputMessages(one['output']).filter(({ role }) => role === 'assistant'),
      },
    ]
  })
  return withoutWrappers(calls, steps)
}

/** Names of cached and of reasoning tokens, which each library that reports to Langfuse gives its own. */
const reads = /cache_?d?_?read|cached/i
const writes = /cache_?_?(?:creation|write)/i
const thoughts = /reasoning|thought/i

/**
 * The usage of a call. Some libraries count cached tokens as input and reasoning as output and others do not: the total
 * tells where it is the sum of all.
 */
function readObservationUsage(observation: Fields): RequestUsage {
  const details = readUsageDetails(observation)
  const { input = null, output = null, total = null } = details
  const sumDetails = (name: RegExp): number =>
    Object.entries(details).reduce((sum, [key, count]) => (name.test(key) ? sum + count : sum), 0)
  const [cacheReads, cacheWrites, reasoningTokens] = [
    sumDetails(reads),
    sumDetails(writes),
    sumDetails(thoughts),
  ]
  const cached = cacheReads + cacheWrites
  const apart = cached + reasoningTokens
  const isApart = total === null || total !== (input ?? 0) + (output ?? 0) || apart === 0
  const cost =
    toNumberOrNull(readNestedFields(observation, 'costDetails')['total']) ??
    toNumberOrNull(observation['totalCost'])
  const model = toTextOrNull(observation['model']) ?? toTextOrNull(observation['providedModelName'])
  const failure =
    observation['level'] === 'ERROR' ? (toTextOrNull(observation['statusMessage']) ?? 'it failed') : null
  return {
    ts: toTimeOrNull(observation['startTime']),
    ...readAskedTerms(observation['modelParameters']),
    ...omitUnknown({
      modelId: model,
      tokensIn: input === null || isApart ? input : Math.max(0, input - cached),
      isCacheApart: input === null ? null : true,
      tokensOut: output === null || !isApart ? output : output + reasoningTokens,
      cacheReads: omitZero(cacheReads),
      cacheWrites: omitZero(cacheWrites),
      reasoningTokens: omitZero(reasoningTokens),
      costUsd: omitZero(cost),
      failureText: failure,
    }),
  }
}

/** Counts by name, of which older exports know three. */
function readUsageDetails(
  observation: Fields,
): Readonly<Record<string, number | undefined>> & { [name: string]: number } {
  const { usageDetails, usage } = observation
  const held =
    isRecord(usageDetails) && Object.keys(usageDetails).length > 0
      ? usageDetails
      : isRecord(usage)
        ? usage
        : {}
  return Object.fromEntries(
    Object.entries(held).flatMap(([key, count]) =>
      typeof count === 'number' && count >= 0 ? [[key, count]] : [],
    ),
  )
}
