import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { TaskRelations } from '../../../shared/library/task-types.ts'
import type { SessionHead } from '../agent.ts'
import { buildMessageSense } from './compare-histories.ts'
import type { LoggedRequest } from './follow-requests.ts'

/** A model call that a log of many recorded, and which conversation it says to be of. */
export type LoggedCall = LoggedRequest & { readonly id: string; readonly conversation: string }

/** Requests that build on each other. */
export type LoggedSession = {
  readonly key: string
  readonly conversation: string
  /** The session of the same conversation that has most requests; null for that one. */
  readonly parentKey: string | null
  readonly requests: readonly LoggedRequest[]
}

/** A step of a trace: what it is part of, and whether it is the work of a tool. */
export type TraceStep = { readonly parentId: string | null; readonly isTool: boolean }

/** Leaves out calls that only wrap others of the list; what a tool calls is no part of the call that asked for it. */
export function withoutWrappers(
  calls: readonly LoggedCall[],
  steps: ReadonlyMap<string, TraceStep>,
): readonly LoggedCall[] {
  const wrappers = new Set<string>()
  for (const { id } of calls) {
    const above = new Set<string>()
    let at = findParent(steps, id)
    for (; at !== null && at !== id && !wrappers.has(at) && !above.has(at); at = findParent(steps, at))
      above.add(at)
    // Damaged traces go in circles.
    if (at !== id) for (const one of above) wrappers.add(one)
  }
  return calls.filter(({ id }) => !wrappers.has(id))
}

function findParent(steps: ReadonlyMap<string, TraceStep>, id: string): string | null {
  const step = steps.get(id)
  return step === undefined || step.isTool ? null : step.parentId
}

/**
 * The sessions of a log, in the order in which they begin. Requests of one conversation that share no message with each
 * other, such as those of subagents and for a title, are sessions of their own.
 */
export function buildLoggedSessions(calls: readonly LoggedCall[]): readonly LoggedSession[] {
  const conversations = Map.groupBy(calls, ({ conversation }) => conversation)
  return [...conversations].flatMap(([conversation, own]) => {
    const threads = groupThreads(own)
    const longest = findLargest(threads.map(({ length }) => length))
    const main = threads.findIndex(({ length }) => length === longest)
    const key = buildConversationKey(conversation)
    const others = threads.filter((_, at) => at !== main)
    const places = new Map(others.map((requests, at) => [requests, at + 2]))
    return threads.map((requests): LoggedSession => {
      const place = places.get(requests)
      return place === undefined
        ? { key, conversation, parentKey: null, requests }
        : { key: `${key}.${place}`, conversation, parentKey: key, requests }
    })
  })
}

/** How a session stands to the others of its file. */
export function findSessionRelations(
  { key, parentKey }: LoggedSession,
  all: readonly LoggedSession[],
): TaskRelations {
  return {
    parentId: parentKey,
    childIds: all.filter((one) => one.parentKey === key).map((one) => one.key),
  }
}

/** A session as it is listed. */
export function buildLoggedSessionHead({ key, requests }: LoggedSession): SessionHead {
  const times = requests.flatMap(({ usage }) => usage.ts ?? [])
  const last = requests.at(-1)
  const words = requests
    .flatMap(({ messages }) => messages)
    .find(({ role, isBoilerplate }) => role === 'user' && isBoilerplate !== true)
  return {
    key,
    title: words === undefined ? null : readFirstWords(words),
    stamp: `${formatCountWithNoun(requests.length, 'request')} ${last?.messages.length ?? 0} ${times.at(-1) ?? ''}`,
    lastActivityTs: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
  }
}

/** How many conversations a request is looked for in, the latest first. */
const mostThreads = 50

type Thread = { readonly requests: LoggedCall[]; senses: ReadonlySet<string> }

function groupThreads(calls: readonly LoggedCall[]): readonly (readonly LoggedCall[])[] {
  const threads: Thread[] = []
  for (const call of calls) {
    const sent = call.messages.map(buildMessageSense)
    const recent = threads.slice(-mostThreads)
    const shared = recent.map(({ senses }) => sent.filter((sense) => senses.has(sense)).length)
    const most = findLargest(shared, 0)
    const found = most === 0 ? undefined : recent[shared.lastIndexOf(most)]
    const thread = found ?? { requests: [], senses: new Set<string>() }
    if (found === undefined) threads.push(thread)
    thread.requests.push(call)
    thread.senses = new Set([...sent, ...call.answer.map(buildMessageSense)])
  }
  return threads.map(({ requests }) => requests)
}

/** Keys stand behind a # in paths, and have no slashes. */
export function buildConversationKey(conversation: string): string {
  return conversation.replaceAll(/[/\\#]/g, '_') || 'conversation'
}

function readFirstWords({ content }: Message): string | null {
  const text = typeof content === 'string' ? content : content.find(({ type }) => type === 'text')?.['text']
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, 200) : null
}
