import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import { isRecord } from '../json/fields.ts'
import { createSessionBuilder, type BuiltSession, type SessionBuilder } from '../session/session-builder.ts'
import { createEntries, splitSteps, type Entries } from './entries.ts'
import { createHistory, type History } from './history.ts'
import { countContextTokens, readCallUsage } from './read-usage.ts'
import { selectEffectiveMessages } from './select-effective-messages.ts'
import {
  findCompactionPart,
  sortInSendingOrder,
  type StoredInfo,
  type StoredMessage,
  type StoredPart,
} from './stored.ts'

type Walk = {
  readonly session: SessionBuilder
  readonly entries: Entries
  readonly history: History
  readonly messages: readonly StoredMessage[]
  /** What the last request sent and got back, by the count of its provider. */
  lastTokens: number | null
}

/** Reads the messages of a session as they came: each model call is a request, each summary a condensation. */
export function readStored(stored: readonly StoredMessage[], { revert }: StoredInfo): BuiltSession {
  const messages = sortInSendingOrder(stored)
  const entries = createEntries()
  const history = createHistory(messages, entries)
  const walk: Walk = { session: createSessionBuilder(), entries, history, messages, lastTokens: null }
  messages.forEach((message, at) => {
    if (message.created !== null) clear(walk, message.created)
    if (message.role === 'user') history.push(message)
    else if (message.isSummary) summarise(walk, message, at)
    else addAnswer(walk, message)
  })
  clear(walk, Number.POSITIVE_INFINITY)
  const end = revert === null ? -1 : messages.findIndex(({ id }) => id === revert.messageId)
  const target = messages[end]
  if (revert !== null && target !== undefined) {
    walk.session.aside(history.entries().list)
    const kept = cutMessageBefore(target, revert.partId)
    history.reset(selectEffectiveMessages([...messages.slice(0, end), ...(kept === null ? [] : [kept])]))
  }
  return walk.session.finish(history.entries().list)
}

/** The start of a message of which only the end was taken back; null where all of it was. */
function cutMessageBefore(message: StoredMessage, partId: string | null): StoredMessage | null {
  const end = partId === null ? -1 : message.parts.findIndex(({ id }) => id === partId)
  return end <= 0 ? null : { ...message, parts: message.parts.slice(0, end) }
}

/** Results that were cleared by now: the agent writes down when, and does it between two turns. */
function clear({ session, history }: Walk, ts: number): void {
  const before = history.clearUntil(ts)
  if (before === null) return
  session.condensation(
    { ...(Number.isFinite(ts) ? { ts } : {}), kind: 'clearing', trigger: 'prune' },
    before,
    history.entries().list,
  )
}

function addAnswer(walk: Walk, message: StoredMessage): void {
  const { session, entries, history } = walk
  history.showTo(message)
  const view = {
    model: `${message.providerId ?? ''}/${message.modelId ?? ''}`,
    cleared: new Set<StoredPart>(),
  }
  const steps = entries.steps(message, view)
  const isKept = message.error === null || message.error.name === 'MessageAbortedError'
  if (isRequest(message)) {
    readStepUsages(message).forEach((usage, at) => {
      const step = steps[at]
      session.request(usage, history.entries(), isKept ? [step?.answer ?? []].flat() : [])
      if (at < steps.length - 1) history.extend([step?.answer ?? [], step?.results ?? []].flat())
    })
  }
  walk.lastTokens = countContextTokens(message.tokens) ?? walk.lastTokens
  if (!isKept) session.aside(entries.of(message, view))
  history.push(message)
}

/** Whether a model gave the answer: the agent also writes down calls that a person or a command made, as answers. */
function isRequest({ parts, tokens, error }: StoredMessage): boolean {
  return (
    parts.length === 0 ||
    error !== null ||
    parts.some(({ type }) => type.startsWith('step-')) ||
    countContextTokens(tokens) !== null
  )
}

/** The usage of each model call of an answer. */
function readStepUsages(message: StoredMessage): readonly RequestUsage[] {
  const { parts, error, created, modelId, tokens, cost } = message
  const steps = splitSteps(parts)
  const hasOwn = parts.some(({ type }) => type === 'step-finish')
  const retries = parts.filter(({ type }) => type === 'retry').length
  const all = steps.length === 0 ? [[]] : steps
  return all.map((step, at): RequestUsage => {
    const finish = step.find(({ type }) => type === 'step-finish')?.value
    const isLast = at === all.length - 1
    return {
      ts: at === 0 ? created : (readStartTime(step) ?? created),
      ...(modelId === null ? {} : { modelId }),
      callId: `${buildCallId(message)} ${at}`,
      ...(hasOwn
        ? readCallUsage(finish?.['tokens'], finish?.['cost'])
        : isLast
          ? readCallUsage(tokens, cost)
          : {}),
      ...(isLast && error?.name === 'MessageAbortedError' ? { cancelled: true } : {}),
      ...(isLast && error !== null ? { failureText: error.text } : {}),
      ...(isLast && retries > 0 ? { retries } : {}),
    }
  })
}

/** What tells an answer from all others: a fork gives it a new id, and leaves its times. */
function buildCallId({ id, created, completed }: StoredMessage): string {
  return created === null || completed === null ? id : `${created}-${completed}`
}

function readStartTime(parts: readonly StoredPart[]): number | null {
  for (const { value } of parts) {
    const start = isRecord(value['time']) ? value['time']['start'] : null
    if (typeof start === 'number') return start
  }
  return null
}

/** A summary takes the place of what it tells; one that failed leaves all in place, and is a request that failed. */
function summarise(walk: Walk, message: StoredMessage, at: number): void {
  const { session, entries, history, messages } = walk
  const marked = messages.slice(0, at).findLast(({ id }) => id === message.parentId)
  const usages = readStepUsages(message)
  if (message.finish === null || message.error !== null) {
    session.aside(entries.of(message, { model: '', cleared: new Set() }))
    for (const usage of usages) session.request(usage, history.entries(), [])
    history.reset(selectEffectiveMessages(messages.slice(0, at + 1)))
    return
  }
  const asked = marked === undefined ? null : findCompactionPart(marked)
  const own = new Set(asked === null || marked === undefined ? [] : entries.of(marked, plain))
  const before = history.entries().list.filter((entry) => !own.has(entry))
  history.reset(selectEffectiveMessages(messages.slice(0, at + 1)))
  session.condensation(
    buildCondensationRecord(message, { asked, usage: usages.at(-1) ?? {}, tokensBefore: walk.lastTokens }),
    before,
    history.entries().list,
  )
}

const plain = { model: '', cleared: new Set<StoredPart>() }

function buildCondensationRecord(
  { id, created }: StoredMessage,
  known: {
    readonly asked: StoredPart | null
    readonly usage: RequestUsage
    readonly tokensBefore: number | null
  },
): RecordedCondensation {
  const { asked, usage, tokensBefore } = known
  const trigger = asked === null ? null : asked.value['auto'] === true ? 'auto' : 'manual'
  return {
    ts: created,
    kind: 'summary',
    ...(trigger === null ? {} : { trigger: asked?.value['overflow'] === true ? 'overflow' : trigger }),
    ...(tokensBefore === null ? {} : { tokensBefore }),
    ...(usage.costUsd === undefined ? {} : { costUsd: usage.costUsd }),
    usage,
    condenseId: id,
  }
}
