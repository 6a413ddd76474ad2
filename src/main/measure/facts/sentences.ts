import { rememberByText } from './remember-by-text.ts'

/** Longest sentence in characters; past this it is a paste, or somebody who does without full stops. */
const longest = 600
const tags = /<\/?(?:task|user_message|user_query|feedback|answer|command-args|user-memory-input)>/g
const fence = /```[^\n]*(?:\n([\s\S]*?))?(?:```|$)/g
/** Blocks of no language, or of one for prose: others hold programs and their output. */
const proseFence = /^```[ \t]*(?:(?:md|mdx|markdown|te?xt|plain\w*|prompt)[ \t]*)?\r?\n/i
/** Points that end no sentence. */
const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|z\.B|d\.h|bzw|ca|usw|p\.ex|ej|p\.e|Mr|Dr|St)|^\d{1,2})\.$/i
const ends = /(?<=[.!?…]["”’)*`]{0,3})\s+(?=[\p{L}\d"“«(*`])|(?<=[。！？])/u

/** Sentences and list items of a text as they stand there, without code blocks and the tags that agents put around. */
export const splitSentences = rememberByText((text): readonly string[] =>
  splitPieces(text.replace(fence, '\n')).filter((piece) => piece.length <= longest),
)

/** A line of what a user wrote, and the sentences in it. */
export type SpokenLine = { readonly line: string; readonly pieces: readonly string[] }

/**
 * The lines outside of code that a user may have written, empty ones too, with the sentences in each: of blocks without a
 * language the lines that are words, and of sentences that do not end the clauses.
 */
export function selectSpokenLines(text: string): SpokenLine[] {
  const spoken = text.replace(fence, (block: string, inside: string) => {
    if (!proseFence.test(block)) return '\n'
    const lines = inside.split('\n').filter((line) => isProse(line))
    return `\n${lines.join('\n')}\n`
  })
  return withoutScreens(spoken)
    .split(/\r\n|[\r\n]/)
    .map((line) => ({
      line,
      pieces: splitPieces(line).flatMap((piece) => (piece.length <= longest ? [piece] : splitClauses(piece))),
    }))
}

/** Blanks at the end of a line as a terminal pads it, where somebody copies what stands on a screen. */
const longestMargin = 12

/** In no text without it a line is padded. */
const margin = /[^\S\n]{13}/

/** Without the lines from the first that is padded to the last. */
function withoutScreens(text: string): string {
  if (!margin.test(text)) return text
  const isPadded = (line: string) => line.length - line.trimEnd().length > longestMargin
  const lines = text.split('\n')
  const first = lines.findIndex((line) => isPadded(line))
  const last = lines.findLastIndex((line) => isPadded(line))
  return lines.filter((_, at) => first < 0 || at < first || at > last).join('\n')
}

/** Pieces of fewer characters say nothing. */
const leastPiece = 4
/** Without any of these a text is one piece. */
const joint = /[<\r\n.!?…。！？]/

function splitPieces(text: string): string[] {
  if (text.length < leastPiece) return []
  const pieces = joint.test(text)
    ? text
        .replace(tags, '\n')
        .split(/[\r\n]+/)
        .flatMap((line) => (line.length < leastPiece ? [] : splitLineSentences(line)))
    : [text]
  return pieces.flatMap((piece) => {
    const bare = piece.replace(/^[\s#>*\-+•|]+/, '').trim()
    const paired = bare.includes('**') && bare.split('**').length % 2 === 0 ? bare.replace('**', '') : bare
    return paired.length < leastPiece ? [] : [paired]
  })
}

function splitLineSentences(line: string): string[] {
  const sentences: string[] = []
  let open: string[] = []
  for (const piece of line.split(ends)) {
    if (piece !== '' || open.length > 0) open.push(piece)
    // Of what came before, only that there is something matters: it may be any number of abbreviations.
    if (abbreviation.test(`${open.length > 1 ? ' ' : ''}${piece.trimEnd()}`)) continue
    sentences.push(open.join(' '))
    open = []
  }
  return open.length === 0 ? sentences : [...sentences, open.join(' ')]
}

function isProse(line: string): boolean {
  return (
    /^(?:[-*•>]|\d+[.)])?\s*[\p{L}"“«]/u.test(line.trimStart()) &&
    (/\p{L}\s+\p{L}+\s+\p{L}/u.test(line) || /[\u3040-\u30ff\u4e00-\u9fff]{4}/.test(line)) &&
    !/[{}=;$\\]|\w\(|::|\/\//.test(line)
  )
}

const joints =
  /[,;:–—]\s+|(?<!\s)\s+(?=(?:and|but|so|then|because|also|et|mais|donc|und|aber|denn|y|pero|e|ma|mas|и|но)\s)/giu

function splitClauses(piece: string): string[] {
  return piece
    .split(joints)
    .map((clause) => clause.trim())
    .filter((clause) => clause.length > 8 && clause.length <= longest)
}
