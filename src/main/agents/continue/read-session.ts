import { append } from '../../../shared/kernel/append.ts'
import type { Message, ContentBlock } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { readContentBlocks, buildToolResultBlock } from '../messages/blocks.ts'
import { readOpenAiChatMessage } from '../messages/read-open-ai-chat-message.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { readPromptMessages, matchLoggedMessages } from './prompt-log.ts'
import { readAnswerUsage } from './read-answer-usage.ts'

/** What Continue sends for calls without an output, and for those that the person stopped. */
const noOutput = 'No tool output'

const cancelled = 'The user cancelled this tool call.'

/** Reads the items of a history in their order: each answer is a request. */
export function readSession(history: unknown): BuiltSession {
  const session = createSessionBuilder()
  const shorten = createShortened()
  let current: Entry[] = []
  let cuts: Cuts = new Map()
  // What is sent of `current`; it grows with that, since the cuts are of what was there before.
  let sent: Entry[] = []
  const write = (entries: readonly Entry[]): void => {
    append(current, entries)
    append(sent, entries)
  }
  // Reasoning is an item of its own in front of the answer that it belongs to.
  let opened: readonly Entry[] = []
  const condense = (written: Message): void => {
    const entry: Entry = { message: written }
    const condenseId = toSafeString(written.condenseId)
    session.condensation({ kind: 'summary', condenseId }, [...sent, ...opened], [entry])
    current = [entry]
    sent = [entry]
    opened = []
  }
  for (const [at, item] of readRecordList(history).entries()) {
    const summary = toTextOrNull(item['conversationSummary'])
    const entries = readItemMessages(item).map((message): Entry => ({ message }))
    const { role, content } = readNestedFields(item, 'message')
    const condenseId = `summary-${at}`
    if (summary !== null && role === 'assistant' && content === summary) {
      condense(buildLoneSummary(summary, condenseId))
      continue
    }
    if (role === 'thinking') opened = [...opened, ...entries]
    else if (role === 'assistant') {
      const now = readLoggedCuts(current, item, shorten)
      if (now !== null) {
        const before = sent
        sent = cutBy(current, now)
        const kind = findLoss(cuts, now)
        if (kind !== null) session.condensation({ kind }, before, sent)
        cuts = now
      }
      session.request(readAnswerUsage(item), sent, [...opened, ...entries.slice(0, 1)])
      write([...opened, ...entries])
      opened = []
    } else write(entries)
    if (summary !== null) condense(buildSummaryMessage(summary, condenseId))
  }
  return session.finish([...sent, ...opened])
}

/** What Continue sent in place of a message so that the rest would fit; null where it sent nothing. */
type Cuts = ReadonlyMap<Entry, Entry | null>

function cutBy(entries: readonly Entry[], cuts: Cuts): Entry[] {
  return entries.flatMap((entry) => {
    const cut = cuts.get(entry)
    return cut === undefined ? entry : (cut ?? [])
  })
}

/** The cuts that the log of the prompt shows; null where there is no log, or one that does not fit. */
function readLoggedCuts(
  current: readonly Entry[],
  item: Fields,
  shorten: (entry: Entry, text: string) => Entry,
): Cuts | null {
  const logs = item['promptLogs']
  const log: unknown = Array.isArray(logs) ? logs[0] : null
  const prompt = isRecord(log) ? toTextOrNull(log['prompt']) : null
  const sent =
    prompt === null
      ? null
      : matchLoggedMessages(
          current.map(({ message }) => message),
          readPromptMessages(prompt),
        )
  if (sent === null) return null
  return new Map(
    current.flatMap((entry, at): [Entry, Entry | null][] => {
      const how = sent[at] ?? null
      if (how === null) return [[entry, null]]
      return how.text === null ? [] : [[entry, shorten(entry, how.text)]]
    }),
  )
}

/** What was lost between two requests; null where nothing was. */
function findLoss(before: Cuts, after: Cuts): 'truncation' | 'clearing' | null {
  const lost = [...after].filter(([entry, cut]) => {
    const had = before.get(entry)
    if (had === undefined) return true
    return had !== null && (cut === null || measureContentSize(cut) < measureContentSize(had))
  })
  if (lost.length === 0) return null
  return lost.some(([, cut]) => cut === null) ? 'truncation' : 'clearing'
}

function measureContentSize({ message }: Entry): number {
  return JSON.stringify(message.content).length
}

/** Makes each shorter version of a message once. */
function createShortened(): (entry: Entry, text: string) => Entry {
  const known = new Map<Entry, Map<string, Entry>>()
  return (entry, text) => {
    const versions = known.get(entry) ?? new Map<string, Entry>()
    known.set(entry, versions)
    const version = versions.get(text) ?? {
      message: { ...entry.message, content: [{ type: 'text', text }] },
      isCopy: true,
    }
    versions.set(text, version)
    return version
  }
}

/** The summary goes into the instructions; here it stands where what it stands for did. */
function buildSummaryMessage(summary: string, condenseId: string): Message {
  return {
    role: 'user',
    content: [{ type: 'text', text: `Previous conversation summary:\n\n ${summary}` }],
    isSummary: true,
    condenseId,
  }
}

/** The command line puts it in place of the history, as an answer; its call is not among the requests of the session. */
function buildLoneSummary(summary: string, condenseId: string): Message {
  return { role: 'assistant', content: [{ type: 'text', text: summary }], isSummary: true, condenseId }
}

/** What an item of a history sends: the message itself, and behind it a result for each of its calls. */
function readItemMessages(item: Fields): readonly Message[] {
  const message = readNestedFields(item, 'message')
  const origin = toTextOrNull(message['id']) === null ? {} : { origin: { id: toSafeString(message['id']) } }
  switch (message['role']) {
    case 'user':
      return buildUserMessage(item, message).map((one) => ({ ...one, ...origin }))
    case 'thinking':
      return buildThinkingMessage(message).map((one) => ({ ...one, ...origin }))
    case 'assistant':
      return buildAssistantMessages(item, message).map((one) => ({ ...one, ...origin }))
    // Results are sent from the calls that they are of, and instructions from the settings.
    default:
      return []
  }
}

/** Files and other context that the person attached stand in front of what they typed. */
function buildUserMessage(item: Fields, message: Fields): readonly Message[] {
  const attached = readContents(item['contextItems']).flatMap((text): ContentBlock[] =>
    text.trim() === '' ? [] : [{ type: 'text', text: `${text}\n` }],
  )
  const content = [...attached, ...readContentBlocks(message['content'])]
  return content.length === 0 ? [] : [{ role: 'user', content }]
}

function buildThinkingMessage(message: Fields): readonly Message[] {
  const redacted = toTextOrNull(message['redactedThinking'])
  const signature = toTextOrNull(message['signature'])
  const text = readContentBlocks(message['content'])
    .flatMap((block) => (block.type === 'text' ? [toSafeString(block['text'])] : []))
    .join('')
  const block: ContentBlock =
    text === '' && redacted !== null
      ? { type: 'redacted_thinking', data: redacted }
      : { type: 'thinking', thinking: text, ...(signature === null ? {} : { signature }) }
  return text === '' && redacted === null ? [] : [{ role: 'assistant', content: [block] }]
}

function buildAssistantMessages(item: Fields, message: Fields): readonly Message[] {
  const said = readOpenAiChatMessage(message)
  if (said === null) return []
  const states = readRecordList(item['toolCallStates'])
  const byId = new Map(states.map((state) => [toSafeString(state['toolCallId']), state]))
  const results =
    typeof said.content === 'string' ? [] : said.content.filter(({ type }) => type === 'tool_use')
  return [
    said,
    ...results.map(({ id }): Message => ({ role: 'user', content: [buildResult(toSafeString(id), byId)] })),
  ]
}

function buildResult(id: string, states: ReadonlyMap<string, Fields>): ContentBlock {
  const state = states.get(id)
  if (state === undefined) return buildToolResultBlock(id, noOutput, { is_error: true })
  if (state['status'] === 'canceled') return buildToolResultBlock(id, cancelled, { is_error: true })
  const isError = state['status'] === 'errored' ? { is_error: true } : {}
  return Array.isArray(state['output'])
    ? buildToolResultBlock(id, readContents(state['output']).join('\n\n'), isError)
    : buildToolResultBlock(id, noOutput, { is_error: true })
}

function readContents(items: unknown): readonly string[] {
  return Array.isArray(items)
    ? items.filter(isRecord).flatMap(({ content }) => (typeof content === 'string' ? [content] : []))
    : []
}
