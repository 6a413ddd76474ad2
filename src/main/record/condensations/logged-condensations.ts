import type { ContextChange, ContextLog } from '../../../shared/domain/context-log.ts'
import type { RecordedUsage } from '../../../shared/domain/usage.ts'
import { walkContextLog } from '../../engine/history/context-log.ts'
import type { RecordedTask } from '../recorded-task.ts'
import type { MatchedRequest } from '../requests/match-requests.ts'
import type { AgentCondensation } from './agent-condensations.ts'
import type { OwnCondensation } from './own-condensations.ts'
import { findLargest } from '../../../shared/lib/find-extreme.ts'

/** The agent's own condensations at the places that a log gives them. */
export function loggedAgentCondensations(
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
export function loggedOwnCondensations(
  { messages, usage }: RecordedTask,
  log: ContextLog,
  matched: readonly MatchedRequest[],
): readonly (readonly OwnCondensation[])[] {
  let from = -1
  return matched.map(({ requestIndex }) => {
    const since = from
    from = requestIndex
    return log.changes.flatMap((change, at): OwnCondensation[] => {
      const record = change.condensation === undefined ? undefined : usage.condensations[change.condensation]
      if (record === undefined || change.request <= since || change.request > requestIndex) return []
      const contextAt = (changes: number) => contextWith(log, changes, change, messages)
      return [
        {
          kind: record.kind === 'truncation' ? 'truncation' : 'condensation',
          costUsd: record.kind === 'truncation' || record.kind === 'clearing' ? 0 : (record.costUsd ?? null),
          record,
          ...(change.request < usage.requests.length ? { request: change.request } : {}),
          change: { source: contextAt(at), result: contextAt(at + 1) },
        },
      ]
    })
  })
}

/** What would have been sent before a request with so many of the changes made. */
function contextWith(
  log: ContextLog,
  changes: number,
  { request, written, show }: ContextChange,
  messages: RecordedTask['messages'],
): RecordedTask['messages'] {
  const made = log.changes.slice(0, changes)
  const later = log.changes.slice(changes).map((change) => ({ ...change, request: Infinity }))
  const walk = walkContextLog({ ...log, changes: [...made, ...later] })
  walk.to(
    request,
    findLargest(
      show.map(([, end]) => end),
      written,
    ),
  )
  return walk.indices().flatMap((index) => messages[index] ?? [])
}
