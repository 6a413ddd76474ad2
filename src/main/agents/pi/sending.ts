import { append } from '../../../shared/kernel/append.ts'
import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import type { PiFamily } from './family.ts'
import { readEntryRole } from './messages.ts'
import type { TreeEntry } from './tree.ts'

/** What pi makes of the messages of a session before it sends them. */
export type Sending = {
  /** The next message, `entry` in its present version. */
  readonly add: (source: TreeEntry, entry: Entry) => void
  /** Everything, as `reader` got it, the answer to it. While nothing else changes it is one list, which grows. */
  readonly all: (reader: TreeEntry | null) => readonly Entry[]
}

/** Entries that pi makes only when it sends; one is the same in each request. */
export type SentVersions = {
  readonly unanswered: (call: ContentBlock, source: TreeEntry) => Entry
  /** An answer without calls that nobody answered; null where nothing is left of it. */
  readonly withoutCalls: (entry: Entry, calls: readonly ContentBlock[]) => Entry | null
  /** Null where it is not followed what a model saw of others. */
  readonly withoutThoughts: ((entry: Entry, isLeftOut: boolean) => Entry) | null
}

/** Whether an answer failed, was stopped or was given again, and is never sent again. */
export function isFailed(source: TreeEntry): boolean {
  const { stopReason, retryRecovery } = readAnswerMessage(source) ?? {}
  return stopReason === 'error' || stopReason === 'aborted' || Boolean(retryRecovery)
}

/** The message of an entry that is an answer of a model; null for others. */
export function readAnswerMessage(source: TreeEntry): Fields | null {
  const message = readEntryRole(source) === 'assistant' ? source.value['message'] : null
  return isRecord(message) ? message : null
}

/** Of a session that changes its model more often, each request would hold other versions of all that was said. */
const mostChanges = 100

/** Whether a session changes its model so often that what each model saw of the others is not followed. */
export function changesModelOften(entries: readonly TreeEntry[]): boolean {
  const models = entries.filter((entry) => readAnswerMessage(entry) !== null).map(buildModelKey)
  return models.filter((model, at) => at > 0 && model !== models[at - 1]).length > mostChanges
}

/** Takes messages in their order. A call that nobody answered gets a result or goes, as each model demands one. */
export function createSending(
  versions: SentVersions,
  { unansweredCalls, thoughtsLeftOutSince }: PiFamily,
): Sending {
  let list: Entry[] = []
  /** So many results at the end of `list` were made up for a request. */
  let made = 0
  const shownTo = createShownTo(versions)
  const authors = new Map<Entry, string>()
  const models = new Set<string>()
  let source: TreeEntry | null = null
  const calls = createCalls(unansweredCalls)
  const makeResults = (): void => {
    const from = source
    if (from === null || made > 0 || unansweredCalls === 'left out') return
    const missing = calls.listOpen()
    append(
      list,
      missing.map((call) => versions.unanswered(call, from)),
    )
    made = missing.length
  }
  const leaveOutCalls = (): Entry[] =>
    unansweredCalls === 'left out' ? withoutOpenCalls(list, calls.listOpen(), versions) : list
  const close = (): void => {
    makeResults()
    list = leaveOutCalls()
    made = 0
    calls.begin([])
  }
  return {
    add: (from, entry) => {
      const role = readEntryRole(from)
      if (isLeftOut(from)) return
      if (role === 'toolResult') {
        // A list that was given grows, and changes in no other way.
        if (made > 0) list = list.slice(0, -made)
        made = 0
        if (!calls.takeResult(readResultId(entry))) return
      } else close()
      if (isFailed(from)) return calls.fail(selectCallBlocks(entry))
      if (role === 'assistant') {
        calls.begin(selectCallBlocks(entry))
        source = from
        authors.set(entry, buildModelKey(from))
        models.add(buildModelKey(from))
      }
      list.push(entry)
    },
    all: (reader) => {
      makeResults()
      const now = leaveOutCalls()
      const model = reader === null ? '' : buildModelKey(reader)
      const isAlone = models.size === 0 || (models.size === 1 && models.has(model))
      if (reader === null || isAlone) return now
      const isLeftOut = (reader.ts ?? 0) >= thoughtsLeftOutSince
      return shownTo(now, { model, isLeftOut, authors })
    },
  }
}

/** The list without the calls of its last answer that have no result. */
function withoutOpenCalls(
  list: Entry[],
  open: readonly ContentBlock[],
  { withoutCalls }: SentVersions,
): Entry[] {
  const at = list.findLastIndex(({ message }) => message.role === 'assistant')
  const answer = list[at]
  if (open.length === 0 || answer === undefined) return list
  const left = withoutCalls(answer, open)
  return [...list.slice(0, at), ...(left === null ? [] : [left]), ...list.slice(at + 1)]
}

/** The calls of the last answer, those of them that have a result, and all that were never sent. */
function createCalls(unanswered: PiFamily['unansweredCalls']) {
  let calls: readonly ContentBlock[] = []
  const answered = new Set<string>()
  const failed = new Set<string>()
  return {
    begin: (own: readonly ContentBlock[]): void => {
      calls = own
      answered.clear()
    },
    /** Each call of a failed answer may have a result that says so. */
    fail: (own: readonly ContentBlock[]): void => {
      for (const call of unanswered === 'left out' ? own : []) failed.add(toSafeString(call['id']))
    },
    /** Whether the result of a call is sent. */
    takeResult: (id: string): boolean => {
      answered.add(id)
      return !failed.has(id)
    },
    listOpen: () => calls.filter((call) => !answered.has(toSafeString(call['id']))),
  }
}

type Reader = Readonly<{
  model: string
  /** Whether what others thought is left out for it. */
  isLeftOut: boolean
  /** The model that wrote each answer. */
  authors: ReadonlyMap<Entry, string>
}>

/** Shows a list that grows as one model gets it: for each model it is one list, which grows with that. */
function createShownTo({ withoutThoughts }: SentVersions) {
  const known = new WeakMap<readonly Entry[], Map<string, Entry[]>>()
  return (list: readonly Entry[], { model, isLeftOut, authors }: Reader): readonly Entry[] => {
    if (withoutThoughts === null) return list
    const versions = known.get(list) ?? new Map<string, Entry[]>()
    known.set(list, versions)
    const key = `${isLeftOut} ${model}`
    const shown = versions.get(key) ?? []
    versions.set(key, shown)
    for (let at = shown.length; at < list.length; at += 1) {
      const entry = list[at]
      if (entry === undefined) continue
      const author = authors.get(entry)
      shown.push(author === undefined || author === model ? entry : withoutThoughts(entry, isLeftOut))
    }
    return shown
  }
}

/** Makes each version once. */
export function createSentVersions(entries: readonly TreeEntry[]): SentVersions {
  const results = new Map<string, Entry>()
  const others = new Map<Entry, Map<boolean, Entry>>()
  const withoutCalls = new Map<Entry, Entry | null>()
  return {
    unanswered: (call, source) => {
      const key = `${source.at} ${toSafeString(call['id'])}`
      const entry = results.get(key) ?? {
        message: buildUnansweredResult(toSafeString(call['id'])),
        isCopy: true,
      }
      results.set(key, entry)
      return entry
    },
    withoutCalls: (entry, calls) => {
      const known = withoutCalls.get(entry)
      if (known !== undefined) return known
      const { content } = entry.message
      const left = typeof content === 'string' ? [] : content.filter((block) => !calls.includes(block))
      const version =
        left.length === 0 ? null : { message: { ...entry.message, content: left }, isCopy: true }
      withoutCalls.set(entry, version)
      return version
    },
    withoutThoughts: changesModelOften(entries)
      ? null
      : (entry, isLeftOut) => {
          const known = others.get(entry) ?? new Map<boolean, Entry>()
          others.set(entry, known)
          const version = known.get(isLeftOut) ?? adaptToOtherModel(entry, isLeftOut)
          known.set(isLeftOut, version)
          return version
        },
  }
}

function buildUnansweredResult(id: string): Entry['message'] {
  return {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: id,
        content: [{ type: 'text', text: 'No result provided' }],
        is_error: true,
      },
    ],
    isBoilerplate: true,
  }
}

function adaptToOtherModel(entry: Entry, isLeftOut: boolean): Entry {
  const { content } = entry.message
  if (typeof content === 'string') return entry
  const blocks = content.flatMap((block): ContentBlock[] => {
    if (block.type === 'redacted_thinking' || block.type === 'reasoning') return []
    if (block.type !== 'thinking') return [block]
    const words = toTextOrNull(block['thinking'])
    return isLeftOut || words === null ? [] : [{ type: 'text', text: words }]
  })
  const isSame = blocks.length === content.length && blocks.every((block, at) => block === content[at])
  return isSame ? entry : { message: { ...entry.message, content: blocks }, isCopy: true }
}

/** Commands of the person that the model never sees. */
function isLeftOut({ value: { message } }: TreeEntry): boolean {
  return isRecord(message) && message['role'] === 'bashExecution' && message['excludeFromContext'] === true
}

function selectCallBlocks({ message }: Entry): readonly ContentBlock[] {
  return typeof message.content === 'string'
    ? []
    : message.content.filter((block) => block.type === 'tool_use')
}

function readResultId({ message: { content } }: Entry): string {
  return typeof content === 'string' ? '' : toSafeString(content[0]?.['tool_use_id'])
}

function buildModelKey(source: TreeEntry): string {
  const message = readAnswerMessage(source)
  return JSON.stringify([message?.['api'], message?.['provider'], message?.['model']])
}
