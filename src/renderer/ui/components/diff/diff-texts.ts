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

/** Compares two texts as finely as their size allows. Takes up to seconds: call it in a worker. */
export function diffTexts(before: string, after: string): TextDiff {
  const size = before.length + after.length
  if (before === after)
    return { detail: 'words', segments: before === '' ? [] : [{ kind: 'same', text: before }] }
  if (size <= wordLimit) {
    const changes = diffWordsWithSpace(before, after, { maxEditLength: mostWords })
    if (changes !== undefined) return { detail: 'words', segments: joinShreds(toSegments(changes)) }
  }
  if (size <= lineLimit) {
    const changes = diffLines(before, after, { maxEditLength: mostLines })
    if (changes !== undefined) return { detail: 'lines', segments: toSegments(changes) }
  }
  const whole: readonly DiffSegment[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
  return { detail: 'whole', segments: whole.filter((segment) => segment.text !== '') }
}

function toSegments(changes: readonly ChangeObject<string>[]): readonly DiffSegment[] {
  return changes.map((change) => ({
    kind: change.added ? 'added' : change.removed ? 'removed' : 'same',
    text: change.value,
  }))
}
