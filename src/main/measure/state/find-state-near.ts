import { type Cue, findCue, readMarkCue, isNegator, negateCue } from './state-cues.ts'
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

/** Words between a mention and the word that tells its state, and tokens that are looked at: hostile texts have no end. */
const reach = 25
const mostTokens = 120
/** So near to a mention, a word tells more than the heading over it. */
const near = 4
/** What a step over a comma, or over a word that begins another clause, counts for, in words. */
const clauseStep = 3
const joint = /^(?:but|so|while|however|although|mais|aber|pero|mas|但是)$/

/**
 * What a text tells of what it mentions at these tokens; null where it tells nothing. The rule: a mark before the line, else
 * the nearest word for a state within the sentence, unless it stands far off and the heading over the line tells another.
 */
export function findStateNear(
  text: MarkedText,
  { from, to }: { readonly from: number; readonly to: number },
): Cue | null {
  const start = text.lineStarts[from] ?? 0
  for (let at = start; at < Math.min(from + 1, start + 3); at += 1)
    if (text.kinds[at] === tokenKinds.mark) return readMarkCue(text.texts[at] ?? '')
  const [ahead, behind] = [findCueFrom(text, to, 1, start), findCueFrom(text, from - 1, -1, start)]
  const found = ahead === null || (behind !== null && behind.distance <= ahead.distance) ? behind : ahead
  const over = findHeadingOver(text, start)
  if (found === null) return over
  // Under what is to come, "so that all passes" tells what it is for.
  const isOver = over !== null && (over !== 'later' || found.cue === 'done')
  return isOver && found.distance > near ? over : found.cue
}

function isLineEnd(kind: number | undefined): boolean {
  return kind === tokenKinds.line || kind === tokenKinds.blank
}

type Near = { readonly cue: Cue; readonly distance: number }

/** The first word for a state in one direction, within the sentence. A path counts as one word. */
function findCueFrom(text: MarkedText, from: number, step: 1 | -1, start: number): Near | null {
  const { texts, kinds, isPath } = text
  let distance = 0
  for (let at = from, looked = 0; at >= start && at < texts.length && looked < mostTokens; at += step) {
    looked += 1
    const kind = kinds[at]
    const word = texts[at] ?? ''
    if (kind === tokenKinds.sentence || isLineEnd(kind) || distance > reach) return null
    if (kind === tokenKinds.mark) return { cue: readMarkCue(word), distance: distance + 1 }
    if (kind === tokenKinds.clause) distance += /[;；]/.test(word) ? 2 * clauseStep : clauseStep
    else if (isPath[at] === 0) distance += joint.test(word) ? clauseStep : 1
    else if (isPath[at - step] !== 1) distance += 1
    const cue = kind === tokenKinds.word ? readCue(text, at, start) : undefined
    if (cue !== undefined) return aboutIt(text, { cue, at, from, step, distance })
  }
  return null
}

const preposition = /^(?:from|in|of|within|inside|dans|de|du|aus|von|in|im|del|do|da|em|en)$/
const being = /^(?:was|were|been|is|are|wurde|été|est|fue|foi)$/

type Found = Near & { readonly at: number; readonly from: number; readonly step: 1 | -1 }

/**
 * What happened in a thing did not happen to it: after `error in a.ts failed` nothing is known of the file, and it is done
 * where something was removed from it, or after its name: `a.ts: both helpers removed`, `a.ts: removed the parser`.
 */
function aboutIt({ texts, kinds }: MarkedText, { cue, at, from, step, distance }: Found): Near | null {
  const isInside = step < 0 && kinds[from] === tokenKinds.word && preposition.test(texts[from] ?? '')
  if (isInside && cue === 'failed') return null
  const isWord = (place: number): boolean => kinds[place] === tokenKinds.word
  const isOfPart =
    step > 0 &&
    !being.test(texts[at - 1] ?? '') &&
    ((isWord(at - 1) && isWord(at - 2)) || (isWord(at + 1) && !preposition.test(texts[at + 1] ?? '')))
  return { cue: cue === 'deleted' && (isInside || isOfPart) ? 'done' : cue, distance }
}

/** The state that the word here tells, turned around where one of the three words before it does so. */
function readCue({ texts, kinds, isPath }: MarkedText, at: number, start: number): Cue | undefined {
  const word = texts[at] ?? ''
  const cue = findCue(word, texts[at - 1], texts[at + 1])
  if (cue === undefined || isPath[at] === 1) return undefined
  // `to be done`, `must be fixed`
  if (cue === 'done' && texts[at - 1] === 'be') return 'later'
  for (
    let before = at - 1;
    before >= Math.max(start, at - 3) && kinds[before] === tokenKinds.word;
    before -= 1
  )
    if (isNegator(texts[before] ?? '', texts[before + 1])) return negateCue(cue)
  if (!/\p{Script=Han}/u.test(word)) return cue
  // Chinese and Japanese say what became of an action behind it.
  const behind = texts.slice(at + 1, at + 6)
  if (behind.some((own) => own === 'ない' || own === 'なか')) return negateCue(cue)
  return cue === 'done' && behind.some((own) => findCue(own, undefined, undefined) === 'failed')
    ? 'failed'
    : cue
}

/** Longest heading, in words, and its line in characters; lines above a mention that are looked at for one. */
const longestHeading = 9
const longestLine = 240
const mostLines = 60
/** What makes a heading of a line: signs of Markdown, or a colon behind it. */
const heading = /^(?:#{1,6}\s|\*\*[^*]+\*\*:?$|<\w+>$)|[:：]\**$/

/** The state that the nearest heading over a line tells; null where it tells none. */
function findHeadingOver(text: MarkedText, lineStart: number): Cue | null {
  const known = text.headings.get(lineStart)
  if (known !== undefined) return known
  let found: Cue | null | undefined
  let end = lineStart - 1
  for (let lines = 0; end > 0 && lines < mostLines && found === undefined; lines += 1) {
    const start = text.lineStarts[end] ?? 0
    found = readHeadingCue(text, start, end)
    end = start - 1
  }
  text.headings.set(lineStart, found ?? null)
  return found ?? null
}

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
    if (cue !== undefined) return cue
  }
  return null
}
