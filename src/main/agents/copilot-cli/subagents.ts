import { createHash } from 'node:crypto'
import type { SessionHead } from '../agent.ts'
import { pickLatestTs } from '../details/pick-latest-ts.ts'
import { isRecord, toTextOrNull } from '../json/fields.ts'
import type { SessionEvent } from './events.ts'

/** A subagent whose events stand among those of its session. */
export type Subagent = Readonly<{
  head: SessionHead
  /** The subagent that called it; null where the session itself did. */
  parent: string | null
}>

/** The subagents of a session that said or were told something, in the order in which they began. */
export function findSubagents(events: readonly SessionEvent[]): readonly Subagent[] {
  const callers = new Map(events.flatMap((event) => listCallIds(event).map((call) => [call, event.agent])))
  const groups = Map.groupBy(events, ({ agent }) => agent)
  return [...groups].flatMap(([key, own]): readonly Subagent[] => {
    if (key === null || !own.some(({ type }) => isMessage(type))) return []
    const hash = createHash('sha256')
    for (const { id, type, data } of own) hash.update(JSON.stringify([id, type, data]))
    const call = own.map(({ type, data }) =>
      type === 'subagent.started' ? toTextOrNull(data['toolCallId']) : null,
    )
    const caller = callers.get(call.find((id) => id !== null) ?? key) ?? null
    const stamp = hash.digest('hex').slice(0, 16)
    const lastActivityTs = pickLatestTs(
      own.map(({ ts }) => ts),
      null,
    )
    return [
      {
        head: { key, title: findSubagentTitle(own), stamp, lastActivityTs },
        parent: caller === key ? null : caller,
      },
    ]
  })
}

function isMessage(type: string): boolean {
  return type === 'user.message' || type === 'assistant.message'
}

function listCallIds({ type, data: { toolRequests } }: SessionEvent): readonly string[] {
  if (type !== 'assistant.message' || !Array.isArray(toolRequests)) return []
  return toolRequests.filter(isRecord).flatMap(({ toolCallId }) => toTextOrNull(toolCallId) ?? [])
}

/** What it was told, else what kind of agent it is. */
function findSubagentTitle(events: readonly SessionEvent[]): string | null {
  const told = events.find(({ type }) => type === 'user.message')
  const started = events.find(({ type }) => type === 'subagent.started')
  return toTextOrNull(told?.data['content']) ?? toTextOrNull(started?.data['agentDisplayName'])
}
