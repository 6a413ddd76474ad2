import { diffLines, diffWordsWithSpace } from 'diff'
import type { TextRun } from '../terminal.ts'

/** A segment of a text that both sides have, or only one of them. */
export type DiffPiece = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }

/** Above this many characters on both sides together a word diff would take too long. */
const mostWordChars = 60_000
/** Longest segment that is written out; of longer ones the two ends are. */
const longestShown = 240
/** Steps of a comparison by words or lines, about; more take seconds, and the whole text counts as replaced. */
const stepsOfOne = 1_000_000
/** Steps of all comparisons of one output. */
const stepsOfAll = 10_000_000
/** Characters of all texts that are compared for one output. */
const charsOfAll = 20_000_000

type Differ = {
  /** Pieces of a message before and after, by words, or by lines where the texts are long; null past the limits. */
  readonly diff: (before: string, after: string) => readonly DiffPiece[] | null
}

/** Compares the texts of one output, as many as can be compared in a few seconds; the limits count work, not time. */
export function createDiffer(limits: { readonly steps: number; readonly chars: number } = allLimits): Differ {
  let { steps, chars } = limits
  return {
    diff: (before, after) => {
      chars -= before.length + after.length
      if (steps <= 0 || chars < 0) return null
      const compared = compare(before, after)
      steps -= compared.steps
      return compared.pieces
    },
  }
}

const allLimits = { steps: stepsOfAll, chars: charsOfAll }

/** Pieces of one message before and after. */
export function diffTexts(before: string, after: string): readonly DiffPiece[] {
  return compare(before, after).pieces
}

function compare(before: string, after: string): { pieces: readonly DiffPiece[]; steps: number } {
  const head = measureCommonLines(before, after)
  const tail = measureCommonLastLines(before.slice(head), after.slice(head))
  const [old, young] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const { changes, steps } = computeChanges(old, young)
  const inner = changes?.map(({ added, removed, value }): DiffPiece => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
  const replaced: readonly DiffPiece[] = [
    { kind: 'removed', text: old },
    { kind: 'added', text: young },
  ]
  const makeSamePieces = (text: string): readonly DiffPiece[] => [{ kind: 'same', text }]
  const all = [
    ...makeSamePieces(before.slice(0, head)),
    ...(inner === undefined ? replaced : joinSpecks(inner)),
    ...makeSamePieces(before.slice(before.length - tail)),
  ]
  return { pieces: joinSame(all), steps }
}

/** Steps are at most the edits times the lesser of the edits and twice the shorter side. */
function computeChanges(old: string, young: string) {
  const isShort = old.length + young.length <= mostWordChars
  const units = isShort ? Math.min(old.length, young.length) : Math.min(countLines(old), countLines(young))
  const mostEdits = Math.floor(Math.max(Math.sqrt(stepsOfOne), stepsOfOne / (2 * units + 1)))
  if (!isShort && Math.abs(countLines(old) - countLines(young)) > mostEdits)
    return { changes: undefined, steps: 0 }
  const options = { maxEditLength: mostEdits }
  const changes = isShort ? diffWordsWithSpace(old, young, options) : diffLines(old, young, options)
  if (changes === undefined) return { changes, steps: stepsOfOne }
  const edits = changes.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0)
  return { changes, steps: edits * Math.min(edits, 2 * units + 1) }
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Characters of whole lines that both texts begin with. */
function measureCommonLines(before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  let at = 0
  while (at < most && before[at] === after[at]) at += 1
  return before.lastIndexOf('\n', at - 1) + 1
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
function joinSame(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const joined: DiffPiece[] = []
  for (const piece of pieces.filter(({ text }) => text !== '')) {
    const last = joined.at(-1)
    if (last?.kind === 'same' && piece.kind === 'same')
      joined[joined.length - 1] = { kind: 'same', text: last.text + piece.text }
    else joined.push(piece)
  }
  return joined
}

/** Common texts this short between two changes are chance: `.` and `-` are everywhere. */
const longestSpeck = 3

/** Puts specks and the changes around them together: one removal, then one addition. */
function joinSpecks(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const joined: DiffPiece[] = []
  let removed = ''
  let added = ''
  const flush = (): void => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed })
    if (added !== '') joined.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const [index, { kind, text }] of pieces.entries()) {
    const isSpeck = text.length <= longestSpeck && index < pieces.length - 1 && removed + added !== ''
    if (kind === 'same' && !isSpeck) {
      flush()
      joined.push({ kind, text })
    }
    if (kind === 'removed' || (kind === 'same' && isSpeck)) removed += text
    if (kind === 'added' || (kind === 'same' && isSpeck)) added += text
  }
  flush()
  return joined
}

/** `[-removed-]` and `{+added+}`, red and green where colours are wanted; long texts are cut in the middle. */
export function diffRuns(pieces: readonly DiffPiece[]): readonly TextRun[] {
  return pieces.map(({ kind, text }) => markPiece(kind, cutMiddle(text)))
}

function markPiece(kind: DiffPiece['kind'], text: string): TextRun {
  if (kind === 'same') return text
  return { text: kind === 'removed' ? `[-${text}-]` : `{+${text}+}`, paint: kind }
}

function cutMiddle(text: string): string {
  if (text.length <= longestShown) return text
  const end = longestShown / 2
  return `${text.slice(0, end)} … ${text.length - longestShown} more characters … ${text.slice(-end)}`
}
