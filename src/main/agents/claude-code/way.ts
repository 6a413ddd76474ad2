import { toTextOrNull } from '../json/fields.ts'
import { readLineBlocks, isSynthetic, type Transcript, type TreeLine } from './lines.ts'

/** The way from where a context begins to its last line, and what is sent there. */
export type Way = {
  readonly path: readonly TreeLine[]
  /** Place of each line in `path`. */
  readonly places: ReadonlyMap<TreeLine, number>
  readonly enter: (line: TreeLine) => void
  /** The lines of the file before a place that are sent: one list, to which lines are added. Later calls name later places. */
  readonly sentBefore: (before: number) => readonly TreeLine[]
  /** Whether lines bring nothing with them that stands where the file was looked through before. */
  readonly isBehind: (lines: readonly TreeLine[]) => boolean
}

/** Creates ways through a transcript, each of which begins with some lines. */
export function createWays({ lines, responses: linesOf }: Transcript): (start: readonly TreeLine[]) => Way {
  const results = locateFirstResults(lines)
  const findResponse = ({ responseKey }: TreeLine): readonly TreeLine[] =>
    linesOf.get(responseKey ?? '') ?? []
  return (start) => {
    const path: TreeLine[] = []
    const places = new Map<TreeLine, number>()
    const responses = new Set<string>()
    const calls = new Set<string>()
    const sent: TreeLine[] = []
    let next = 0
    /** Nothing that is sent stands before it in the file. */
    let first = Infinity
    const enter = (line: TreeLine): void => {
      places.set(line, path.length)
      path.push(line)
      first = Math.min(first, line.at)
      if (line.responseKey === null || responses.has(line.responseKey)) return
      responses.add(line.responseKey)
      const own = findResponse(line)
      first = Math.min(first, own[0]?.at ?? first)
      for (const id of listCallIds(own)) {
        calls.add(id)
        first = Math.min(first, results.get(id) ?? first)
      }
    }
    const isSent = (line: TreeLine): boolean =>
      places.has(line) ||
      (line.responseKey === null ? answersCall(line, calls) : responses.has(line.responseKey))
    for (const line of start) enter(line)
    return {
      path,
      places,
      enter,
      sentBefore: (before) => {
        for (next = Math.max(next, Math.min(first, before)); next < before; next += 1) {
          const line = lines[next]
          if (line !== undefined && isSent(line) && isShown(line)) sent.push(line)
        }
        return sent
      },
      isBehind: (added) =>
        added.every((line) => {
          const own = findResponse(line)
          return (
            [line, ...own].every(({ at }) => at >= next) &&
            listCallIds(own).every((id) => (results.get(id) ?? next) >= next)
          )
        }),
    }
  }
}

/** Where in the file the first result of each call stands. */
function locateFirstResults(lines: readonly TreeLine[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  for (const line of lines)
    for (const id of line.type === 'user' ? listAnsweredCalls(line) : [])
      if (!first.has(id)) first.set(id, line.at)
  return first
}

/** Ids of the calls that a response makes. */
export function listCallIds(response: readonly TreeLine[]): readonly string[] {
  return response
    .flatMap((line) => readLineBlocks(line))
    .flatMap((block) => (block['type'] === 'tool_use' ? (toTextOrNull(block['id']) ?? []) : []))
}

/** The calls that a line holds results of. */
function listAnsweredCalls(line: TreeLine): readonly string[] {
  return readLineBlocks(line).map((block) => toTextOrNull(block['tool_use_id']) ?? '')
}

/** Whether the model can see such a line at all. */
export function isShown(line: TreeLine): boolean {
  return ['user', 'assistant', 'attachment'].includes(line.type) && !isSynthetic(line)
}

/** Whether a user line holds the result of one of these calls. */
export function answersCall(line: TreeLine, calls: ReadonlySet<string>): boolean {
  return line.type === 'user' && listAnsweredCalls(line).some((id) => calls.has(id))
}
