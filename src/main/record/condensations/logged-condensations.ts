import type { ContextChange, ContextLog } from '../../../shared/condense/context-log-types.ts'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import type { RecordedTask } from '../recorded-task.ts'
import type { MatchedRequest } from '../requests/match-requests.ts'
import type { AgentCondensation } from './build-agent-condensations.ts'
import type { HistoryChange, OwnCondensation } from './build-own-condensations.ts'

/** The agent's own condensations at the places that a log gives them. */
export function buildLoggedAgentCondensations(
  log: ContextLog,
  { condensations, requests }: RecordedUsage,
): readonly AgentCondensation[] {
  return log.changes.flatMap(({ condensation, request }): AgentCondensation[] => {
    const record = condensation === undefined ? undefined : condensations[condensation]
    if (record === undefined) return []
    return [
      {
        kind: record.kind === 'truncation' ? 'truncation' : 'condensation',
        request: request < requests.length ? request : null,
        agentTokens: record.tokensBefore ?? null,
        byHand: record.trigger === 'manual' ? 'place' : null,
        isDeleting: false,
      },
    ]
  })
}

/** What the agent condensed before each of some requests, with what would have been sent right before and after it. */
export function buildLoggedOwnCondensations(
  { messages, usage }: RecordedTask,
  log: ContextLog,
  matched: readonly MatchedRequest[],
): readonly (readonly OwnCondensation[])[] {
  const contextsOf = createContexts(log, messages)
  let at = 0
  return matched.map(({ requestIndex }) => {
    const own: OwnCondensation[] = []
    for (; (log.changes[at]?.request ?? Infinity) <= requestIndex; at += 1) {
      const change = log.changes[at]
      const record = usage.condensations[change?.condensation ?? -1]
      if (change === undefined || record === undefined) continue
      own.push({
        kind: record.kind === 'truncation' ? 'truncation' : 'condensation',
        costUsd: record.kind === 'truncation' || record.kind === 'clearing' ? 0 : (record.costUsd ?? null),
        record,
        ...(change.request < usage.requests.length ? { request: change.request } : {}),
        change: contextsOf(change, at),
      })
    }
    return own
  })
}

/** What would have been sent right before and right after one change after the other; from one to the next only what changes is looked at. */
function createContexts(log: ContextLog, messages: RecordedTask['messages']) {
  // Each change is a step of its own, so that the walk can stand between two of one request.
  const steps = { ...log, changes: log.changes.map((change, at) => ({ ...change, request: at })) }
  let walk = walkContextLog(steps)
  let reached = 0
  return ({ written, show }: ContextChange, at: number): HistoryChange => {
    const before = findLargest(
      show.map(([, end]) => end),
      written,
    )
    // A walk goes on only.
    if (before < reached) walk = walkContextLog(steps)
    reached = before
    const listSentAfter = (step: number): HistoryChange['source'] => {
      walk.to(step, before)
      return walk.indices().flatMap((index) => messages[index] ?? [])
    }
    return { source: listSentAfter(at - 1), result: listSentAfter(at) }
  }
}
