import { diffLines, diffWordsWithSpace } from 'diff'

/** A stretch of a text that both sides have, or only one of them. */
export type DiffPiece = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }

/** Above this many characters on both sides together a word diff would take too long. */
const mostWordChars = 60_000
/** Longest stretch that is written out; of longer ones the two ends are. */
const longestShown = 240

/** Pieces of a message before and after, by words, or by lines where the texts are long. */
export function diffTexts(before: string, after: string): readonly DiffPiece[] {
  // Line ends beyond this many edits give up, and the whole text counts as replaced.
  const changes =
    before.length + after.length <= mostWordChars
      ? diffWordsWithSpace(before, after)
      : diffLines(before, after, { maxEditLength: 4000 })
  if (changes === undefined) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  }
  return joinSpecks(
    changes.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
  )
}

/** Common stretches this short between two changes are chance: `.` and `-` are everywhere. */
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

/** `[-removed-]` and `{+added+}`, red and green where colours are wanted; long stretches are cut in the middle. */
export function diffText(pieces: readonly DiffPiece[], hasColour: boolean): string {
  return pieces.map(({ kind, text }) => mark(kind, cutMiddle(withoutControls(text)), hasColour)).join('')
}

function mark(kind: DiffPiece['kind'], text: string, hasColour: boolean): string {
  if (kind === 'same') return text
  const marked = kind === 'removed' ? `[-${text}-]` : `{+${text}+}`
  return hasColour ? `\u001B[${kind === 'removed' ? 31 : 32}m${marked}\u001B[0m` : marked
}

function cutMiddle(text: string): string {
  if (text.length <= longestShown) return text
  const end = longestShown / 2
  return `${text.slice(0, end)} … ${text.length - longestShown} more characters … ${text.slice(-end)}`
}

/** A history may hold escape sequences that would reprogram a terminal. */
function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD')
}
