import { type Fields, textOf, timeOf } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import type { LineRecord } from '../json-lines.ts'

/** An event of a Copilot CLI session. */
export type SessionEvent = Readonly<{
  id: string
  type: string
  ts: number | null
  line: number
  data: Fields
  /** Whether the session itself wrote it, and not one of its subagents. */
  isOwn: boolean
}>

export type SessionEvents = Readonly<{
  events: readonly SessionEvent[]
  /** Lines that are no events. */
  skipped: number
}>

/** The events of a session in their order. */
export function eventsOf(records: readonly LineRecord[]): SessionEvents {
  const events = records.flatMap(({ value, line }): readonly SessionEvent[] => {
    const { id, type, timestamp, data } = value
    if (typeof type !== 'string' || !isRecord(data)) return []
    return [
      {
        id: typeof id === 'string' ? id : `line ${line}`,
        type,
        ts: timeOf(timestamp),
        line,
        data,
        isOwn: textOf(value['agentId']) === null && textOf(data['parentToolCallId']) === null,
      },
    ]
  })
  return { events, skipped: records.length - events.length }
}
