import type { Autopsied, Autopsy } from '../../../../shared/condensations/autopsy-types.ts'
import type { Fact } from '../../../../shared/kernel/fact.ts'
import { isLight } from '../../../../shared/kernel/light-values.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { RequestUsage } from '../../../../shared/kernel/usage.ts'
import { stopIfCancelled, type CancelSignal } from '../../../kernel/cancel-signal.ts'
import { listBlocks } from '../../../kernel/history/blocks.ts'
import type { RecordedCut } from '../../../kernel/history/list-recorded-cuts.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import { findFacts, locateFacts } from '../../../measure/facts/find-facts.ts'
import type {
  HistoryChange,
  MadeCondensation,
  RecordedRequest,
  RecordedRun,
} from '../../../record/recorded-run.ts'
import {
  countOthers,
  describeMissing,
  findMissingThings,
  isOpaque,
  openChange,
  openRun,
  readMessageText,
  type MissingNeeded,
  type OpenChange,
  type OpenRun,
} from './find-missing.ts'

/** Services of an autopsy; none has to be there. */
type AutopsyServices = {
  /** Where the task can be cut for other methods. */
  readonly cuts?: readonly RecordedCut[]
  readonly signal?: CancelSignal
  readonly onProgress?: (done: number, total: number) => void
}

/** What each condensation of the agent left out, and what of that the agent needed later. Throws `Cancelled`. */
export function buildAutopsy(
  run: RecordedRun,
  counter: TokenCounter,
  services: AutopsyServices = {},
): Autopsy {
  const made = run.madeCondensations
  const open = openRun(run, counter)
  const sizes = buildAutopsySizes(run, open)
  const readSurvived = createSurvivalReader()
  // An index of every word that followed takes several times the memory that such a session is kept in.
  const isHuge = run.messages.some(isLight)
  const condensations = made.map((one, at): Autopsied => {
    if (services.signal !== undefined) stopIfCancelled(services.signal)
    services.onProgress?.(at, made.length)
    const { own, atRequest } = one
    const { record, change, costUsd } = own
    const kind = findCondensationKind(own)
    const isOpaque = kind === 'opaque'
    const opened = typeof change === 'string' ? null : openChange(open, change)
    const size = measureContextSizes(run, one, sizes)
    const summary = record?.summaryText ?? readSummary(run, one)
    return {
      n: at + 1,
      kind,
      trigger: record?.trigger ?? null,
      ts: record?.ts ?? null,
      ...size,
      summaryRequest: measureSummaryRequest(
        record?.usage,
        size.before,
        summary === null ? 0 : counter.count(summary),
      ),
      cut: findCut(run, one, sizes, services.cuts ?? []),
      atRequest: atRequest === null ? null : atRequest + 1,
      inRequest: record?.request === undefined ? null : record.request + 1,
      pauseSeconds: toSeconds(record?.pauseMs),
      durationSeconds: toSeconds(record?.durationMs),
      isPrecomputed: record?.isPrecomputed === true,
      costUsd: costUsd ?? record?.derivedUsd ?? null,
      followed: atRequest === null ? 0 : run.requests.length - atRequest,
      hidden: opened === null ? null : measureHiddenParts(opened.change, sizes),
      unexamined: typeof change === 'string' ? change : null,
      missing:
        opened === null ? [] : findMissingThings(run, opened).map((thing) => describeMissing(run, thing)),
      others: opened === null || isOpaque || isHuge ? null : countOthers(opened),
      survived: readSurvived(isOpaque ? null : opened),
      summary,
    }
  })
  return { condensations }
}

/** What the request for a summary took: as recorded, else what it had to read, and what it wrote. */
function measureSummaryRequest(
  usage: RequestUsage | undefined,
  before: number | null,
  summaryTokens: number,
): Autopsied['summaryRequest'] {
  if (usage?.tokensIn !== undefined) {
    const { tokensIn, cacheReads = 0, cacheWrites = 0, tokensOut = 0 } = usage
    const whole = usage.isCacheApart === true ? tokensIn + cacheReads + cacheWrites : tokensIn
    return { tokensIn: whole, tokensOut, isRecorded: true }
  }
  return before === null || summaryTokens === 0
    ? null
    : { tokensIn: before, tokensOut: summaryTokens, isRecorded: false }
}

const toSeconds = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1000)

/** What the condensation of a number left out and was needed; empty where nothing was, or nobody knows. */
export function findMissingByNumber(
  run: RecordedRun,
  n: number,
  counter: TokenCounter,
): readonly MissingNeeded[] {
  const change = run.madeCondensations[n - 1]?.own.change ?? 'deleted'
  return typeof change === 'string' ? [] : findMissingThings(run, openChange(openRun(run, counter), change))
}

/** Where the task is cut so that its recorded result is that of a condensation; null where it cannot be. */
function findCut(
  { usage }: RecordedRun,
  { own, written }: MadeCondensation,
  { indexOf }: AutopsySizes,
  cuts: readonly RecordedCut[],
): number | null {
  const place = own.record === null ? -1 : usage.condensations.indexOf(own.record)
  const places = new Set(written.map((message) => indexOf.get(message)))
  const isMade = ({ condensations, index }: RecordedCut): boolean =>
    condensations.length === 0 ? places.has(index) : condensations.includes(place)
  return cuts.find(isMade)?.index ?? null
}

/** Follows the facts of the first context through one condensation after the other. */
function createSurvivalReader(): (opened: OpenChange | null) => Autopsied['survived'] {
  let of: number | null = null
  let left: readonly Fact[] | null = []
  return (opened) => {
    if (opened === null || left === null) {
      left = null
      return null
    }
    if (of === null) {
      left = findFacts(opened.source)
      of = left.length
    }
    const places = locateFacts(left, opened.result)
    left = left.filter((_, at) => (places[at]?.length ?? 0) > 0)
    return { of, left: left.length }
  }
}

/** Messages of a task with their places and the tokens of their parts. */
type AutopsySizes = {
  readonly indexOf: ReadonlyMap<Message, number>
  readonly partTokens: readonly (readonly number[])[]
}

function buildAutopsySizes({ sizes }: RecordedRun, { indexOf }: OpenRun): AutopsySizes {
  const { partTokens } = sizes.fitted ?? sizes.recorded
  return { indexOf, partTokens }
}

function findCondensationKind({ kind, record, change }: MadeCondensation['own']): Autopsied['kind'] {
  if (record?.kind !== undefined) return record.kind
  if (kind === 'truncation') return 'truncation'
  return typeof change !== 'string' && change.result.some(isOpaque) ? 'opaque' : 'summary'
}

function readSummary({ messages }: RecordedRun, { own, written, summary }: MadeCondensation): string | null {
  // Where what it stood for was deleted, the summary itself can be there.
  const isLeft = typeof own.change === 'string' && summary !== null
  const found = isLeft
    ? messages.slice(summary, summary + 1)
    : written.filter(({ isSummary }) => isSummary === true)
  const text = found.map(readMessageText).join('\n\n').trim()
  return text === '' ? null : text
}

/** The parts that are sent no longer; what stands in another version or order is still sent. */
function measureHiddenParts(
  change: HistoryChange,
  { indexOf, partTokens }: AutopsySizes,
): NonNullable<Autopsied['hidden']> {
  const { source, result } = change
  const [had, has] = [new Set(source), new Set(result)]
  const gone = source.filter((message) => !has.has(message))
  const copies = result.filter((message) => !had.has(message) && message.isSummary !== true)
  const left = new Set(copies.flatMap((message) => listBlocks(message).map((block) => JSON.stringify(block))))
  const isLeft = (message: Message): boolean => {
    const blocks = listBlocks(message)
    return left.size > 0 && blocks.length > 0 && blocks.every((block) => left.has(JSON.stringify(block)))
  }
  const messages = gone.filter((message) => !isLeft(message)).flatMap((message) => indexOf.get(message) ?? [])
  const tokens = sum(messages.map((index) => sum(partTokens[index] ?? [])))
  const added = copies.filter((message) => !isLeft(message)).flatMap((message) => indexOf.get(message) ?? [])
  const isClearing = copies.length > 0 && gone.length === copies.length
  const stubs = isClearing ? sum(added.map((index) => sum(partTokens[index] ?? []))) : 0
  const parts = sum(messages.map((index) => (partTokens[index] ?? []).length))
  return { messages: messages.length, parts, tokens: Math.max(0, Math.round(tokens - stubs)) }
}

/** As the agent recorded them, else of the requests before and after, else by the messages. */
function measureContextSizes(
  { requests }: RecordedRun,
  { own, atRequest }: MadeCondensation,
  { indexOf, partTokens }: AutopsySizes,
): Pick<Autopsied, 'before' | 'after'> {
  const { record, change } = own
  const at = atRequest ?? requests.length
  const sumInput = (request: RecordedRequest | undefined): number | null => {
    const usage = request?.usage.value ?? null
    return usage === null ? null : usage.input + usage.cacheReads + usage.cacheWrites
  }
  const measureMessages = (messages: readonly Message[]): number =>
    Math.round(sum(messages.flatMap((message) => partTokens[indexOf.get(message) ?? -1] ?? [])))
  const counted =
    typeof change === 'string'
      ? null
      : { before: measureMessages(change.source), after: measureMessages(change.result) }
  return {
    before: record?.tokensBefore ?? sumInput(requests[at - 1]) ?? counted?.before ?? null,
    after: record?.tokensAfter ?? sumInput(requests[at]) ?? counted?.after ?? null,
  }
}
