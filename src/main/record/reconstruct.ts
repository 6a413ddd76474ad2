import { makeOnce } from '../../shared/kernel/make-once.ts'
import { sum } from '../../shared/kernel/numbers.ts'
import { isUnpriced, sumRecordedUsage } from '../../shared/kernel/sum-recorded-usage.ts'
import type { RequestUsage } from '../../shared/kernel/usage.ts'
import type { ModelPrices, TokenUsage } from '../../shared/models/pricing-types.ts'
import type { PriceFigures } from '../../shared/replay/types.ts'
import { findRules, scalePriceSet } from '../kernel/pricing/apply-price-rules.ts'
import { readModelName } from '../kernel/pricing/read-model-name.ts'
import { isRangeUnnamed } from './condensations/hidden-ranges.ts'
import { listMadeCondensations } from './condensations/list-made-condensations.ts'
import { createHistorySource, type HistorySource } from './history-source.ts'
import { sizeTask, type CountingTools } from './overhead/size-task.ts'
import { findPriceSegment, findRequestPrices } from './prices/find-request-prices.ts'
import type { KnownPrices } from './prices/price-variants.ts'
import type {
  MessageRange,
  RecordedRequest,
  RecordedRun,
  RecordedSizes,
  RequestPrices,
} from './recorded-run.ts'
import type { RecordedTask } from './recorded-task.ts'
import { collectContextsAfter } from './requests/collect-contexts-after.ts'
import { createContextWalk, createMomentLookup } from './requests/context-walk.ts'
import { createRecordPlaces } from './requests/create-record-places.ts'
import { buildModeSegments, buildModelSegments, findRequestModels } from './requests/find-request-models.ts'
import { correctClockSteps, type MatchedRequest, type RequestMatches } from './requests/match-requests.ts'
import type { SentRequest } from './requests/place-sent-requests.ts'
import { createSentRanges } from './requests/sent-ranges.ts'
import { findSubtasks } from './subtasks.ts'
import { findCachedTokens } from './usage/cached-tokens.ts'
import { findModelInForce } from './usage/find-model-in-force.ts'
import { groupUsageByModel } from './usage/group-usage-by-model.ts'
import { readRecordedContextTokens } from './usage/recorded-context.ts'

export type ReconstructTools = CountingTools & {
  /** Prices that the price library has for some models; none where it is left out. */
  readonly findKnownPrices?: (models: readonly string[]) => readonly KnownPrices[]
  /** Largest context of a model, in tokens; unknown where it is left out. */
  readonly findWindow?: (model: string) => number | null
}

/** Reconstructs what happened in a task from its messages and what its agent recorded. */
export function reconstruct(recorded: RecordedTask, tools: ReconstructTools): RecordedRun {
  const { usage, fileIndices } = recorded
  const messages = correctClockSteps(recorded.messages, usage, fileIndices)
  const task = { ...recorded, messages }
  const source = createHistorySource(task)
  const matches = makeOnce(source.matches)
  const sized = makeOnce(() => sizeTask(task, matches(), tools))
  const models = makeOnce(() => findRequestModels(messages, usage, matches()))
  const modelNames = makeOnce(() => models().map(({ value }) => value))
  const prices = makeOnce(() => {
    const named = new Set(modelNames().flatMap((model) => model ?? []))
    return findRequestPrices(usage.requests, tools.findKnownPrices?.([...named]) ?? [], modelNames())
  })
  const counts = makeOnce(() => tools.counted?.partTokens.map(sum) ?? messages.map(sized().countMessage))
  const counted = makeOnce(() => ({ counts: counts(), matches: matches() }))
  const calibration = makeOnce(() => source.calibration(counted(), sized))
  const nextContext = makeOnce(() => source.nextContext(counted(), calibration()))
  const places = makeOnce(() => createRecordPlaces(messages, usage, matches().matched))
  const around = makeOnce(() => ({ messages, usage, ...matches(), places: places() }))
  const own = makeOnce(() => source.ownCondensations([...sized().sent, createEndRequest(task)]))
  const requests = makeOnce(() =>
    buildRecordedRequests(task, { own, matches, sized, models, prices, findWindow: tools.findWindow }),
  )
  const lastCondensations = makeOnce(() => own().at(-1) ?? [])
  const members = {
    requests,
    loggedHistories: () => readLoggedHistories(task),
    lastCondensations,
    madeCondensations: () => listMadeCondensations(task, { requests, lastCondensations, source }),
    condensations: () => source.agentCondensations(matches(), sized()),
    summaries: source.summaries,
    uncondensed: source.uncondensed,
    undatedRange: () => (isRangeUnnamed(task) ? task.hiddenRange : null),
    subtasks: () => findSubtasks(sized().parts, recorded.childIds ?? []),
    contexts: () =>
      collectContextsAfter(
        task,
        sized().sent.filter(({ isAnswered }) => isAnswered),
      ),
    models: () => buildModelSegments(around()),
    modes: () => buildModeSegments(around()),
    places,
    sizes: (): RecordedSizes => sized(),
    prices,
    totals: () => sumRecordedUsage(usage),
    cachedTokens: () => findCachedTokens(usage.requests),
    calibration,
    recordedTokens: () => readRecordedContextTokens(usage),
    nextContext,
    modelInForce: () => findModelInForce(modelNames(), nextContext().isLastOff),
  }
  return withMembers(
    {
      messages,
      usage,
      usageByModel: (listedModel: string | null) => groupUsageByModel(task, modelNames(), listedModel),
    },
    members,
  )
}

type Derived<T extends Readonly<Record<string, () => unknown>>> = {
  readonly [Name in keyof T]: ReturnType<T[Name]>
}

/** Adds members that are derived when they are first asked for. */
function withMembers<Base extends object, Members extends Readonly<Record<string, () => unknown>>>(
  base: Base,
  members: Members,
): Base & Derived<Members> {
  const descriptors = Object.fromEntries(
    Object.entries(members).map(([name, derive]) => [name, { get: makeOnce(derive), enumerable: true }]),
  )
  // Each getter returns what its function does, which is what the result type says.
  return Object.defineProperties({ ...base }, descriptors) as Base & Derived<Members>
}

type RequestParts = {
  readonly own: () => ReturnType<HistorySource['ownCondensations']>
  readonly matches: () => RequestMatches
  readonly sized: () => ReturnType<typeof sizeTask>
  readonly models: () => readonly RecordedRequest['model'][]
  readonly prices: () => readonly PriceFigures[]
  readonly findWindow: ReconstructTools['findWindow']
}

/** A request that would be sent after everything. */
function createEndRequest({ messages, usage }: RecordedTask): MatchedRequest {
  return { requestIndex: usage.requests.length, answerIndex: messages.length, model: null, mode: null }
}

function buildRecordedRequests(task: RecordedTask, parts: RequestParts): readonly RecordedRequest[] {
  const { matches, sized, models, prices, findWindow } = parts
  const { requests } = task.usage
  const { sent, unknown, splits, recorded } = sized()
  const answers = new Map(matches().matched.map((one) => [one.requestIndex, one]))
  const reasons = new Map(
    [...matches().unmatched, ...unknown].map(({ requestIndex, reason }) => [requestIndex, reason]),
  )
  const unanswered = new Map(matches().unmatched.map(({ requestIndex, reason }) => [requestIndex, reason]))
  const own = parts.own()
  const histories = findHistories(task, sent)
  const places = new Map(sent.map(({ requestIndex }, at) => [requestIndex, at]))
  return requests.map((request, index): RecordedRequest => {
    const at = places.get(index)
    const known = at === undefined ? undefined : sent[at]
    const match = answers.get(index)
    const overhead = recorded.overheads.get(index)
    const model = models()[index] ?? { kind: 'unknown', value: null, why: 'not-recorded' }
    const windowTokens = model.value === null ? null : (findWindow?.(model.value) ?? null)
    return {
      index,
      ts: request.ts ?? null,
      answer:
        match === undefined
          ? { kind: 'unknown', value: null, why: unanswered.get(index) ?? 'no-answer' }
          : { kind: 'derived', value: match.answerIndex, from: 'order' },
      history:
        at === undefined || known === undefined
          ? { kind: 'unknown', value: null, why: reasons.get(index) ?? 'no-answer' }
          : { kind: 'derived', value: histories[at] ?? [], from: known.isAnswered ? 'answer' : 'attempt' },
      messagesBefore: known?.answerIndex ?? null,
      model,
      windowTokens:
        windowTokens === null
          ? { kind: 'unknown', value: null, why: 'unknown-model' }
          : { kind: 'derived', value: windowTokens, from: 'model' },
      protocol: request.apiProtocol ?? null,
      usage: buildRequestUsage(splits[index] ?? null, request),
      costUsd:
        request.costUsd !== undefined
          ? { kind: 'recorded', value: request.costUsd }
          : request.derivedUsd !== undefined
            ? { kind: 'derived', value: request.derivedUsd, from: 'list-prices' }
            : { kind: 'unknown', value: null, why: 'not-recorded' },
      prices: isUnpriced(request)
        ? { kind: 'unknown', value: null, why: 'unpriced' }
        : findPricesForRequest(prices(), index, request),
      overhead:
        overhead === undefined
          ? { kind: 'unknown', value: null, why: 'unknown-history' }
          : { kind: 'derived', value: overhead, from: 'input' },
      condensations: at === undefined ? [] : (own[at] ?? []),
    }
  })
}

function buildRequestUsage(
  split: TokenUsage | null,
  { tokensIn, cacheWrites = 0, cacheReads = 0 }: RequestUsage,
): RecordedRequest['usage'] {
  if (split !== null) return { kind: 'recorded', value: split }
  const isRecorded = tokensIn !== undefined && tokensIn + cacheWrites + cacheReads > 0
  return { kind: 'unknown', value: null, why: isRecorded ? 'impossible' : 'not-recorded' }
}

function findPricesForRequest(
  segments: readonly PriceFigures[],
  index: number,
  request: RequestUsage,
): RequestPrices {
  const found = findPriceSegment(segments, index)
  if (found === null) return { kind: 'unknown', value: null, why: 'no-cost' }
  const { segment, isOwn } = found
  return {
    kind: 'derived',
    // Prices that recorded costs tell have in them how the requests were served.
    value: segment.isListPrice === true ? applyTerms(segment, request) : segment.prices,
    from: segment.source,
    isCircular: isOwn && segment.isCircular === true,
    derived: segment.derivedPrices ?? [],
  }
}

/** List prices as they are for how a request was served. */
function applyTerms({ prices, modelId }: PriceFigures, request: RequestUsage): ModelPrices {
  const { ts, tokensIn = 0, cacheReads = 0, cacheWrites = 0, contextTokens, modelId: named } = request
  const inputTokens = contextTokens ?? tokensIn + cacheReads + cacheWrites
  const terms = { ...(named === undefined ? {} : readModelName(named).terms), ...request }
  return scalePriceSet(
    prices,
    findRules({ ...terms, modelId: modelId ?? '', day: new Date(ts ?? 0), inputTokens }).rules,
  )
}

function findHistories(
  task: RecordedTask,
  sent: readonly SentRequest[],
): readonly (readonly MessageRange[])[] {
  const rangesAt = createSentRanges(createContextWalk(task))
  const momentOf = createMomentLookup(task)
  return sent.map(({ requestIndex, answerIndex }) => rangesAt(momentOf(requestIndex, answerIndex)))
}

/** What the log says that each request sent; empty without one. */
function readLoggedHistories(task: RecordedTask): readonly (readonly MessageRange[])[] {
  if (task.contexts === undefined || task.fileIndices !== undefined) return []
  const rangesAt = createSentRanges(createContextWalk(task))
  return task.contexts.requests.map(({ before }, request) =>
    rangesAt({ before, atTs: -Infinity, range: null, request }),
  )
}
