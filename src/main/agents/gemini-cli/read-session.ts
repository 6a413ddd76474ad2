import { z } from 'zod'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import { isRecord, omitUnknown, omitZero } from '../json/fields.ts'
import { createSessionBuilder, type BuiltSession, type SessionBuilder } from '../session/session-builder.ts'
import { count, perhaps } from '../usage/figures.ts'
import { createEntries, type ChatEntry } from './entries.ts'
import { buildContentKey, isSent } from './parts.ts'
import type { ChatEvent, StoredMessage } from './records.ts'

const tokensSchema = z.object({
  input: count,
  output: count,
  cached: perhaps,
  thoughts: count,
  tool: count,
})

/** Reads a chat from its first event to its last: each answer is a request; what rewrites the history may be a condensation. */
export function readChatSession(events: readonly ChatEvent[]): BuiltSession {
  const replay = createReplay()
  for (const { start, messages } of groupChatParts(events)) {
    if (start?.kind === 'rewind') replay.rewind(start.id)
    if (start?.kind === 'history') replay.rewrite(start)
    replay.add(messages)
  }
  return replay.finish()
}

type Rewrite = Extract<ChatEvent, { readonly kind: 'history' }>

/** What was written between two rewrites, each message once: its last copy, at the place of its first. */
type ChatPart = {
  readonly start: Exclude<ChatEvent, { readonly kind: 'message' }> | null
  readonly messages: readonly StoredMessage[]
}

function groupChatParts(events: readonly ChatEvent[]): readonly ChatPart[] {
  const starts: ChatPart['start'][] = [null]
  const byId: Map<string, StoredMessage>[] = [new Map()]
  for (const event of events) {
    if (event.kind !== 'message') {
      starts.push(event)
      byId.push(new Map())
      continue
    }
    const { message } = event
    const own = byId.at(-1)
    own?.set(message.id, { ...message, line: own.get(message.id)?.line ?? message.line })
  }
  return starts.map((start, at) => ({ start, messages: [...(byId[at]?.values() ?? [])] }))
}

/** The history of a chat as it grows and is rewritten. */
function createReplay() {
  const session = createSessionBuilder()
  const entries = createEntries()
  const requests = createRequests(session)
  let history: ChatEntry[] = []
  /** What stood before rewrites since which nothing was written. */
  let before: Rewritten | null = null
  let isRewriting = false
  const settle = (): void => {
    if (before === null) return
    const record = recogniseCondensation(before.history, history, requests.lastContext())
    if (record !== null) session.condensation(record, before.history, history)
    else if (isTakenBack(before, history)) session.request({}, before.history, [])
    before = null
  }
  const add = (messages: readonly StoredMessage[]): void => {
    const answered = new Set(messages.flatMap((message) => entries.of(message)?.answers ?? []))
    const places = new Map(history.map(({ id }, place) => [id, place]))
    const put = (entry: ChatEntry | null): void => {
      if (entry === null || !isMessage(entry)) return
      const place = places.get(entry.id)
      if (place !== undefined) {
        history = history.with(place, entry)
        return
      }
      places.set(entry.id, history.length)
      history.push(entry)
    }
    for (const message of messages) {
      const entry = entries.of(message)
      if (entry === null) continue
      settle()
      // Versions that write whole histories send no prompt behind results that were not answered.
      if (isRewriting && isTyped(message) && isResult(history.at(-1))) history.push(buildInterruption())
      if (entry.message.role === 'assistant' && !places.has(entry.id)) requests.add(message, entry, history)
      put(entry)
      put(entries.readResults(message, answered))
    }
  }
  return {
    add,
    rewind: (id: string): void => {
      settle()
      const place = history.findIndex((entry) => entry.id === id)
      history = history.slice(0, Math.max(0, place))
    },
    rewrite: ({ messages, isResumed }: Rewrite): void => {
      // A file that begins with a history has its answers in it.
      if (history.length === 0 && before === null) add(messages)
      before ??= { history, isResumed }
      isRewriting = true
      history = entries.ofHistory(messages, before.history).filter(isMessage)
    },
    finish: (): BuiltSession => {
      settle()
      return session.finish(history)
    },
  }
}

/** Tells the session of the answers that are one of a request. */
function createRequests(session: SessionBuilder) {
  const asked = new Set<string>()
  let lastContext: number | null = null
  return {
    /** Tokens that the last request sent, by its own count. */
    lastContext: () => lastContext,
    add: (message: StoredMessage, entry: ChatEntry, history: readonly ChatEntry[]): void => {
      const usage = readGeminiCliUsage(message.value['tokens'])
      // Calls may be recorded apart from the words that came with them.
      const isContinued = usage === null && history.at(-1)?.message.role === 'assistant'
      // The agent writes in the name of the model too, and always in parts.
      const isOwn =
        usage === null && message.value['model'] === undefined && Array.isArray(message.value['content'])
      if (isContinued || isOwn || asked.has(message.id)) return
      asked.add(message.id)
      if (usage !== null) lastContext = (usage.tokensIn ?? 0) + (usage.cacheReads ?? 0)
      session.request({ ...readRequestFacts(message, entry), ...usage }, history, [entry])
    },
  }
}

function isTyped({ value: { type, content } }: StoredMessage): boolean {
  return (
    type === 'user' &&
    !(Array.isArray(content) && content.some((part) => isRecord(part) && 'functionResponse' in part))
  )
}

function isResult(entry: ChatEntry | undefined): boolean {
  return entry !== undefined && entry.answers.length > 0
}

/** What the agent says in the place of an answer that never came; it does not write it down. */
function buildInterruption(): ChatEntry {
  const text = '[The previous response was interrupted before it completed.]'
  const content = [{ type: 'text', text }]
  return {
    id: 'interruption',
    key: buildContentKey('assistant', content),
    calls: [],
    answers: [],
    message: { role: 'assistant', content, isBoilerplate: true },
    isCopy: true,
  }
}

type Rewritten = { readonly history: readonly ChatEntry[]; readonly isResumed: boolean }

/** Whether there is something to send: an answer of thoughts alone is none. */
function isMessage({ message: { content } }: ChatEntry): boolean {
  return typeof content === 'string' || content.some(isSent)
}

function readRequestFacts({ id, value }: StoredMessage, { message: { ts } }: ChatEntry): RequestUsage {
  return {
    ...(ts === undefined ? {} : { ts }),
    // Without an id of its own it has a number, which others have, too.
    ...(typeof value['id'] === 'string' ? { callId: id } : {}),
    ...(typeof value['model'] === 'string' ? { modelId: value['model'] } : {}),
  }
}

/** A prompt that was taken out again had failed, or the person stopped it. */
function isTakenBack({ history, isResumed }: Rewritten, after: readonly ChatEntry[]): boolean {
  const last = history.at(-1)
  return (
    !isResumed &&
    last?.message.role === 'user' &&
    after.length < history.length &&
    after.every((entry, place) => entry === history[place])
  )
}

/** What a rewrite was: a summary in place of messages, or results that were cut. Null where it was none of these. */
function recogniseCondensation(
  before: readonly ChatEntry[],
  after: readonly ChatEntry[],
  tokens: number | null,
): RecordedCondensation | null {
  const known = new Set(before)
  const added = after.filter((entry) => !known.has(entry))
  const summary = added.find(({ message }) => message.isSummary === true)?.message
  const figures = tokens === null ? {} : { tokensBefore: tokens }
  if (summary !== undefined) {
    const { ts, condenseId } = summary
    return {
      ...(ts === undefined ? {} : { ts }),
      kind: 'summary',
      ...figures,
      ...(typeof condenseId === 'string' ? { condenseId } : {}),
    }
  }
  const sizes = new Map(before.flatMap((entry) => entry.answers.map((id) => [id, measureEntry(entry)])))
  const cut = added.find((entry) => entry.answers.some((id) => measureEntry(entry) < (sizes.get(id) ?? 0)))
  if (cut === undefined) return null
  const { ts } = cut.message
  return { ...(ts === undefined ? {} : { ts }), kind: 'clearing', ...figures }
}

function measureEntry({ key }: ChatEntry): number {
  return key.length
}

/** The usage of one of Gemini CLI's answers; null where it recorded none. Input has the cached tokens, output no thoughts. */
function readGeminiCliUsage(value: unknown): RequestUsage | null {
  const tokens = tokensSchema.safeParse(value).data
  if (tokens === undefined || tokens.input + tokens.output === 0) return null
  const { input, output, cached, thoughts, tool } = tokens
  return {
    tokensIn: Math.max(0, input - (cached ?? 0)) + tool,
    tokensOut: output + thoughts,
    ...(cached === undefined ? {} : { cacheReads: Math.min(cached, input) }),
    ...omitUnknown({ reasoningTokens: omitZero(thoughts) }),
    isCacheApart: true,
  }
}
