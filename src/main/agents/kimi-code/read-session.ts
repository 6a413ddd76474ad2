import { append } from '../../../shared/kernel/append.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import type { LineRecord } from '../json-lines.ts'
import {
  isRecord,
  omitUnknown,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import { createSessionBuilder, type BuiltSession, type SessionBuilder } from '../session/session-builder.ts'
import {
  buildAnswer,
  buildContinuation,
  buildInterrupted,
  buildResult,
  buildSummary,
  readAddedMessage,
  type KimiEntry,
  type Place,
} from './messages.ts'
import { countResultTokens, selectKept } from './select-kept.ts'

/** A model call that is under way, and what came of it. */
type Step = {
  readonly id: string | null
  readonly place: Place
  readonly parts: Fields[]
  readonly calls: Fields[]
  /** What came behind the answer, to be sent with the next one. */
  readonly after: KimiEntry[]
  usage: RequestUsage
}

/**
 * Plays the records of a session: each step is a request that sent what stood there before. What stands before the last
 * `forked` was copied from another session, whose requests are its own.
 */
export function readSession(records: readonly LineRecord[]): BuiltSession {
  const session = createSessionBuilder()
  const ownFrom = records.findLastIndex(({ value }) => value['type'] === 'forked') + 1
  const play = createPlay(session)
  for (const [at, { value, line }] of records.entries())
    play(value, { line, ts: toTimeOrNull(value['time']) }, at >= ownFrom)
  return session.finish(play({ type: 'end' }, { line: 0, ts: null }, true))
}

function createPlay(builder: SessionBuilder) {
  const state: State = { history: [], step: null, open: new Map(), deferred: [], usedTokens: null }
  const condensing = createCondensing(builder)
  let model: string | null = null
  return (value: Fields, place: Place, isOwn: boolean): readonly KimiEntry[] => {
    const session = isOwn ? builder : null
    switch (value['type']) {
      case 'context.append_message':
        add(state, readAddedMessage(readNestedFields(value, 'message'), place))
        break
      case 'context.append_loop_event':
        followEvent(state, readNestedFields(value, 'event'), { place, model, session })
        break
      case 'llm.request':
        model = toTextOrNull(value['model']) ?? model
        break
      case 'usage.record': {
        const modelId = toTextOrNull(value['model'])
        const usage = { ...readUsage(value['usage']), ...omitUnknown({ modelId }) }
        if (value['usageScope'] === 'session') condensing.bill(usage)
        else noteUsage(state, usage)
        break
      }
      case 'context.undo':
        undo(state, toNumberOrNull(value['count']) ?? 0, settle(state, session))
        break
      case 'context.clear':
        settle(state, session)
        replace(state, [])
        break
      case 'micro_compaction.apply': {
        const { history } = state
        state.history = clearResults(history, toNumberOrNull(value['cutoff']) ?? 0)
        if (isOwn) condensing.clear(place, history, state.history)
        break
      }
      case 'full_compaction.begin':
        condensing.begin(toTextOrNull(value['source']))
        break
      case 'full_compaction.cancel':
        condensing.cancel(place, isOwn ? settle(state, session) : null)
        break
      case 'context.apply_compaction': {
        const before = settle(state, session)
        const after = buildCompacted(value, before, place)
        if (isOwn) condensing.apply({ place, before, after, usedTokens: state.usedTokens })
        else builder.aside(before)
        replace(state, after)
        break
      }
      case 'end':
        return settle(state, session)
    }
    return []
  }
}

/** What is sent after a compaction: what a person typed and the summary; older versions kept all behind what they summarised. */
function buildCompacted(record: Fields, before: readonly KimiEntry[], place: Place): readonly KimiEntry[] {
  const summary = buildSummary(record, `compaction-${place.line}`, place)
  if (record['legacyTail'] === true || toNumberOrNull(record['keptUserMessageCount']) === null) {
    const count = toNumberOrNull(record['compactedCount'] ?? record['count']) ?? before.length
    return [summary, ...before.slice(Math.max(0, count))]
  }
  return [...selectKept(before, place), summary, buildContinuation(place)]
}

/** Results of so many tokens are cleared among the oldest messages, once the cache of an hour is gone (1.x). */
const leastCleared = 100
const cleared = '[Old tool result content cleared]'

function clearResults(history: readonly KimiEntry[], count: number): KimiEntry[] {
  return history.map((entry, at) => {
    const [block] = typeof entry.message.content === 'string' ? [] : entry.message.content
    if (at >= count || block?.type !== 'tool_result' || block['content'] === cleared) return entry
    if (countResultTokens(block) < leastCleared) return entry
    return {
      ...entry,
      message: { ...entry.message, content: [{ ...block, content: cleared }] },
      isCopy: true,
    }
  })
}

/** What is sent next. A list that was given is left as it is, but for its growth. */
type State = {
  history: KimiEntry[]
  step: Step | null
  /** Tools of the calls that have no result yet. */
  readonly open: Map<string, string | null>
  /** What came meanwhile, to stand behind the results. */
  deferred: KimiEntry[]
  /** What the last request sent and got. */
  usedTokens: number | null
}

function push(state: State, entries: readonly KimiEntry[]): void {
  const list = state.step === null ? state.history : state.step.after
  append(list, entries)
  if (state.open.size > 0) return
  append(list, state.deferred)
  state.deferred = []
}

/** Puts an entry behind the results of open calls, else at the end. */
function add(state: State, entry: KimiEntry | null): void {
  if (entry === null) return
  if (state.open.size > 0) state.deferred.push(entry)
  else push(state, [entry])
}

/** Ends the step that is under way; the session is null where it is of another one. */
function settle(state: State, session: SessionBuilder | null): readonly KimiEntry[] {
  const { step, history } = state
  state.step = null
  if (step === null) return history
  const answer = buildAnswer(step.parts, step.calls, step.place)
  const own = answer === null ? [] : [answer]
  const { usage } = step
  if (answer !== null || usage.tokensOut !== undefined)
    session?.request({ ...omitUnknown({ ts: step.place.ts, callId: step.id }), ...usage }, history, own)
  append(history, own)
  append(history, step.after)
  return history
}

function replace(state: State, entries: readonly KimiEntry[]): void {
  state.step = null
  state.open.clear()
  state.deferred = []
  state.history = [...entries]
}

/** Takes back so many messages of the person with all behind them, but for what was put in around them. */
function undo(state: State, count: number, all: readonly KimiEntry[]): void {
  let [left, from] = [count, all.length]
  while (left > 0 && from > 0) {
    const entry = all[from - 1]
    if (entry?.kind === 'summary') break
    if (entry?.kind === 'typed') left -= 1
    from -= 1
  }
  replace(state, [...all.slice(0, from), ...all.slice(from).filter(({ kind }) => kind === 'injection')])
}

function noteUsage(state: State, usage: RequestUsage): void {
  const { step } = state
  if (step !== null) step.usage = { ...step.usage, ...usage }
  const figures = [usage.tokensIn, usage.cacheReads, usage.cacheWrites, usage.tokensOut]
  state.usedTokens = figures.reduce((sum: number, one) => sum + (one ?? 0), 0)
}

type Context = Readonly<{ place: Place; model: string | null; session: SessionBuilder | null }>

function followEvent(state: State, event: Fields, { place, model, session }: Context): void {
  const { open } = state
  const call = toSafeString(event['toolCallId'])
  switch (event['type']) {
    case 'step.begin': {
      settle(state, session)
      const broken = [...open.keys()].map((id) => buildInterrupted(id, place))
      open.clear()
      push(state, broken)
      const usage = omitUnknown({ modelId: model })
      state.step = { id: toTextOrNull(event['uuid']), place, parts: [], calls: [], after: [], usage }
      break
    }
    case 'content.part':
      if (isRecord(event['part'])) state.step?.parts.push(event['part'])
      break
    case 'tool.call':
      state.step?.calls.push(event)
      open.set(call, toTextOrNull(event['name']))
      break
    case 'tool.result': {
      const tool = open.get(call)
      if (tool === undefined) break
      open.delete(call)
      push(state, [buildResult(event, tool, place)])
      break
    }
    case 'step.end':
      if (state.step !== null && isRecord(event['usage']))
        state.step.usage = { ...state.step.usage, ...readUsage(event['usage']) }
      settle(state, session)
      break
  }
}

type Applied = Readonly<{
  place: Place
  before: readonly KimiEntry[]
  after: readonly KimiEntry[]
  /** What the last request sent and got: the record has an estimate of the messages alone. */
  usedTokens: number | null
}>

/** Tells the session of compactions, and of what they cost. */
function createCondensing(session: SessionBuilder) {
  let source: string | null = null
  let usage: RequestUsage | null = null
  return {
    begin: (by: string | null): void => {
      source = by
      usage = null
    },
    /** A summary may be asked for again. */
    bill: (own: RequestUsage): void => {
      usage = usage === null ? own : addUsage(usage, own)
    },
    clear: ({ ts }: Place, before: readonly KimiEntry[], after: readonly KimiEntry[]): void => {
      const isSame = after.every((entry, at) => entry === before[at])
      if (!isSame) session.condensation({ ts, kind: 'clearing', trigger: 'micro' }, before, after)
    },
    /** A summary that was paid and not taken is a request without an answer. */
    cancel: ({ ts }: Place, history: readonly KimiEntry[] | null): void => {
      if (usage !== null && history !== null)
        session.request({ ts, ...usage, cancelled: true }, [...history], [])
      usage = null
    },
    apply: ({ place, before, after, usedTokens }: Applied): void => {
      const record: RecordedCondensation = {
        ts: place.ts,
        kind: 'summary',
        condenseId: `compaction-${place.line}`,
        ...omitUnknown({ trigger: source, tokensBefore: usedTokens, usage }),
      }
      session.condensation(record, before, after)
      usage = null
    },
  }
}

function addUsage(one: RequestUsage, other: RequestUsage): RequestUsage {
  const add = (name: 'tokensIn' | 'tokensOut' | 'cacheReads' | 'cacheWrites'): number | undefined =>
    one[name] === undefined ? other[name] : one[name] + (other[name] ?? 0)
  return {
    ...one,
    ...other,
    ...omitUnknown({
      tokensIn: add('tokensIn'),
      tokensOut: add('tokensOut'),
      cacheReads: add('cacheReads'),
      cacheWrites: add('cacheWrites'),
    }),
  }
}

function readUsage(value: unknown): RequestUsage {
  const usage = isRecord(value) ? value : {}
  const tokensIn = toNumberOrNull(usage['inputOther'])
  return omitUnknown({
    tokensIn,
    isCacheApart: tokensIn === null ? null : true,
    tokensOut: toNumberOrNull(usage['output']),
    cacheReads: toNumberOrNull(usage['inputCacheRead']),
    cacheWrites: toNumberOrNull(usage['inputCacheCreation']),
  })
}
