import type { Part } from '../../../shared/domain/part.ts'
import { isConstraint } from './is-constraint.ts'
import { isFirm } from './is-firm.ts'
import { pastedLines } from './pasted-lines.ts'
import { spokenLines, type SpokenLine } from './sentences.ts'
import { usersWords } from './users-words.ts'

/** What the user laid down, sentence by sentence as written, each once, in order: wishes and preferences too. */
export function findConstraints(parts: readonly (readonly Part[])[]): string[] {
  return distinct(usersWords(parts).flatMap((words) => constraintsIn(words).map(({ piece }) => piece)))
}

/** Those whose words leave no choice, which are much surer to be constraints. */
export function findFirmConstraints(parts: readonly (readonly Part[])[]): string[] {
  return distinct(
    usersWords(parts).flatMap((words) =>
      constraintsIn(words).flatMap(({ piece, hasPaste }) =>
        isFirm(piece, { length: words.length, hasPaste }) ? [piece] : [],
      ),
    ),
  )
}

function distinct(pieces: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const piece of pieces) {
    const key = piece
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    if (!found.has(key)) found.set(key, piece)
  }
  return [...found.values()]
}

/** Past so many characters a message needs more evidence: it may have been put together of what others wrote. */
const longestTyped = 1200
/** From so many sentences on, with rules this rare among them, a message is a page or a log that somebody pasted. */
const longPaste = { sentences: 110, share: 0.08 }
/** Sentences before and after a paste that are the user's own. */
const around = 5

function constraintsIn(words: string): { piece: string; hasPaste: boolean }[] {
  const lines = spokenLines(words)
  const isPasted = pastedLines(lines.map(({ line }) => line))
  const rules = linesUnderRules(lines)
  const hasPaste = isPasted.includes(true)
  const isTyped = words.length <= longestTyped && !hasPaste
  const pieces = lines.flatMap((line, at) =>
    line.pieces.map((piece) => ({
      piece,
      counts: isConstraint(piece, {
        isTyped,
        isPasted: isPasted[at] === true || isTitle(line.line),
        isUnderRules: rules[at] === true,
      }),
    })),
  )
  const found = pieces.flatMap(({ piece, counts }, index) => (counts ? [{ piece, index }] : []))
  const isPage = pieces.length >= longPaste.sentences && found.length < pieces.length * longPaste.share
  return found
    .filter(({ index }) => !isPage || index < around || index >= pieces.length - around)
    .map(({ piece }) => ({ piece, hasPaste }))
}

const heading = /^\s*(?:#{1,6}\s+\S.*|\*\*[^*]+\*\*:?\s*|(?:\d+[.)]\s+)?[^.!?:]{3,60}:\s*)$/
const announcing =
  /\b(?:rules?|constraints?|requirements?|important|guidelines?|conventions?|restrictions?|limits?|scope|notes?|non-goals?|acceptance|criteria|must|do not|don['’]t|never|always|avoid|guardrails?|principles?|policy|standards?|style|règles?|contraintes?|regeln|anforderungen|reglas|requisitos|regras|regole|vincoli)\b/i

/** A heading says what follows, unless it forbids. */
function isTitle(line: string): boolean {
  return (
    /^\s*#{1,6}\s/.test(line) &&
    !/\b(?:never|must|not|don['’]t|always|only|ne pas|jamais|nie|nicht)\b/i.test(line)
  )
}

/** Of each line, whether the last heading above it announces rules. */
function linesUnderRules(lines: readonly SpokenLine[]): boolean[] {
  let isUnder = false
  return lines.map(({ line }) => {
    if (heading.test(line)) isUnder = announcing.test(line)
    return isUnder
  })
}
