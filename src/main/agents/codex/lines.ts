import type { LineRecord } from '../json-lines.ts'
import { isRecord, toTimeOrNull, type Fields } from '../json/fields.ts'

/** A line of a rollout, in the envelope that newer versions write. */
export type RolloutLine = Readonly<{
  /** In the file of the task; null for a line of another rollout, which this one continues. */
  line: number | null
  ts: number | null
  /** Place in the history of the thread; older versions write none. */
  ordinal: number | null
  type: string
  payload: Fields
}>

/** A line as version 0.42 (September 2025) and later ones write it; null for one that says nothing. */
export function readRolloutLine({ value, line }: LineRecord): RolloutLine | null {
  const { type, payload, ordinal } = value
  const at = {
    line,
    ts: toTimeOrNull(value['timestamp']),
    ordinal: typeof ordinal === 'number' ? ordinal : null,
  }
  if (typeof type === 'string' && isRecord(payload)) return { ...at, type, payload }
  // Earlier ones write the items as they are, behind an object of their own.
  if (isBareMeta(value)) return { ...at, type: 'session_meta', payload: value }
  if (typeof type === 'string' && itemTypes.has(type)) return { ...at, type: 'response_item', payload: value }
  return typeof type === 'string' ? { ...at, type, payload: {} } : null
}

/** Whether a value is the first line of a rollout from before September 2025. */
export function isBareMeta(value: Fields): boolean {
  return (
    !('type' in value) &&
    typeof value['id'] === 'string' &&
    typeof value['timestamp'] === 'string' &&
    ('instructions' in value || 'git' in value)
  )
}

const itemTypes: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
])
