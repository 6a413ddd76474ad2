import type { LineRecord } from '../json-lines.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'

/** Something that a client and an agent told each other of a session. */
export type Update = Readonly<{ line: number; session: string | null; kind: string; fields: Fields }>

/** The updates of a log of the Agent Client Protocol, prompts among them, in their order. */
export function readUpdates(records: readonly LineRecord[]): readonly Update[] {
  return records.flatMap(({ value, line }): Update[] => {
    const params = isRecord(value['params']) ? value['params'] : value
    const session = toTextOrNull(params['sessionId'])
    if (value['method'] === 'session/prompt') return [{ line, session, kind: 'prompt', fields: params }]
    const update = readNestedFields(params, 'update')
    const kind = toTextOrNull(update['sessionUpdate'])
    return kind === null ? [] : [{ line, session, kind, fields: update }]
  })
}

/**
 * What stands at last under each id: what an update leaves out is as it was, and null takes it away. Chunks of a summary
 * follow each other.
 */
export function foldById(updates: readonly Update[], idKey: 'toolCallId' | 'compactionId') {
  const known = new Map<string, Fields>()
  for (const { kind, fields } of updates) {
    const id = toTextOrNull(fields[idKey])
    if (id === null) continue
    const before = known.get(id) ?? {}
    if (kind === 'compaction_summary_chunk')
      known.set(id, { ...before, summary: [...readRecordList(before['summary']), fields['content']] })
    else known.set(id, { ...before, ...fields })
  }
  return known
}
