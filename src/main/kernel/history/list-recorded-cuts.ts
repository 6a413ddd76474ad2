import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { buildEffectiveHistory } from './build-effective-history.ts'
import { walkContextLog } from './context-log.ts'

/** A condensation of the agent as a cut of its task. All indices are of messages of the file, ascending. */
export type RecordedCut = {
  /** How many messages had been written before it. */
  readonly index: number
  /** What was sent before it. */
  readonly source: readonly number[]
  /** What stood in its place from there on, with what the agent put back by itself. */
  readonly result: readonly number[]
  /** Which recorded condensations made it; empty where marks of messages tell it. */
  readonly condensations: readonly number[]
}

/**
 * Every condensation of an agent of which its files hold what was there before. Experiments, Compare and Home cut tasks
 * at them, and the method `recorded` answers with their results.
 */
export function listRecordedCuts(messages: readonly Message[], contexts?: ContextLog): RecordedCut[] {
  const cuts = contexts === undefined ? listMarkedCuts(messages) : listLoggedCuts(messages, contexts)
  const joined = [...Map.groupBy(cuts, ({ index }) => index).values()].flatMap(joinCuts)
  return joined.filter(({ source, result }) => {
    const left = new Set(result)
    return source.some((index) => !left.has(index))
  })
}

/** Several condensations in a row, with nothing written between them, are one. */
function joinCuts(cuts: readonly RecordedCut[]): RecordedCut[] {
  const [first, last] = [cuts[0], cuts.at(-1)]
  if (first === undefined || last === undefined) return []
  const condensations = cuts.flatMap((cut) => cut.condensations)
  return [{ ...first, result: last.result, condensations }]
}

/** Of files whose summaries and markers name what they hide. */
function listMarkedCuts(messages: readonly Message[]): RecordedCut[] {
  return messages.flatMap(({ isSummary, isTruncationMarker }, index): RecordedCut[] => {
    if (isSummary !== true && isTruncationMarker !== true) return []
    const { fileIndices: source } = buildEffectiveHistory(messages.slice(0, index))
    const { fileIndices: result } = buildEffectiveHistory(messages.slice(0, index + 1))
    return [{ index, source, result, condensations: [] }]
  })
}

function listLoggedCuts(messages: readonly Message[], log: ContextLog): RecordedCut[] {
  const readContexts = createChangeContexts(log)
  return log.changes.flatMap((change, at): RecordedCut[] => {
    const { condensation, written, show } = change
    if (condensation === undefined) return []
    const { source, result } = readContexts(at)
    const end = findLargest(
      show.map(([, to]) => to),
      written,
    )
    const behind = messages.findIndex((message, index) => index >= end && !isPutBack(message))
    const back = messages.map((_, index) => index).slice(end, behind === -1 ? messages.length : behind)
    return [{ index: written, source, result: [...result, ...back], condensations: [condensation] }]
  })
}

/** Files, plans, skills and rules that an agent sends once more behind its summary, which nobody typed. */
function isPutBack({ role, isBoilerplate, isSummary }: Message): boolean {
  return role === 'user' && isBoilerplate === true && isSummary !== true
}

/**
 * What would have been sent right before and right after a change of a log, by its place in it. From one to the next only
 * what changes is looked at.
 */
export function createChangeContexts(
  log: ContextLog,
): (at: number) => Pick<RecordedCut, 'source' | 'result'> {
  // Each change is a step of its own, so that the walk can stand between two of one request.
  const steps = { ...log, changes: log.changes.map((change, at) => ({ ...change, request: at })) }
  let walk = walkContextLog(steps)
  let reached = 0
  return (at) => {
    const { written = 0, show = [] } = log.changes[at] ?? {}
    const before = findLargest(
      show.map(([, end]) => end),
      written,
    )
    // A walk goes on only.
    if (before < reached) walk = walkContextLog(steps)
    reached = before
    const listSentAfter = (step: number): readonly number[] => {
      walk.to(step, before)
      return [...walk.indices()]
    }
    return { source: listSentAfter(at - 1), result: listSentAfter(at) }
  }
}
