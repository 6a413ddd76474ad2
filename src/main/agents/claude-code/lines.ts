import type { LineRecord } from '../json-lines.ts'
import { isRecord, readRecordList, toTextOrNull, toTimeOrNull, type Fields } from '../json/fields.ts'
import { isCompactionBlock } from '../messages/blocks.ts'

/** A line of a Claude Code transcript that stands in the tree of its session. */
export type TreeLine = Readonly<{
  /** Place among the lines of the tree, in the order of the file. */
  at: number
  line: number
  type: string
  uuid: string
  parentUuid: string | null
  ts: number | null
  value: Fields
  /** Of user and assistant lines. */
  message: Fields | null
  /** Id of the response that an assistant line is a block of. */
  messageId: string | null
  /** What lines of one response share: its id, and that of its request, since some gateways give the same id again. */
  responseKey: string | null
}>

export type Transcript = Readonly<{
  /** Lines of the session itself, each once. */
  lines: readonly TreeLine[]
  byUuid: ReadonlyMap<string, TreeLine>
  /** Lines of each response, by its key. */
  responses: ReadonlyMap<string, readonly TreeLine[]>
  /** Everything else, such as titles and snapshots. */
  others: readonly LineRecord[]
}>

/** Sorts the records of one session or of one subagent. */
export function buildTranscript(records: readonly LineRecord[]): Transcript {
  const places = new Map<string, number>()
  const lines: TreeLine[] = []
  const others: LineRecord[] = []
  for (const record of records) {
    const { value, line } = record
    const uuid = toTextOrNull(value['uuid'])
    if (uuid === null || value['type'] === 'summary') others.push(record)
    else {
      // A second compaction in one process writes the whole history once more under the same ids: the last copy counts.
      const at = places.get(uuid) ?? lines.length
      places.set(uuid, at)
      lines[at] = createTreeLine(value, { at, line: lines[at]?.line ?? line, uuid })
    }
  }
  const answered = lines.filter((one) => one.responseKey !== null)
  return {
    lines,
    byUuid: new Map(lines.map((one) => [one.uuid, one])),
    responses: Map.groupBy(answered, ({ responseKey }) => responseKey ?? ''),
    others,
  }
}

function createTreeLine(value: Fields, { at, line, uuid }: Pick<TreeLine, 'at' | 'line' | 'uuid'>): TreeLine {
  const type = toTextOrNull(value['type']) ?? ''
  const message = isRecord(value['message']) ? value['message'] : null
  const messageId = type === 'assistant' ? (toTextOrNull(message?.['id']) ?? uuid) : null
  return {
    at,
    line,
    type,
    uuid,
    parentUuid: toTextOrNull(value['parentUuid']),
    ts: toTimeOrNull(value['timestamp']),
    value,
    message,
    messageId,
    responseKey: messageId === null ? null : `${messageId} ${toTextOrNull(value['requestId']) ?? ''}`,
  }
}

/** Whether an assistant line came from no model: an error that the agent wrote, or its own words. */
export function isSynthetic({ value, message }: TreeLine): boolean {
  return value['isApiErrorMessage'] === true || message?.['model'] === '<synthetic>'
}

/** Blocks of the content of a line. */
export function readLineBlocks({ message }: TreeLine): readonly Fields[] {
  const content = message?.['content']
  return readRecordList(content)
}

/** Whether the server compacted in this line: the next request begins with it, and sends nothing from before it. */
export function holdsCompaction(line: TreeLine): boolean {
  return line.type === 'assistant' && readLineBlocks(line).some(isCompactionBlock)
}
