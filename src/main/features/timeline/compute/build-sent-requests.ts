import type { Bill } from '../../../../shared/kernel/bill.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import type {
  SentMessages,
  SentPart,
  SentRequestFigures,
  SentRequests,
} from '../../../../shared/kernel/sent-request.ts'
import { sumInputTokens } from '../../../../shared/kernel/sum-recorded-usage.ts'
import type { RequestUsage } from '../../../../shared/kernel/usage.ts'
import { explainUnknownHistory } from '../../../../shared/kernel/words/record.ts'
import { listBlocks, findCallInput } from '../../../kernel/history/blocks.ts'
import type { MessageRange, RecordedRequest, RecordedRun } from '../../../record/recorded-run.ts'

/** Gives the bill of a request; what needs none leaves it out, since the price data are large. */
type PriceRequest = (request: RequestUsage, now: Date, compactions: readonly RequestUsage[]) => Bill | null

/** What each request of a task sent and used, and its bill. */
export function buildSentRequests(
  run: RecordedRun,
  priceRequest: PriceRequest = () => null,
): Omit<SentRequests, 'agent' | 'format'> {
  const { calibration } = run
  const tokensIn = createTokenSums(run)
  const buildBill = createBills(run, priceRequest)
  return {
    overhead:
      calibration === null
        ? null
        : {
            tokens: Math.round(calibration.intercept),
            error: Math.round(calibration.meanErrorTokens),
          },
    requests: run.requests.map((request) => buildRequestFigures(run, request, { tokensIn, buildBill })),
  }
}

/** The history that a request sent, by its number from 1; null where nobody knows, or where there is none such. */
export function findSentMessages(run: RecordedRun, n: number): SentMessages | null {
  const { messages, sizes } = run
  const ranges = findSentRanges(run, n - 1)
  if (ranges === null) return null
  const sent = listIndices(ranges).flatMap((index) => {
    const message = messages[index]
    if (message === undefined) return []
    const parts = (sizes.parts[index] ?? []).map((part, at) => ({ part, at }))
    return [{ message, index, parts: parts.filter(({ part }) => isSent(message, part)) }]
  })
  return {
    n,
    messages: sent.map(({ message, parts }) => ({
      role: message.role,
      parts: parts.map(({ part }) => buildSentPart(message, part)),
    })),
    source: sent.flatMap(({ index, parts }) => parts.map(({ at }): [number, number] => [index, at])),
  }
}

/** False for what an agent shows and keeps and never sends back, such as the thoughts of some models. */
function isSent(message: Message, { blockIndex }: Part): boolean {
  return listBlocks(message)[blockIndex]?.['isUnsent'] !== true
}

/** Why nobody knows what a request sent, by its place in the record, in a sentence; null where it is known. */
export function explainUnknown(run: RecordedRun, index: number): string | null {
  const history = run.requests[index]?.history
  return history?.kind === 'unknown' && findSentRanges(run, index) === null
    ? explainUnknownHistory(history.why)
    : null
}

function buildRequestFigures(
  run: RecordedRun,
  request: RecordedRequest,
  tools: {
    readonly tokensIn: (range: MessageRange) => number
    readonly buildBill: (index: number) => Bill | null
  },
): SentRequestFigures {
  const { usage } = run
  const { index, history, messagesBefore } = request
  const ranges = findSentRanges(run, index)
  const recorded = usage.requests[index]
  const bill = tools.buildBill(index)
  const { speed, serviceTier, isTierAsked, geo } = recorded ?? {}
  return {
    n: index + 1,
    ts: request.ts,
    model: request.model.value,
    window: request.windowTokens.value,
    history: ranges === null ? null : countSentMessages(ranges, messagesBefore),
    unknown: explainUnknown(run, index),
    countedTokens: ranges === null ? null : sum(ranges.map(tools.tokensIn)),
    recorded: buildRecordedFigures(request, recorded, bill),
    terms: { speed, serviceTier, isTierAsked, geo },
    bill,
    evidence: { context: ranges === null ? history.kind : 'derived', cost: request.costUsd.kind },
  }
}

/** Gives the bill of a request, with the compactions that the server made in its answer. */
function createBills({ usage }: RecordedRun, priceRequest: PriceRequest): (index: number) => Bill | null {
  const inside = Map.groupBy(usage.condensations, ({ request }) => request)
  return (index) => {
    const recorded = usage.requests[index]
    if (recorded === undefined || recorded.costUsd !== undefined) return null
    const compactions = (inside.get(index) ?? []).flatMap((one) => one.usage ?? [])
    return priceRequest(recorded, new Date(), compactions)
  }
}

/** A log is believed against the figures: what it says was sent. */
function findSentRanges(
  { loggedHistories, requests }: RecordedRun,
  index: number,
): readonly MessageRange[] | null {
  return loggedHistories[index] ?? requests[index]?.history.value ?? null
}

/** How many messages were sent, and how many up to the last one of them, or to the answer, were not. */
function countSentMessages(
  ranges: readonly MessageRange[],
  before: number | null,
): Exclude<SentRequestFigures['history'], null> {
  const messages = sum(ranges.map(({ from, to }) => to - from))
  return { messages, hidden: Math.max(0, (before ?? ranges.at(-1)?.to ?? 0) - messages) }
}

/** Counts the tokens of a range of messages; each message is looked at once for all of them. */
function createTokenSums({ messages, sizes }: RecordedRun): (range: MessageRange) => number {
  const sums = [0]
  for (const message of messages) sums.push((sums.at(-1) ?? 0) + sizes.countMessage(message))
  const sumBefore = (index: number): number => sums[Math.min(index, messages.length)] ?? 0
  return ({ from, to }) => sumBefore(to) - sumBefore(from)
}

function buildRecordedFigures(
  { usage, costUsd }: RecordedRequest,
  recorded: RequestUsage | undefined,
  bill: Bill | null,
): SentRequestFigures['recorded'] {
  if (usage.value === null) return null
  const { input, output, cacheReads, cacheWrites } = usage.value
  const hourly = Math.min(recorded?.cacheWrites1h ?? 0, cacheWrites)
  const pickKnown = (name: 'cacheReads' | 'cacheWrites' | 'tokensOut', figure: number): number | null =>
    recorded?.[name] === undefined ? null : figure
  return {
    contextTokens: sumInputTokens(usage.value),
    input,
    cacheRead: pickKnown('cacheReads', cacheReads),
    cacheWrite5m: pickKnown('cacheWrites', cacheWrites - hourly),
    cacheWrite1h: pickKnown('cacheWrites', hourly),
    output: pickKnown('tokensOut', output),
    reasoning: recorded?.reasoningTokens ?? null,
    costUsd: bill === null ? costUsd.value : bill.usd,
  }
}

function listIndices(ranges: readonly MessageRange[]): readonly number[] {
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))
}

function buildSentPart(message: Message, part: Part): SentPart {
  const { kind, holder, text, toolName, isError } = part
  const marks = isError === true ? { isError } : {}
  const id = findNativeId(message, part)
  if (holder === 'input')
    return {
      kind,
      ...(toolName === undefined ? {} : { name: toolName }),
      input: findCallInput(message, part.blockIndex),
      ...id,
    }
  if (holder === 'block') {
    const block = findBlock(message, part)
    const said = readReasoningText(block)
    return { kind, ...(said === null ? {} : { text: said }), block, ...id }
  }
  return { kind, text, ...id, ...marks }
}

/** Reasoning as far as it can be read. */
function readReasoningText(block: unknown): string | null {
  const isThinking = typeof block === 'object' && block !== null && 'thinking' in block
  return isThinking && typeof block.thinking === 'string' && block.thinking !== '' ? block.thinking : null
}

function findBlock(message: Message, { blockIndex, nestedIndex }: Part): unknown {
  const block = listBlocks(message)[blockIndex]
  const content = block?.['content']
  return nestedIndex !== undefined && Array.isArray(content) ? content[nestedIndex] : block
}

function findNativeId(message: Message, { blockIndex }: Part): { readonly id?: string } {
  const block = listBlocks(message)[blockIndex]
  const id =
    block?.type === 'tool_use' ? block['id'] : block?.type === 'tool_result' ? block['tool_use_id'] : null
  return typeof id === 'string' ? { id } : {}
}
