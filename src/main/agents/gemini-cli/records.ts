import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { isRecord, type Fields } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'

/** A message of a chat as it stands in the file. */
export type StoredMessage = Readonly<{ id: string; line: number | null; value: Fields }>

/** What a file of Gemini CLI says happened, in its order. */
export type ChatEvent = Readonly<
  | { kind: 'message'; message: StoredMessage }
  /** The history was written anew: it was condensed, masked, taken back or resumed. */
  | { kind: 'history'; messages: readonly StoredMessage[]; isResumed: boolean }
  | { kind: 'rewind'; id: string }
>

export type ChatFile = Readonly<{
  events: readonly ChatEvent[]
  /** What the file says about the session, the last word of each. */
  facts: Fields
  problems: readonly ImportProblem[]
}>

/** Reads a chat, one JSON object or a log of lines. */
export function readChat(source: ParsedSource): ChatFile {
  const file = source.only()
  const document = readChatDocument(source)
  if (document !== null) {
    return {
      events: readDocumentMessages(document).map((message) => ({ kind: 'message', message })),
      facts: document,
      problems: source.json(file).problems,
    }
  }
  const { records, problems } = source.lines(file)
  const events: ChatEvent[] = []
  const unknown = new Set<string>()
  let facts: Fields = {}
  let [skipped, isResumed] = [0, false]
  for (const { value, line } of records) {
    const update = value['$set']
    if (typeof value['$rewindTo'] === 'string') events.push({ kind: 'rewind', id: value['$rewindTo'] })
    else if (isRecord(update)) {
      facts = { ...facts, ...update }
      if (Array.isArray(update['messages']))
        events.push({ kind: 'history', messages: readMessageList(update['messages'], line), isResumed })
    } else if (typeof value['id'] === 'string' && typeof value['type'] === 'string') {
      events.push({ kind: 'message', message: { id: value['id'], line, value } })
      isResumed = false
    } else if (typeof value['sessionId'] === 'string') {
      facts = { ...facts, ...value }
      isResumed = true
      for (const message of readDocumentMessages(value)) events.push({ kind: 'message', message })
    } else {
      skipped += 1
      unknown.add(Object.keys(value).slice(0, 3).join(', ') || 'nothing')
    }
  }
  const left: ImportProblem = {
    file: file.name,
    place: '',
    reason: `${formatCountWithNoun(skipped, 'record')} of an unknown kind left out, with ${[...unknown].slice(0, 3).join('; ')}`,
    severity: 'warning',
  }
  return { events, facts, problems: [...problems, ...(skipped > 0 ? [left] : [])] }
}

/** The one object that older versions write, and checkpoints with a bare history; null for a log of lines. */
function readChatDocument(source: ParsedSource): Fields | null {
  const file = source.only()
  const head = source.head()?.values ?? []
  const [first] = head
  if (head.length > 1) return null
  if (Array.isArray(first)) return { history: source.json(file).items.map(({ value }) => value) }
  if (!isRecord(first)) return null
  if (!Array.isArray(first['messages']) && !Array.isArray(first['history'])) return null
  const { object, items } = source.json(file)
  // Of a damaged one the messages that can be read are there.
  return object ?? { ...first, history: undefined, messages: items.map(({ value }) => value) }
}

function readDocumentMessages(document: Fields): readonly StoredMessage[] {
  return readMessageList(document['messages'] ?? document['history'], null)
}

function readMessageList(messages: unknown, line: number | null): readonly StoredMessage[] {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : []
  return list.flatMap((value, index) => {
    if (!isRecord(value)) return []
    const id = typeof value['id'] === 'string' ? value['id'] : `message ${index}`
    return [{ id, line, value }]
  })
}
