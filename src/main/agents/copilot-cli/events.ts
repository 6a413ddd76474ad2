import type { LineRecord } from '../json-lines.ts'
import { isRecord, toTextOrNull, toTimeOrNull, type Fields } from '../json/fields.ts'
import { buildConversationKey } from '../session/logged-sessions.ts'

/** An event of a Copilot CLI session. */
export type SessionEvent = Readonly<{
  id: string
  type: string
  ts: number | null
  line: number
  data: Fields
  /** The subagent that wrote it; null where the session itself did. */
  agent: string | null
}>

export type SessionEvents = Readonly<{
  events: readonly SessionEvent[]
  /** Lines that are no events. */
  skipped: number
}>

/** The events of a session and its subagents in their order. */
export function readSessionEvents(records: readonly LineRecord[]): SessionEvents {
  const agents = mapAgentsByCall(records)
  const events = records.flatMap(({ value, line }): readonly SessionEvent[] => {
    const { id, type, timestamp, data } = value
    if (typeof type !== 'string' || !isRecord(data)) return []
    const agent = toTextOrNull(value['agentId']) ?? findCallAgent(data['parentToolCallId'], agents)
    return [
      {
        id: typeof id === 'string' ? id : `line ${line}`,
        type,
        ts: toTimeOrNull(timestamp),
        line,
        data,
        agent: agent === null ? null : buildConversationKey(agent),
      },
    ]
  })
  return { events, skipped: records.length - events.length }
}

/** Ids of subagents by the calls that began them; the call stands for one that has no other. */
function mapAgentsByCall(records: readonly LineRecord[]): ReadonlyMap<string, string> {
  return new Map(
    records.flatMap(({ value: { type, agentId, data } }) => {
      const call = type === 'subagent.started' && isRecord(data) ? toTextOrNull(data['toolCallId']) : null
      const agent = toTextOrNull(agentId)
      return call === null || agent === null ? [] : [[call, agent] as const]
    }),
  )
}

function findCallAgent(call: unknown, agents: ReadonlyMap<string, string>): string | null {
  const id = toTextOrNull(call)
  return id === null ? null : (agents.get(id) ?? id)
}
