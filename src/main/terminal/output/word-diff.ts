import { diffTexts } from '../../../shared/document/diff-texts.ts'
import type { DiffSegment } from '../../../shared/document/join-shreds.ts'
import type { TextRun } from '../terminal.ts'

/** Longest segment that is written out; of longer ones the two ends are. */
const longestShown = 240
/** Characters of all differing texts that are compared for one output. */
const charsOfAll = 5_000_000

type Differ = {
  /** Segments of a message before and after; null past the limit. */
  readonly diff: (before: string, after: string) => readonly DiffSegment[] | null
}

/** Compares the texts of one output, as many as can be compared in some seconds; the limit counts texts, not time. */
export function createDiffer(chars = charsOfAll): Differ {
  let left = chars
  return {
    diff: (before, after) => {
      if (before !== after) left -= before.length + after.length
      return left < 0 ? null : diffTexts(before, after).segments
    },
  }
}

/** `[-removed-]` and `{+added+}`, red and green where colours are wanted; long texts are cut in the middle. */
export function diffRuns(segments: readonly DiffSegment[]): readonly TextRun[] {
  return segments.map(({ kind, text }) => markSegment(kind, cutMiddle(text)))
}

function markSegment(kind: DiffSegment['kind'], text: string): TextRun {
  if (kind === 'same') return text
  return { text: kind === 'removed' ? `[-${text}-]` : `{+${text}+}`, paint: kind }
}

function cutMiddle(text: string): string {
  if (text.length <= longestShown) return text
  const end = longestShown / 2
  return `${text.slice(0, end)} … ${text.length - longestShown} more characters … ${text.slice(-end)}`
}
