import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import type { HiddenRange } from '../imported-task.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { withEdits, type ContextEdit } from './context-edits.ts'

export type EditedTask = Readonly<{
  messages: readonly Message[]
  edits: readonly ContextEdit[]
  usage: RecordedUsage
  /** What is hidden from the next request. */
  hiddenRange: HiddenRange | null
}>

/**
 * What each request of a task of Cline sent, with blocks edited and a range of messages left out. Null where the requests
 * do not say what had been written before them, or something else is recorded of them that such a log has no place for.
 */
export function editedContexts(task: EditedTask): BuiltSession | null {
  const { messages, usage, hiddenRange } = task
  const { requests, condensations, truncations, clockSteps } = usage
  const isOther = condensations.length > 0 || truncations !== undefined || clockSteps !== undefined
  if (isOther || requests.some(({ historyIndex, ts }) => historyIndex === undefined || ts == null))
    return null
  const versionOf = createVersions(task)
  const session = createSessionBuilder()
  const sent = (count: number, [start, end]: Range, until: number): readonly Entry[] =>
    messages
      .slice(0, count)
      .flatMap((_, index) => (index >= start && index <= end ? [] : versionOf(index, until)))
  let [range, until]: [Range, number] = [nothing, -Infinity]
  requests.forEach(({ historyIndex = -1, deletedRange = range, ...request }, at) => {
    const count = Math.min(messages.length, historyIndex + 2)
    const now = request.ts ?? until
    const before = sent(count, range, until)
    const history = sent(count, deletedRange, now)
    const isSame = before.length === history.length && before.every((entry, one) => entry === history[one])
    const kind = deletedRange[1] > range[1] ? 'truncation' : 'clearing'
    if (!isSame) session.condensation({ ts: request.ts, kind }, before, history)
    ;[range, until] = [deletedRange, now]
    // One that was sent once more has its answer but once.
    const isLast = requests[at + 1]?.historyIndex !== historyIndex
    const answer = messages[count]?.role === 'assistant' && isLast ? versionOf(count, -Infinity) : []
    session.request(request, history, answer)
  })
  session.aside(messages.flatMap((_, index) => versionOf(index, -Infinity)))
  const last: Range = hiddenRange === null ? nothing : [hiddenRange.start, hiddenRange.end]
  return session.finish(sent(messages.length, last, Infinity))
}

type Range = readonly [number, number]
const nothing: Range = [0, -1]

/** Finds the version of a message in a request after a moment; the same version is the same entry. */
function createVersions({ messages, edits }: EditedTask) {
  const plain = messages.map((message): Entry => ({ message }))
  const ofMessage = Map.groupBy(edits, ({ message }) => message)
  const edited = new Map<string, Entry>()
  return (index: number, moment: number): readonly Entry[] => {
    const entry = plain[index]
    if (entry === undefined) return []
    const own = (ofMessage.get(index) ?? []).filter(({ ts }) => ts < moment)
    if (own.length === 0) return [entry]
    const key = `${index} ${own.length}`
    const message = withEdits(entry.message, own)
    const version = edited.get(key) ?? (message === entry.message ? entry : { message, isCopy: true })
    edited.set(key, version)
    return [version]
  }
}
