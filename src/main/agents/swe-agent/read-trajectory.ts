import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readOpenAiChatMessage, isInstruction } from '../messages/read-open-ai-chat-message.ts'
import { buildMessageSense } from '../session/compare-histories.ts'
import type { Entry } from '../session/entry-order.ts'
import { followRequests, type LoggedRequest } from '../session/follow-requests.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import type { Elision, Processors } from './history-processors.ts'

export type ReadTrajectory = { readonly session: BuiltSession; readonly remarks: readonly string[] }

/** An item of the history with the message that it is. */
type Item = { readonly fields: Fields; readonly entry: Entry }

/** Reads a trajectory: by the queries of its steps where it has them, else by its history and how that was processed. */
export function readTrajectory(file: Fields, processors: Processors): ReadTrajectory {
  const all = readRecordList(file['history'])
  const agent = all.find((item) => toTextOrNull(item['agent']) !== null)?.['agent']
  const own = all.filter((item) => item['agent'] === undefined || item['agent'] === agent)
  const items = own.flatMap((fields): Item[] => {
    const message = readHistoryMessage(fields)
    return message === null ? [] : [{ fields, entry: { message } }]
  })
  const steps = readRecordList(file['trajectory'])
  const hasQueries = steps.some(({ query }) =>
    readRecordList(query).some(({ role }) => typeof role === 'string'),
  )
  const others = all.length - own.length
  const remarks = [
    ...(others === 0 ? [] : [`${formatCountWithNoun(others, 'message')} of other agents are left out`]),
    ...(hasQueries ? [] : collectRemarks(processors)),
  ]
  return {
    session: hasQueries ? buildFromQueries(steps, items) : buildFromHistory(items, processors.elision),
    remarks,
  }
}

function collectRemarks({ unknown, isConfigured }: Processors): readonly string[] {
  if (!isConfigured)
    return [
      'the file does not say whether older observations were shortened when they were sent, so they are shown whole',
    ]
  return unknown.map(
    (name) => `${name} changed what was sent, by a rule that is not known, so it is shown unchanged`,
  )
}

/** What each step sent is recorded. Answers that were refused, and the complaints about them, are not in the history. */
function buildFromQueries(steps: readonly Fields[], items: readonly Item[]): BuiltSession {
  const answers = items.filter(({ fields }) => fields['role'] === 'assistant' && fields['is_demo'] !== true)
  const lasting = new Set(items.map(({ entry }) => buildMessageSense(entry.message)))
  let next = 0
  const requests = steps.flatMap((step): LoggedRequest[] => {
    const messages = readRecordList(step['query']).flatMap((item) => readHistoryMessage(item) ?? [])
    if (messages.length === 0) return []
    const response = toTextOrNull(step['response']) ?? ''
    const stored = answers[next]?.entry.message
    const isStored = stored !== undefined && readMessageText(stored).trim() === response.trim()
    if (isStored) next += 1
    const answer: Message[] = isStored
      ? [stored]
      : response === ''
        ? []
        : [{ role: 'assistant', content: [{ type: 'text', text: response }] }]
    return [{ usage: {}, messages, answer }]
  })
  return followRequests(requests, { isLasting: (message) => lasting.has(buildMessageSense(message)) })
}

function readMessageText({ content }: Message): string {
  if (typeof content === 'string') return content
  return content.flatMap((block) => (block.type === 'text' ? [toSafeString(block['text'])] : [])).join('\n')
}

/** Each answer of the history was asked for with everything before it, older observations shortened where that was configured. */
function buildFromHistory(items: readonly Item[], elision: Elision | null): BuiltSession {
  const session = createSessionBuilder()
  const elider = elision === null ? null : createElider(items, elision)
  let sent: Entry[] = []
  items.forEach((item, at) => {
    const { role, is_demo: isDemo } = item.fields
    if (role === 'assistant' && isDemo !== true) {
      const old = elider?.findNewlyElided(at) ?? []
      if (old.length > 0) {
        const before = sent
        sent = [...sent]
        for (const place of old) sent[place] = elideEntry(items[place] ?? item)
        session.condensation({ kind: 'clearing' }, before, sent)
      }
      session.request({}, sent, [item.entry])
    }
    sent.push(item.entry)
  })
  return session.finish(sent)
}

/** Finds which observations are shortened from a request on that were not before: never the first one, which is the task. */
function createElider(items: readonly Item[], { keep, polling, keepTags, removeTags }: Elision) {
  const isTagged = ({ fields: { tags } }: Item, names: readonly string[]): boolean =>
    Array.isArray(tags) && tags.some((tag) => names.includes(toSafeString(tag)))
  const observations: number[] = []
  let [seen, elided] = [0, 1]
  return {
    findNewlyElided: (count: number): readonly number[] => {
      const fresh: number[] = []
      for (; seen < count; seen += 1) {
        const item = items[seen]
        if (item === undefined || !isObservation(item.fields)) continue
        observations.push(seen)
        if (isTagged(item, removeTags)) fresh.push(seen)
      }
      const last = Math.floor(observations.length / polling) * polling - keep
      for (; elided < last; elided += 1) {
        const place = observations[elided]
        const item = place === undefined ? undefined : items[place]
        const isKept = item === undefined || isTagged(item, keepTags) || isTagged(item, removeTags)
        if (place !== undefined && !isKept) fresh.push(place)
      }
      return fresh
    },
  }
}

function elideEntry({ fields, entry }: Item): Entry {
  const words = `Old environment output: (${countLines(fields)} lines omitted)`
  const { message } = entry
  const content =
    typeof message.content === 'string'
      ? words
      : message.content.some(({ type }) => type === 'tool_result')
        ? message.content.map((block) =>
            block.type === 'tool_result' ? { ...block, content: words } : block,
          )
        : [{ type: 'text', text: words }]
  return { message: { ...message, content }, isCopy: true }
}

/** A message of the history, or of the query of a step; null for the system prompt and for what says nothing. */
function readHistoryMessage(item: Fields): Message | null {
  if (isInstruction(item)) return null
  const { tool_call_ids: ids, role } = item
  const [id]: readonly unknown[] = Array.isArray(ids) ? ids : []
  const message = readOpenAiChatMessage(
    id === undefined || role === 'assistant' ? item : { ...item, role: 'tool', tool_call_id: id },
  )
  // A demonstration was written beforehand and not by the person.
  return message === null || item['is_demo'] !== true ? message : { ...message, isBoilerplate: true }
}

/** Whether the environment or the person wrote an item that the processors of history call an observation. */
function isObservation({ message_type: type, role, is_demo: isDemo }: Fields): boolean {
  if (isDemo === true) return false
  return type === undefined ? role === 'user' || role === 'tool' : type === 'observation'
}

/** Lines of an item, as Python counts them. */
function countLines({ content }: Fields): number {
  if (typeof content === 'string') return splitLines(content)
  if (!Array.isArray(content)) return 0
  return content
    .filter(isRecord)
    .reduce(
      (sum, { type, text }) => sum + (type === 'text' && typeof text === 'string' ? splitLines(text) : 0),
      0,
    )
}

function splitLines(text: string): number {
  if (text === '') return 0
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
  return lines.at(-1) === '' ? lines.length - 1 : lines.length
}
