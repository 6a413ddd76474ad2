import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff'
import { joinShreds, type DiffSegment } from './join-shreds.ts'

/** A comparison and its granularity: `whole` where the texts are too long or too different to align. */
export type TextDiff = {
  readonly detail: 'words' | 'lines' | 'whole'
  readonly segments: readonly DiffSegment[]
}

/** Characters of both texts together up to which words are compared, and above that lines. */
const wordLimit = 400_000
const lineLimit = 20_000_000
/** Words and lines that may differ, on both sides together; with more of them a comparison gives way to a coarser one. */
const mostWords = 6000
const mostLines = 8000

/**
 * Compares two texts as finely as their size allows, between the lines that both begin and end with. Takes up to seconds:
 * call it in a worker.
 */
export function diffTexts(before: string, after: string): TextDiff {
  const head = measureCommonLines(before, after)
  const tail = measureCommonLastLines(before.slice(head), after.slice(head))
  const { detail, segments } = compare(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  )
  const all: readonly DiffSegment[] = [
    { kind: 'same', text: before.slice(0, head) },
    ...segments,
    { kind: 'same', text: before.slice(before.length - tail) },
  ]
  return { detail, segments: joinSame(all) }
}

function compare(before: string, after: string): TextDiff {
  const size = before.length + after.length
  if (size <= wordLimit) {
    const changes = diffWordsWithSpace(before, after, { maxEditLength: mostWords })
    if (changes !== undefined) return { detail: 'words', segments: joinShreds(toSegments(changes)) }
  }
  if (size <= lineLimit) {
    const changes = diffLines(before, after, { maxEditLength: mostLines })
    if (changes !== undefined) return { detail: 'lines', segments: toSegments(changes) }
  }
  return {
    detail: 'whole',
    segments: [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ],
  }
}

/** Characters of whole lines that both texts begin with. */
function measureCommonLines(before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  let at = 0
  while (at < most && before[at] === after[at]) at += 1
  return at === 0 ? 0 : before.lastIndexOf('\n', at - 1) + 1
}

/** Characters of whole lines that both texts end with, the line end before them left out. */
function measureCommonLastLines(before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  let length = 0
  while (length < most && before.at(-1 - length) === after.at(-1 - length)) length += 1
  const start = before.indexOf('\n', before.length - length)
  return start === -1 ? 0 : before.length - start - 1
}

/** Puts neighbours that both sides have together, and leaves out what is empty. */
function joinSame(segments: readonly DiffSegment[]): readonly DiffSegment[] {
  const joined: DiffSegment[] = []
  for (const segment of segments.filter(({ text }) => text !== '')) {
    const last = joined.at(-1)
    if (last?.kind === 'same' && segment.kind === 'same')
      joined[joined.length - 1] = { kind: 'same', text: last.text + segment.text }
    else joined.push(segment)
  }
  return joined
}

function toSegments(changes: readonly ChangeObject<string>[]): readonly DiffSegment[] {
  return changes.map((change) => ({
    kind: change.added ? 'added' : change.removed ? 'removed' : 'same',
    text: change.value,
  }))
}
