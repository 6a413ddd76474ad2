import type { LineRecord } from '../json-lines.ts'
import { isRecord, toNumberOrNull, toTextOrNull, type Fields } from '../json/fields.ts'

/** An event of a session. */
export type SessionEvent = Readonly<{
  /** With `compaction/` in front where older versions have `compact/`. */
  type: string
  seq: number | null
  ts: number | null
  data: Fields
  line: number
  value: Fields
}>

/** Runs of pieces of an answer that were packed into one line. They are no events, and the answer stands behind them. */
const packedRuns: ReadonlySet<string> = new Set(['text-chunks', 'reasoning-chunks', 'tool-call-chunks'])

/** Kinds of events that its versions write (`known-event-types.ts`); a log with others may mean something else by all of them. */
const knownTypes: ReadonlySet<string> = new Set([
  'agent-preset/selected',
  'agent/inbox/spliced',
  'approval/asked',
  'approval/decided',
  'approval/policy',
  'assistant/attempt',
  'assistant/chunk',
  'assistant/message',
  'command/done',
  'command/run',
  'compaction/end',
  'compaction/prune',
  'compaction/start',
  'compaction/summary',
  'feedback/record',
  'goal/change',
  'hook/invoked',
  'hook/result',
  'llm/retry',
  'llm/retry-started',
  'permission/preset',
  'plan/mode',
  'request/context',
  'request/header',
  'sandbox/mode',
  'session/end-seed',
  'session/title',
  'session/title-llm-request',
  'step/end',
  'step/start',
  'subagent/descriptor',
  'todo/write',
  'tool-workflow/agent-end',
  'tool-workflow/agent-start',
  'tool-workflow/run-end',
  'tool-workflow/run-start',
  'tool/call',
  'tool/code-dispatch',
  'tool/code-dispatch-start',
  'tool/ptc-dispatch',
  'tool/result',
  'turn/end',
  'turn/start',
  'user/message',
  'web/deepseek-search-llm-request',
])

/** Whether a line is the first one of a session. */
export function isHeader({ type, id, createdAt, delegationDepth }: Fields): boolean {
  return (
    type === 'session' &&
    typeof id === 'string' &&
    typeof createdAt === 'number' &&
    typeof delegationDepth === 'number'
  )
}

/** The events of a session in the order of the file. */
export function readEvents(records: readonly LineRecord[]): readonly SessionEvent[] {
  return records.flatMap(({ value, line }) => {
    const type = (toTextOrNull(value['type']) ?? '').replace(/^compact\//, 'compaction/')
    if (packedRuns.has(type) || isHeader(value)) return []
    const data = isRecord(value['data']) ? value['data'] : {}
    const [seq, ts] = [toNumberOrNull(value['seq']), toNumberOrNull(value['time'])]
    return [{ type, seq, ts, data, line, value }]
  })
}

/** The first event that may not be left out and that nobody here knows; null where there is none. */
export function findUnknownEvent(events: readonly SessionEvent[]): SessionEvent | null {
  return events.find(({ type, value }) => !knownTypes.has(type) && value['ignorable'] !== true) ?? null
}
