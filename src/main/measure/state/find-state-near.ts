import { type Cue, findCue, readMarkCue, isNegator, negateCue, type State } from './state-cues.ts'
import { type TextTokens, tokenKinds } from './tokenise-text.ts'

/** A text as tokens, with those that are part of a path marked. */
export type MarkedText = TextTokens & {
  readonly text: string
  readonly isPath: Uint8Array
  /** Of each token the first one of its line. */
  readonly lineStarts: Uint32Array
  /** What the headings over lines tell, by the first token of a line, as far as it was asked for. */
  readonly headings: Map<number, Cue | null>
}

/** Readies the tokens of a text. Nothing is part of a path yet. */
export function prepareMarkedText(text: string, tokens: TextTokens): MarkedText {
  const lineStarts = new Uint32Array(tokens.texts.length)
  let start = 0
  tokens.kinds.forEach((kind, at) => {
    lineStarts[at] = start
    if (isLineEnd(kind)) start = at + 1
  })
  return { ...tokens, text, isPath: new Uint8Array(tokens.texts.length), lineStarts, headings: new Map() }
}

/** Words between a mention and the word that tells its state. */
const reach = 25
/** Tokens that are looked at for it: signs and paths have no end in hostile texts. */
const mostTokens = 120
/** So near to a mention, a word tells more than the heading over it. */
const near = 4

/** What a step over a comma, or over a word that begins another clause, counts for, in words. */
const clauseStep = 3
const joint = /^(?:but|so|while|whereas|however|although|mais|aber|pero|mas|但是|しか)$/

/**
 * What a text tells of what it mentions at these tokens; null where it tells nothing. A mark before the line tells
 * more than the sentence, the sentence more than the heading, unless its word stands far off.
 */
export function findStateNear(
  text: MarkedText,
  { from, to }: { readonly from: number; readonly to: number },
): Cue | null {
  const start = text.lineStarts[from] ?? 0
  const mark = markBefore(text, start, from)
  if (mark !== null) return mark
  const cue = findNearestCue(text, { from, to, start })
  const over = findHeadingOver(text, start)
  if (cue === null) return over
  // Under what is to come, "so that all works" tells what it is for.
  const isOver = over !== null && (over !== 'later' || cue.cue === 'done')
  return isOver && cue.distance > near ? over : cue.cue
}

function isLineEnd(kind: number | undefined): boolean {
  return kind === tokenKinds.line || kind === tokenKinds.blank
}

/** A mark among the first tokens of the line, before the mention. */
function markBefore({ texts, kinds }: MarkedText, start: number, from: number): State | null {
  for (let at = start; at < Math.min(from + 1, start + 3); at += 1)
    if (kinds[at] === tokenKinds.mark) return readMarkCue(texts[at] ?? '')
  return null
}

type Near = { readonly cue: Cue; readonly distance: number }

function findNearestCue(
  text: MarkedText,
  { from, to, start }: { readonly from: number; readonly to: number; readonly start: number },
): Near | null {
  const ahead = findCueFrom(text, to, 1, start)
  const behind = findCueFrom(text, from - 1, -1, start)
  if (ahead === null || behind === null) return ahead ?? behind
  return behind.distance <= ahead.distance ? behind : ahead
}

/** The first word for a state in one direction, within the sentence. A path counts as one word. */
function findCueFrom(text: MarkedText, from: number, step: 1 | -1, start: number): Near | null {
  const { texts, kinds, isPath } = text
  let distance = 0
  for (let at = from, looked = 0; at >= start && at < texts.length && looked < mostTokens; at += step) {
    looked += 1
    const kind = kinds[at]
    if (kind === tokenKinds.sentence || isLineEnd(kind)) return null
    if (kind === tokenKinds.clause) {
      distance += texts[at] === ';' || texts[at] === '；' ? 2 * clauseStep : clauseStep
      continue
    }
    if (kind === tokenKinds.mark) return { cue: readMarkCue(texts[at] ?? ''), distance: distance + 1 }
    if (isPath[at] === 1) {
      if (isPath[at - step] !== 1) distance += 1
      continue
    }
    const word = texts[at] ?? ''
    distance += joint.test(word) ? clauseStep : 1
    if (distance > reach) return null
    const cue = readCue(text, at, start)
    if (cue === 'deleted' && concernsPart(text, { at, from, step })) return { cue: 'done', distance }
    if (cue === 'failed' && isFaultIn(text, { at, from, step })) return null
    if (cue !== undefined) return { cue, distance }
  }
  return null
}

const being =
  /^(?:was|were|been|be|being|is|are|got|have|has|wurden?|ist|sind|été|est|sont|fue|fueron|sido|foi|foram)$/
const preposition = /^(?:from|in|of|within|inside|out|dans|de|du|des|aus|von|im|del|do|da|dos|das|em|en)$/
/** What follows a removal that was said of the thing before it. */
const adverb =
  /^(?:as|by|since|because|and|or|but|so|to|for|with|again|entirely|completely|fully|too|later|earlier|now|already|instead|during|after|before|on|at|via|when|while)$/

/** Whether something in the thing was removed and not the thing: `a.ts: removed the parser`, `removed it from a.ts`. */
function concernsPart(
  { texts, kinds }: MarkedText,
  { at, from, step }: { readonly at: number; readonly from: number; readonly step: 1 | -1 },
): boolean {
  if (step < 0) return kinds[from] === tokenKinds.word && preposition.test(texts[from] ?? '')
  const [last = '', next = ''] = [texts[at - 1], texts[at + 1]]
  if (isDash.test(texts[from] ?? '') && isNamed(kinds, from + 1, at)) return true
  const isObject = kinds[at + 1] === tokenKinds.word && !preposition.test(next) && !adverb.test(next)
  return isObject && !being.test(last)
}

/** What parts a thing from what is said of it: `a.ts: both helpers removed`. */
const isDash = /^(?:[:：—–]| - )$/

/** Whether two words or more and nothing else stand here. */
function isNamed(kinds: Uint8Array, from: number, to: number): boolean {
  return to - from > 1 && kinds.subarray(from, to).every((kind) => kind === tokenKinds.word)
}

const fault = /^(?:errors?|failures?|fehler|erreurs?|échecs?|errores|erros?|falhas?)$/

/** Whether a fault was found in a file: `an error in a.ts` does not say that its last change failed. */
function isFaultIn(
  { texts, kinds, isPath }: MarkedText,
  { at, from, step }: { readonly at: number; readonly from: number; readonly step: 1 | -1 },
): boolean {
  return (
    step < 0 &&
    isPath[from + 1] === 1 &&
    kinds[from] === tokenKinds.word &&
    preposition.test(texts[from] ?? '') &&
    fault.test(texts[at] ?? '')
  )
}

/** The state that the word here tells, turned around where one of the three words before it does so. */
function readCue({ texts, kinds, isPath }: MarkedText, at: number, start: number): Cue | undefined {
  const word = texts[at] ?? ''
  const cue = findCue(word, texts[at - 1], texts[at + 1])
  if (cue === undefined || isPath[at] === 1) return undefined
  if (cue === 'done' && texts[at - 1] === 'be' && ahead.test(texts[at - 2] ?? '')) return 'later'
  for (let before = at - 1, words = 0; before >= start && words < 3; before -= 1) {
    if (kinds[before] !== tokenKinds.word) break
    words += 1
    if (isNegator(texts[before] ?? '', texts[before + 1])) return negateCue(cue)
  }
  if (!/\p{Script=Han}/u.test(word)) return cue
  // Chinese and Japanese say what became of an action behind it.
  const behind = texts.slice(at + 1, at + 6)
  if (behind.some((own) => own === 'ない' || own === 'なか')) return negateCue(cue)
  return cue === 'done' && behind.some((own) => findCue(own, undefined, undefined) === 'failed')
    ? 'failed'
    : cue
}

/** Longest heading, in words, and its line in characters. */
const longestHeading = 9
const longestLine = 240
/** Lines above a mention that are looked at for the heading. */
const mostLines = 60

/**
 * The state that the heading over a line tells: the nearest line above that ends with a colon, begins with `#` or stands
 * between blank lines by itself; null where it tells none.
 */
function findHeadingOver(text: MarkedText, lineStart: number): Cue | null {
  const known = text.headings.get(lineStart)
  if (known !== undefined) return known
  const found = findHeading(text, lineStart)
  text.headings.set(lineStart, found)
  return found
}

function findHeading(text: MarkedText, lineStart: number): Cue | null {
  let end = lineStart - 1
  for (let lines = 0; end > 0 && lines < mostLines; lines += 1) {
    const start = text.lineStarts[end] ?? 0
    const cue = readHeadingCue(text, start, end)
    if (cue !== undefined) return cue
    end = start - 1
  }
  return null
}

/** What puts `be done` ahead of us. */
const ahead = /^(?:to|must|should|shall|will|would|can|could|may|might)$/

/** Headings of what went wrong and was put right. */
const mended = /\b(?:fix|resol|solution|solved|workaround|correct)/i

/** What makes a heading of a line: signs of Markdown, or a colon behind it. */
const heading = /^(?:#{1,6}\s|\*\*[^*]+\*\*:?$|<\w+>$)|[:：]\**$/

/** Undefined where the line is no heading; null for a heading that tells no state. */
function readHeadingCue(text: MarkedText, start: number, end: number): Cue | null | undefined {
  const { kinds, starts, ends } = text
  const [from, to] = [ends[start - 1] ?? 0, starts[end] ?? text.text.length]
  if (to - from > longestLine || !heading.test(text.text.slice(from, to).trim())) return undefined
  let words = 0
  for (let at = start; at < end; at += 1) {
    if (kinds[at] !== tokenKinds.word) continue
    words += 1
    if (words > longestHeading) return undefined
    const cue = readCue(text, at, start)
    if (cue !== undefined) return cue === 'failed' && mended.test(text.text.slice(from, to)) ? null : cue
  }
  return null
}
