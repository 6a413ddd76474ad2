import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../shared/kernel/usage.ts'
import { createChangeContexts } from '../../kernel/history/list-recorded-cuts.ts'
import type { RecordedTask } from '../recorded-task.ts'
import type { MatchedRequest } from '../requests/match-requests.ts'
import type { AgentCondensation } from './build-agent-condensations.ts'
import type { OwnCondensation } from './build-own-condensations.ts'

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
  const readContexts = createChangeContexts(log)
  const select = (indices: readonly number[]): readonly Message[] =>
    indices.flatMap((index) => messages[index] ?? [])
  let at = 0
  return matched.map(({ requestIndex }) => {
    const own: OwnCondensation[] = []
    for (; (log.changes[at]?.request ?? Infinity) <= requestIndex; at += 1) {
      const change = log.changes[at]
      const record = usage.condensations[change?.condensation ?? -1]
      if (change === undefined || record === undefined) continue
      const { source, result } = readContexts(at)
      own.push({
        kind: record.kind === 'truncation' ? 'truncation' : 'condensation',
        costUsd: record.kind === 'truncation' || record.kind === 'clearing' ? 0 : (record.costUsd ?? null),
        record,
        ...(change.request < usage.requests.length ? { request: change.request } : {}),
        change: { source: select(source), result: select(result) },
      })
    }
    return own
  })
}
