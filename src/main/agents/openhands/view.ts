import { append } from '../../../shared/kernel/append.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { Entry } from '../session/entry-order.ts'
import type { AgentEvent, StoredConversation } from './events.ts'

/** What the agent remembers: events, and summaries in place of forgotten ones. One view grows; a condensation makes another. */
export type View = readonly AgentEvent[]

export type Renderer = {
  /** What a view sends, message by message. */
  readonly render: (view: View) => readonly Entry[]
  /** The message of a response. */
  readonly answerTo: (responseId: string) => readonly Entry[]
}

/** Turns views into what they send; a message is the same entry whenever it is sent. */
export function createRenderer({ events, isOld }: StoredConversation): Renderer {
  const groups = Map.groupBy(
    events.filter(({ part, responseId }) => part.kind === 'calls' && responseId !== null),
    ({ responseId }) => responseId ?? '',
  )
  const first = events.find(({ part }) => part.kind === 'message' && part.isPrompt)
  const known = new Map<string, Entry>()
  const findOrBuildEntry = (key: string, make: () => Message): Entry => {
    const entry = known.get(key) ?? { message: make() }
    known.set(key, entry)
    return entry
  }
  const groupEntry = (responseId: string): Entry =>
    findOrBuildEntry(`response ${responseId}`, () => mergeEventMessages(groups.get(responseId) ?? [], isOld))
  const making: Making = {
    isOld,
    single: ({ id }, message) => findOrBuildEntry(id, () => message),
    group: groupEntry,
    findCalls: (responseId) => [...new Set((groups.get(responseId) ?? []).flatMap(listCallIds))],
  }
  const spaced = createSpaced()
  const settled = new WeakMap<View, Settled>()
  return {
    render: (view) => {
      const before = settled.get(view) ?? { events: 0, entries: [] }
      const tail = view.slice(before.events)
      const count = countSettledEvents(tail, making.findCalls)
      append(before.entries, walk(tail.slice(0, count), making))
      before.events += count
      settled.set(view, before)
      const entries = [...before.entries, ...walk(tail.slice(count), making)]
      if (!isOld) return entries
      const prompt =
        first === undefined || beginsWithPrompt(view) ? [] : [making.single(first, readEventMessage(first))]
      return spaced([...prompt, ...entries])
    },
    answerTo: (responseId) => {
      if (groups.has(responseId)) return [groupEntry(responseId)]
      const said = events.find((event) => event.responseId === responseId && event.part.kind === 'message')
      return said?.part.kind === 'message' ? [findOrBuildEntry(said.id, () => readEventMessage(said))] : []
    },
  }
}

function readEventMessage({ part }: AgentEvent): Message {
  return part.kind === 'message' || part.kind === 'calls' || part.kind === 'result'
    ? part.message
    : { role: 'user', content: [] }
}

function listCallIds({ part }: AgentEvent): readonly string[] {
  return part.kind === 'calls' ? part.callIds : []
}

/** All that one response asks for: old events each hold the whole of it, new ones a call each. */
function mergeEventMessages(events: readonly AgentEvent[], isOld: boolean): Message {
  const [first, ...more] = events
  if (first === undefined) return { role: 'assistant', content: [] }
  const message = readEventMessage(first)
  const callIds = new Set(listCallIds(first))
  const others = isOld ? more.filter((event) => listCallIds(event).some((id) => !callIds.has(id))) : more
  const content = [message, ...others.map(readEventMessage)].flatMap((one) =>
    typeof one.content === 'string' ? [] : one.content,
  )
  return { ...message, content }
}

type Making = {
  readonly isOld: boolean
  readonly single: (event: AgentEvent, message: Message) => Entry
  readonly group: (responseId: string) => Entry
  readonly findCalls: (responseId: string) => readonly string[]
}

/** Calls without all of their results are not sent, and neither are results without their call. */
function walk(view: View, { isOld, single, group, findCalls }: Making): readonly Entry[] {
  const results = new Map(
    view.flatMap((event) => (event.part.kind === 'result' ? [[event.part.callId, event] as const] : [])),
  )
  const whole = new Set(
    view.flatMap(({ part, responseId }) =>
      part.kind === 'calls' && responseId !== null && findCalls(responseId).every((id) => results.has(id))
        ? [responseId]
        : [],
    ),
  )
  const answered = new Set([...whole].flatMap(findCalls))
  const open = new Map([...whole].map((responseId) => [responseId, new Set(findCalls(responseId))]))
  const responseOf = new Map(
    [...whole].flatMap((responseId) => findCalls(responseId).map((id) => [id, responseId] as const)),
  )
  const sent = new Set<string>()
  const findResultEntries = (id: string): readonly Entry[] => {
    const event = results.get(id)
    return event === undefined ? [] : [single(event, readEventMessage(event))]
  }
  return view.flatMap((event): readonly Entry[] => {
    const { part, responseId } = event
    if (part.kind === 'message') return [single(event, part.message)]
    if (part.kind === 'calls' && responseId !== null && !isOld) {
      if (!whole.has(responseId) || sent.has(responseId)) return []
      sent.add(responseId)
      return [group(responseId)]
    }
    if (part.kind !== 'result' || !answered.has(part.callId)) return []
    if (!isOld) return results.get(part.callId) === event ? findResultEntries(part.callId) : []
    const asked = responseOf.get(part.callId) ?? ''
    const left = open.get(asked)
    left?.delete(part.callId)
    if (left === undefined || left.size > 0 || sent.has(asked)) return []
    sent.add(asked)
    return [group(asked), ...findCalls(asked).flatMap(findResultEntries)]
  })
}

/** The first prompt is sent in front of all else, were it forgotten or not. */
function beginsWithPrompt([first, second]: View): boolean {
  const there = first?.part.kind === 'place' && first.part.isSystem ? second : first
  return there === undefined || (there.part.kind === 'message' && there.part.isPrompt)
}

/** The part of a view that nothing written behind it changes: all of its calls have their results. */
type Settled = { events: number; readonly entries: Entry[] }

function countSettledEvents(events: View, callsOf: Making['findCalls']): number {
  const open = new Map<string, Set<string>>()
  let settled = 0
  for (const [at, { part, responseId }] of events.entries()) {
    if (part.kind === 'calls' && responseId !== null && !open.has(responseId))
      open.set(responseId, new Set(callsOf(responseId)))
    if (part.kind === 'result')
      for (const [asked, ids] of open) if (ids.delete(part.callId) && ids.size === 0) open.delete(asked)
    if (open.size === 0) settled = at + 1
  }
  return settled
}

/** A user message behind another one begins with an empty line; the form that is sent first is the message itself. */
function createSpaced(): (entries: readonly Entry[]) => readonly Entry[] {
  const forms = new Map<Entry, { readonly isSpaced: boolean; readonly own: Entry; other: Entry | null }>()
  const pickEntryForm = (entry: Entry, isSpaced: boolean): Entry => {
    const form = forms.get(entry) ?? {
      isSpaced,
      own: isSpaced ? buildSpacedEntry(entry) : entry,
      other: null,
    }
    forms.set(entry, form)
    if (form.isSpaced === isSpaced) return form.own
    form.other ??= { ...(isSpaced ? buildSpacedEntry(entry) : entry), isCopy: true }
    return form.other
  }
  return (entries) =>
    entries.map((entry, at) => {
      const before = entries[at - 1]
      return isTyped(entry) ? pickEntryForm(entry, before !== undefined && isTyped(before)) : entry
    })
}

function isTyped({ message: { role, content } }: Entry): boolean {
  return (
    role === 'user' && (typeof content === 'string' || content.every(({ type }) => type !== 'tool_result'))
  )
}

function buildSpacedEntry({ message }: Entry): Entry {
  if (typeof message.content === 'string')
    return { message: { ...message, content: `\n\n${message.content}` } }
  const at = message.content.findIndex(({ type }) => type === 'text')
  const content = message.content.map((block, place) =>
    place === at ? { ...block, text: `\n\n${toSafeString(block['text'])}` } : block,
  )
  return { message: { ...message, content } }
}
