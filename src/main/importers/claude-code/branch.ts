import { textOf } from '../json/fields.ts'
import { blocksOf, isSynthetic, type Transcript, type TreeLine } from './lines.ts'
import { isRecord } from '../json/read-json.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'

/** What is on the way from a line back to where its context begins. */
export type Branch = {
  /** Lines that are sent, in the order in which they are. While the branch grows it is one list, to which lines are added. */
  readonly lines: readonly TreeLine[]
  /** How often a parent was missing, and the line before took its place. */
  readonly gaps: number
}

export type Branches = {
  /** The context whose last line is `leaf`, of what stands before `before` in the file. Later calls name later places. */
  readonly upTo: (leaf: TreeLine | null, before: number) => Branch
  /** What a compaction kept of the messages before it. */
  readonly keptBy: (boundary: TreeLine) => ReadonlySet<TreeLine>
}

/**
 * Follows the branches of a transcript. Parents alone lose lines: results of parallel calls hang beside each other, and
 * lines of one response may. What belongs to a response on the way is on it too.
 */
export function createBranches(transcript: Transcript): Branches {
  const { lines } = transcript
  const preserved = preservedBy(transcript)
  const parents = createParents(transcript, preserved)
  let path: TreeLine[] = []
  let places = new Map<TreeLine, number>()
  let responses = new Set<string>()
  let calls = new Set<string>()
  let sent: TreeLine[] = []
  let next = 0
  const enter = (line: TreeLine): void => {
    places.set(line, path.length)
    path.push(line)
    if (line.responseKey === null || responses.has(line.responseKey)) return
    responses.add(line.responseKey)
    for (const id of callsIn(transcript.responses.get(line.responseKey) ?? [])) calls.add(id)
  }
  const isSent = (line: TreeLine): boolean =>
    places.has(line) || (line.responseKey === null ? answers(line, calls) : responses.has(line.responseKey))
  const restart = (kept: readonly TreeLine[]): void => {
    ;[path, places, responses, calls, sent, next] = [[], new Map(), new Set(), new Set(), [], 0]
    for (const line of kept) enter(line)
  }
  return {
    keptBy: (boundary) => preserved.find((one) => one.boundary === boundary)?.lines ?? new Set(),
    upTo: (leaf, before) => {
      const way: TreeLine[] = []
      let at = leaf
      while (at !== null && !places.has(at)) {
        way.push(at)
        at = parents.of(at)
      }
      const common = at === null ? 0 : (places.get(at) ?? -1) + 1
      if (common < path.length || common === 0) restart(path.slice(0, common))
      for (const line of way.toReversed()) enter(line)
      for (; next < before; next += 1) {
        const line = lines[next]
        if (line !== undefined && isSent(line) && isShown(line)) sent.push(line)
      }
      return { lines: withPreserved(sent, path[0], preserved), gaps: parents.gaps() }
    },
  }
}

/** Finds the line that a line follows, each time an earlier one. */
function createParents({ lines, byUuid }: Transcript, preserved: readonly Preserved[]) {
  let gaps = 0
  return {
    gaps: () => gaps,
    of: (line: TreeLine): TreeLine | null => {
      if (line.parentUuid === null) return null
      const parent = byUuid.get(line.parentUuid)
      // A parent that is written later would be a circle.
      if (parent === undefined || parent.at >= line.at) {
        gaps += 1
        return lines[line.at - 1] ?? null
      }
      // What was kept of the messages before a compaction leads back to these: the way goes on at the summary.
      const kept = preserved.findLast(({ boundary }) => boundary.at < line.at)
      return kept !== undefined && parent.at < kept.boundary.at && kept.lines.has(parent)
        ? kept.anchor
        : parent
    },
  }
}

function callsIn(response: readonly TreeLine[]): readonly string[] {
  return response
    .flatMap((line) => blocksOf(line))
    .flatMap((block) => (block['type'] === 'tool_use' ? (textOf(block['id']) ?? []) : []))
}

/** Whether the model can see such a line at all. */
export function isShown(line: TreeLine): boolean {
  return ['user', 'assistant', 'attachment'].includes(line.type) && !isSynthetic(line)
}

/** Whether a user line holds the result of one of these calls. */
function answers(line: TreeLine, calls: ReadonlySet<string>): boolean {
  return line.type === 'user' && blocksOf(line).some((block) => calls.has(textOf(block['tool_use_id']) ?? ''))
}

/** What a newer compaction kept of the messages before it. */
type Preserved = {
  readonly boundary: TreeLine
  /** The line that the kept ones stand behind: the summary. */
  readonly anchor: TreeLine
  readonly lines: ReadonlySet<TreeLine>
}

function preservedBy(transcript: Transcript): readonly Preserved[] {
  const { lines, byUuid } = transcript
  return lines.flatMap((boundary): Preserved[] => {
    const metadata = boundary.value['compactMetadata']
    const { preservedMessages: kept, preservedSegment: segment } = isRecord(metadata) ? metadata : {}
    const named = isRecord(kept) ? kept : segment
    if (!isRecord(named)) return []
    const anchor = byUuid.get(stringOf(named['anchorUuid'])) ?? boundary
    return [
      {
        boundary,
        anchor,
        lines: isRecord(kept) ? linesNamed(kept, transcript) : linesBetween(named, transcript),
      },
    ]
  })
}

function linesNamed(kept: Readonly<Record<string, unknown>>, { byUuid }: Transcript): ReadonlySet<TreeLine> {
  const uuids: readonly unknown[] = [kept['allUuids'], kept['uuids']].find(Array.isArray) ?? []
  return new Set(uuids.flatMap((uuid) => byUuid.get(stringOf(uuid)) ?? []))
}

/** The way from the last line that was kept back to the first, and what belongs to the responses on it; none where it breaks off. */
function linesBetween(
  { headUuid, tailUuid }: Readonly<Record<string, unknown>>,
  { lines, byUuid, responses }: Transcript,
): ReadonlySet<TreeLine> {
  const tail = byUuid.get(stringOf(tailUuid))
  const way = new Set<TreeLine>()
  let at = tail
  while (at !== undefined && !way.has(at)) {
    way.add(at)
    if (at.uuid === headUuid) break
    at = byUuid.get(at.parentUuid ?? '')
  }
  if (at === undefined || at.uuid !== headUuid) return new Set()
  const own = [...way].flatMap((line) => responses.get(line.responseKey ?? '') ?? [])
  const calls = new Set(callsIn(own))
  const all = new Set([...way, ...own])
  const between = lines.slice(at.at, (tail ?? at).at + 1)
  return new Set(between.filter((line) => all.has(line) || answers(line, calls)))
}

/** Puts what a compaction kept behind its summary. */
function withPreserved(
  sent: readonly TreeLine[],
  root: TreeLine | undefined,
  preserved: readonly Preserved[],
): readonly TreeLine[] {
  const kept = preserved.find(({ boundary }) => boundary === root)
  if (kept === undefined) return sent
  const own = new Set(sent)
  const lines = [...kept.lines].filter((line) => isShown(line) && !own.has(line))
  const place = sent.indexOf(kept.anchor) + 1
  return [...sent.slice(0, place), ...lines, ...sent.slice(place)]
}
