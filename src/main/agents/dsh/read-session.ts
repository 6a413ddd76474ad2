import { z } from 'zod'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import {
  isRecord,
  omitUnknown,
  omitZero,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
} from '../json/fields.ts'
import { EndlessHistory, mostLooks } from '../session/endless-history.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession, type SessionBuilder } from '../session/session-builder.ts'
import { count, needed, perhaps } from '../usage/figures.ts'
import type { SessionEvent } from './events.ts'
import { readEventMessage, readSource } from './messages.ts'

const usageSchema = z.object({
  inputTokens: needed,
  outputTokens: count,
  cacheReadTokens: perhaps,
  cacheWriteTokens: perhaps,
  reasoningTokens: count,
})

export type ReadEvents = Readonly<{
  session: BuiltSession
  /** Replacements of what does not stand in the history. */
  misplaced: number
}>

/**
 * Reads the events of a session in their order: each answer is a request that sent the surface before it. Of the first
 * `seedLength` events, which a fork repeats of its parent, the messages are kept, and nothing is counted.
 */
export function readSession(events: readonly SessionEvent[], seedLength: number): ReadEvents {
  const session = createSessionBuilder()
  const surface = createSurface()
  const condensing = createCondensing(session, surface)
  const requests = createRequests(session)
  for (const event of events) {
    const isSeed = event.seq !== null && event.seq < seedLength
    const { type } = event
    if (type === 'user/message' || type === 'assistant/message' || type === 'tool/result') {
      const entry: Entry = { message: readEventMessage(event) }
      const range = surface.findRange(event)
      if (range !== null) {
        const before = surface.history()
        const own = condensing.mark(event, entry)
        surface.replace(range, event, own)
        if (isSeed) session.aside(before)
        else condensing.tell(event, before)
        continue
      }
      condensing.endPruning()
      if (type === 'assistant/message' && !isSeed) requests.answer(event, surface.history(), entry)
      surface.add(event, entry)
    } else if (!isSeed) {
      if (type === 'turn/end') condensing.endPruning()
      condensing.note(event)
      requests.note(event, surface.history())
    }
  }
  condensing.endPruning()
  return { session: session.finish(surface.history()), misplaced: surface.misplaced() }
}

type Range = readonly [from: number, to: number]

/** What the model is shown: events in an order of their own, each with its message. */
function createSurface() {
  let seqs: (number | null)[] = []
  let entries: Entry[] = []
  let [looks, misplaced] = [0, 0]
  return {
    history: (): readonly Entry[] => entries,
    misplaced: () => misplaced,
    add: ({ seq }: SessionEvent, entry: Entry): void => {
      seqs.push(seq)
      entries.push(entry)
    },
    /** The places that an event takes over; null where it is added at the end. */
    findRange: ({ value: { surfaceOp } }: SessionEvent): Range | null => {
      if (!isRecord(surfaceOp)) return null
      const from = seqs.indexOf(toNumberOrNull(surfaceOp['start']) ?? -1)
      const to = seqs.indexOf(toNumberOrNull(surfaceOp['end']) ?? -1)
      looks += seqs.length
      if (looks > mostLooks) throw new EndlessHistory()
      if (from !== -1 && to >= from) return [from, to]
      misplaced += 1
      return null
    },
    /** What the history was is a list of its own from here on. */
    replace: ([from, to]: Range, { seq }: SessionEvent, entry: Entry): void => {
      seqs = seqs.toSpliced(from, to + 1 - from, seq)
      entries = entries.toSpliced(from, to + 1 - from, entry)
    },
  }
}

type Surface = Pick<ReturnType<typeof createSurface>, 'history'>
type Compaction = { readonly isManual: boolean; readonly bills: SessionEvent[]; isDone: boolean }

/** Tells the session what was put in place of other events: summaries, and results that were pruned. */
function createCondensing(session: SessionBuilder, surface: Surface) {
  const compactions = new Map<string, Compaction>()
  /** The history before results were pruned that follow each other. */
  let pruned: { readonly before: readonly Entry[]; readonly ts: number | null } | null = null
  const endPruning = (): void => {
    if (pruned === null) return
    const record: RecordedCondensation = { ts: pruned.ts, kind: 'clearing', trigger: 'prune' }
    session.condensation(record, pruned.before, surface.history())
    pruned = null
  }
  const findCompaction = (event: SessionEvent): Compaction | undefined =>
    compactions.get(toTextOrNull(readSource(event)['compactionId']) ?? '')
  return {
    endPruning,
    /** The entry that takes the place of others. */
    mark: (event: SessionEvent, { message }: Entry): Entry =>
      event.type === 'tool/result'
        ? { message, isCopy: true }
        : { message: { ...message, isSummary: true, condenseId: buildCondenseId(event) } },
    /** An event took the place of others. */
    tell: (event: SessionEvent, before: readonly Entry[]): void => {
      if (event.type === 'tool/result') {
        pruned ??= { before, ts: event.ts }
        return
      }
      // What was pruned right before it was pruned for it.
      if (pruned !== null)
        session.condensation({ ts: pruned.ts, kind: 'clearing', trigger: 'prune' }, pruned.before, before)
      pruned = null
      const compaction = findCompaction(event)
      if (compaction !== undefined) compaction.isDone = true
      session.condensation(buildRecord(event, compaction), before, surface.history())
    },
    note: (event: SessionEvent): void => {
      const { type, data } = event
      const id = toTextOrNull(data['compactionId'])
      if (id === null) return
      const known = compactions.get(id) ?? { isManual: data['turn'] === null, bills: [], isDone: false }
      compactions.set(id, known)
      if (type === 'compaction/summary') known.bills.push(event)
      if (type !== 'compaction/end' || known.isDone || known.bills.length === 0) return
      const failureText = toTextOrNull(data['error']) ?? 'The summary was not taken.'
      session.request({ ...addBills(known.bills), ts: event.ts, failureText }, surface.history(), [])
    },
  }
}

function buildCondenseId(event: SessionEvent): string {
  return toTextOrNull(readSource(event)['compactionId']) ?? `event ${event.seq ?? event.line}`
}

function buildRecord(event: SessionEvent, compaction: Compaction | undefined): RecordedCondensation {
  const usage = compaction === undefined ? {} : addBills(compaction.bills)
  const plugin = toTextOrNull(readSource(event)['plugin'])
  return {
    ts: event.ts,
    kind: 'summary',
    condenseId: buildCondenseId(event),
    ...omitUnknown({ trigger: compaction === undefined ? plugin : compaction.isManual ? 'manual' : 'auto' }),
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
  }
}

/** A summary that was longer than its source was asked for again. */
function addBills(bills: readonly SessionEvent[]): RequestUsage {
  const usages = bills.map(({ data }) => readUsage(data['usage']))
  const add = (figure: 'tokensIn' | 'tokensOut' | 'cacheReads' | 'cacheWrites'): number | undefined => {
    const known = usages.flatMap((usage) => usage[figure] ?? [])
    return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0)
  }
  const tokensIn = add('tokensIn')
  return omitUnknown({
    tokensIn,
    tokensOut: add('tokensOut'),
    cacheReads: add('cacheReads'),
    cacheWrites: add('cacheWrites'),
    isCacheApart: tokensIn === undefined ? undefined : true,
    modelId: toTextOrNull(bills.at(-1)?.data['model']),
  })
}

/** Tells the session of model calls: a step is one, also where no answer came of it. */
function createRequests(session: SessionBuilder) {
  let model: string | null = null
  let step: SessionEvent | null = null
  let streamed: RequestUsage = {}
  return {
    answer: (event: SessionEvent, history: readonly Entry[], entry: Entry): void => {
      const own = readUsage(event.data['usage'])
      session.request(
        {
          ...omitUnknown({
            ts: event.ts,
            modelId: toTextOrNull(readSource(event)['model']) ?? model,
            callId: toTextOrNull(readNestedFields(event.data, 'message')['id']),
          }),
          ...(Object.keys(own).length === 0 ? streamed : own),
          ...(event.data['interrupted'] === true ? { cancelled: true } : {}),
        },
        history,
        [entry],
      )
      step = null
    },
    note: (event: SessionEvent, history: readonly Entry[]): void => {
      const { type, data, ts } = event
      if (type === 'request/header')
        model = toTextOrNull(readNestedFields(data, 'header', 'config')['model']) ?? model
      if (type === 'step/start') [step, streamed] = [event, {}]
      const chunk = readNestedFields(data, 'chunk')
      if (type === 'assistant/chunk' && chunk['type'] === 'usage') streamed = readUsage(chunk['usage'])
      if (type !== 'turn/end' || step === null) return
      const reason = readNestedFields(data, 'reason')
      const failureText = toTextOrNull(readNestedFields(reason, 'error')['message'])
      const isAborted = reason['kind'] === 'aborted' || reason['kind'] === 'interrupted'
      if (failureText !== null || isAborted)
        session.request(
          {
            ...omitUnknown({ ts, modelId: model, failureText: failureText?.slice(0, 1000) }),
            ...streamed,
            ...(isAborted ? { cancelled: true } : {}),
          },
          history,
          [],
        )
      step = null
    },
  }
}

/** Usage as adapters report it, whose input is without the cached tokens; nothing where there is none. */
function readUsage(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  if (usage === undefined) return {}
  return {
    tokensIn: usage.inputTokens,
    tokensOut: usage.outputTokens,
    isCacheApart: true,
    ...omitUnknown({
      cacheReads: usage.cacheReadTokens,
      cacheWrites: usage.cacheWriteTokens,
      reasoningTokens: omitZero(usage.reasoningTokens),
    }),
  }
}
