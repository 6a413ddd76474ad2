import type { LineRecord } from '../json-lines.ts'
import { readNestedFields, toNumberOrNull, toTextOrNull, type Fields } from '../json/fields.ts'
import { readMessageWords } from './messages.ts'

/** Something in the log of events that a message of the history can be told by. */
export type LoggedEvent = Readonly<{
  /** What it has in common with its message; see `keyOf`. */
  key: string
  ts: number | null
  /** The model call that it is; null for what the person said, and for compactions. */
  step: Step | null
}>

/** A model call in the log of events. */
export type Step = Readonly<{
  usage: Fields
  callId: string | null
  retries: number
  /** Broken off: its answer is not in the history unless a message is the same. */
  isInterrupted: boolean
  /** When the result of each call came. */
  results: ReadonlyMap<string, number>
}>

export const compactionKey = 'compaction'

/** What tells a message in both: the ids of its calls, or its words. */
export function buildMessageKey(role: string, ids: readonly string[], words: string): string {
  return ids.length > 0 ? `calls ${ids.join(' ')}` : `${role} ${words}`
}

type OpenStep = {
  ts: number | null
  usage: Fields
  callId: string | null
  retries: number
  isInterrupted: boolean
  ids: string[]
  words: string
  isListed: boolean
  readonly results: Map<string, number>
}

/** Reads a log of events in its order. Those of subagents are within others, and stay there. */
export function readLoggedEvents(records: readonly LineRecord[]): readonly LoggedEvent[] {
  const events: (LoggedEvent | OpenStep)[] = []
  let step: OpenStep | null = null
  for (const { value } of records) {
    const { type, payload } = unwrapEvent(value)
    const ts = readEventTime(value)
    switch (type) {
      case 'TurnBegin':
      case 'SteerInput':
        if (type === 'TurnBegin') step = null
        events.push({
          key: buildMessageKey('user', [], readMessageWords({ content: payload['user_input'] })),
          ts,
          step: null,
        })
        break
      case 'CompactionEnd':
        events.push({ key: compactionKey, ts, step: null })
        break
      case 'StepBegin':
        step = openStep(ts)
        break
      default:
        if (step !== null && addTo(step, type, { payload, ts })) events.push(step)
    }
  }
  return events.map((event) => ('key' in event ? event : closeStep(event)))
}

/** What the person said first, as titles are made of it; null where the log does not say. */
export function findFirstWords(events: readonly LoggedEvent[]): string | null {
  const words = events
    .filter(({ key }) => key.startsWith('user '))
    .map(({ key }) => key.slice('user '.length).trim())
  return words.find((one) => one !== '' && !one.startsWith('/')) ?? null
}

function unwrapEvent(value: Fields): { readonly type: string | null; readonly payload: Fields } {
  const message = readNestedFields(value, 'message')
  return { type: toTextOrNull(message['type']), payload: readNestedFields(message, 'payload') }
}

/** Times are seconds. */
function readEventTime(value: Fields): number | null {
  const seconds = toNumberOrNull(value['timestamp'])
  return seconds === null ? null : Math.round(seconds * 1000)
}

function openStep(ts: number | null): OpenStep {
  return {
    ts,
    usage: {},
    callId: null,
    retries: 0,
    isInterrupted: false,
    ids: [],
    words: '',
    isListed: false,
    results: new Map(),
  }
}

/** Adds an event to its model call; true for the first, behind which a compaction before the call lies. */
function addTo(
  step: OpenStep,
  type: string | null,
  { payload, ts }: Readonly<{ payload: Fields; ts: number | null }>,
): boolean {
  switch (type) {
    case 'ContentPart':
      step.words += readMessageWords({ content: [payload] })
      break
    case 'ToolCall':
      step.ids.push(toTextOrNull(payload['id']) ?? '')
      break
    case 'ToolResult':
      if (ts !== null) step.results.set(toTextOrNull(payload['tool_call_id']) ?? '', ts)
      break
    case 'StatusUpdate':
      if (toNumberOrNull(readNestedFields(payload, 'token_usage')['output']) === null) break
      step.usage = readNestedFields(payload, 'token_usage')
      step.callId = toTextOrNull(payload['message_id'])
      step.ts = ts
      break
    case 'StepRetry':
      // What came of the call that failed came to nothing.
      step.retries += 1
      step.ids = []
      step.words = ''
      break
    case 'StepInterrupted':
      step.isInterrupted = true
      break
    default:
      return false
  }
  const isFirst = !step.isListed
  step.isListed = true
  return isFirst
}

function closeStep({
  ids,
  words,
  ts,
  usage,
  callId,
  retries,
  isInterrupted,
  results,
}: OpenStep): LoggedEvent {
  return {
    key: buildMessageKey('assistant', ids, words),
    ts,
    step: { usage, callId, retries, isInterrupted, results },
  }
}
