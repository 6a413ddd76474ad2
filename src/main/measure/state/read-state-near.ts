import type { LooseMention } from './loose-finder.ts'
import { type Line, readLines } from './read-lines.ts'
import {
  hasRole,
  type Meaning,
  readHeading,
  readMark,
  readMeaning,
  readStateWord,
  type State,
} from './state-words.ts'
import type { Statement } from './statements.ts'
import { type TextTokens, tokenKinds } from './tokenise-text.ts'

/** A text as tokens, with what of them is no word of its sentences. */
export type MarkedText = TextTokens & {
  readonly text: string
  readonly isPath: Uint8Array
  /** Within quotation marks or backticks. */
  readonly isQuoted: Uint8Array
  readonly lines: readonly Line[]
  /** Of each token the index of its line. */
  readonly lineOf: Uint32Array
}

/** Readies the tokens of a text. Nothing is part of a path yet. */
export function prepareMarkedText(text: string, tokens: TextTokens): MarkedText {
  const count = tokens.texts.length
  const lines = readLines(text)
  const [lineOf, isQuoted] = [new Uint32Array(count), new Uint8Array(count)]
  let line = 0
  let place = 0
  let quote = ''
  tokens.starts.forEach((start, at) => {
    while (start > (lines[line]?.end ?? start)) {
      line += 1
      place = lines[line]?.start ?? start
      quote = ''
    }
    for (; place < start; place += 1) {
      const sign = text[place] ?? ''
      if (quote === '' ? /["`“]/.test(sign) : sign === (quote === '“' ? '”' : quote))
        quote = quote === '' ? sign : ''
    }
    lineOf[at] = line
    isQuoted[at] = quote === '' ? 0 : 1
  })
  return { ...tokens, text, isPath: new Uint8Array(count), isQuoted, lines, lineOf }
}

/**
 * What a text tells of a thing where it mentions it. What is told of the end counts before a sentence, and of sentences only
 * the last one; `state` is null where that tells none. A mention in a story, in code or in a plan is `silent`.
 */
export type Told =
  | { readonly kind: 'end'; readonly state: State }
  | { readonly kind: 'sentence'; readonly state: State | null }
  | { readonly kind: 'silent' }

type Subject = Statement['subject']
type Mention = Pick<LooseMention, 'from' | 'to'>

/** Reads what stands around a mention by the first rule of docs/extracts.md that applies. */
export function readStateNear(text: MarkedText, mention: Mention, subject: Subject): Told {
  const line = text.lines[text.lineOf[mention.from] ?? 0]
  if (line === undefined || line.section === 'narrative') return { kind: 'silent' }
  const mark = findMark(text, mention, line)
  if (mark !== null) return tellEnd(readMeaning(mark, subject))
  const words = listSentenceWords(text, mention)
  const atEnd = words.isQuestion ? null : findStateAtEnd(text, mention, subject, words)
  if (atEnd !== null) return tellEnd(atEnd)
  const label = readLabel(text, mention, line)
  if (label === 'narrative') return { kind: 'silent' }
  const meaning = label ?? line.section
  const own = line.kind === 'prose' || meaning === 'open' ? null : readItem(text, mention, subject, words)
  if (own !== null) return tellEnd(own)
  if (meaning !== null) return tellEnd(readMeaning(meaning, subject))
  return { kind: 'sentence', state: readProse(text, mention, subject, words) }
}

function tellEnd(state: State | null): Told {
  return state === null ? { kind: 'silent' } : { kind: 'end', state }
}

/** Tokens that are looked at on each side of a mention: hostile texts have no end. */
const mostTokens = 80

/** The mark before the first words of a line, or, of an item or a row, the next one behind them. */
function findMark(text: MarkedText, { from, to }: Mention, { kind }: Line): State | null {
  for (const step of kind === 'prose' ? [-1] : [-1, 1]) {
    const start = step < 0 ? from - 1 : to
    for (
      let at = start;
      Math.abs(at - start) < mostTokens && text.lineOf[at] === text.lineOf[from];
      at += step
    )
      if (text.kinds[at] === tokenKinds.mark) return readMark(text.texts[at] ?? '')
  }
  return null
}

/** What a step into another clause counts for, in words. */
const clauseStep = 3

/** A word of a sentence outside of paths and quotes. `gap` counts the words between it and the mention; negative before. */
type Word = { readonly at: number; readonly gap: number }
type SentenceWords = { readonly words: readonly Word[]; readonly isQuestion: boolean }

function listSentenceWords(text: MarkedText, { from, to }: Mention): SentenceWords {
  const words: Word[] = []
  let isQuestion = false
  for (const step of [-1, 1]) {
    const start = step < 0 ? from - 1 : to
    let gap = step < 0 ? -1 : 0
    for (
      let at = start;
      Math.abs(at - start) < mostTokens && text.lineOf[at] === text.lineOf[from];
      at += step
    ) {
      if (text.kinds[at] === tokenKinds.sentence) {
        isQuestion ||= step > 0 && (text.texts[at] ?? '').includes('?')
        break
      }
      if (/^[,;]$/.test(text.texts[at] ?? '')) gap += clauseStep * step
      if (text.kinds[at] !== tokenKinds.word) continue
      if (text.isPath[at] === 0 && text.isQuoted[at] === 0) words.push({ at, gap })
      gap += step
    }
  }
  return { words: words.toSorted((a, b) => a.at - b.at), isQuestion }
}

/** A word that tells a state: `not` turns it around, and then of a file it tells none. */
type Cue = Word & { readonly state: State }

function readCue(text: MarkedText, mention: Mention, subject: Subject, word: Word): Cue | null {
  const { at } = word
  const own = text.texts[at] ?? ''
  const told = own === 'new' && text.texts[at - 1] !== '(' ? undefined : readStateWord(own, subject)
  if (told === undefined) return null
  if (isTurned(text, at)) {
    if (told === 'failed' || told === 'open') return { ...word, state: 'done' }
    return subject === 'to-do' ? { ...word, state: 'open' } : null
  }
  if (told === 'failed' && /^(?:was|were)$/.test(text.texts[at - 1] ?? '')) return null
  const state = subject === 'file' ? limitToFile(text, mention, word, told) : told
  return state === null ? null : { ...word, state }
}

function isTurned({ texts, lineOf }: MarkedText, at: number): boolean {
  return [1, 2, 3].some((back) => lineOf[at - back] === lineOf[at] && hasRole(texts[at - back], 'not'))
}

function isBeing(word: string | undefined): boolean {
  return word !== undefined && /^(?:been|being|is|was|were|now|still)$/.test(word)
}

const preposition = /^(?:as|at|by|for|from|in|inside|of|since|to|with|within)$/

/** What failed in a file did not become of it, and what was removed from it has changed it. */
function limitToFile(
  { texts, kinds }: MarkedText,
  { from }: Mention,
  { at, gap }: Word,
  state: State,
): State | null {
  if (state === 'done') return state
  const other = state === 'deleted' ? 'done' : null
  if (gap < 0) return gap < -3 || preposition.test(texts[from - 1] ?? '') ? other : state
  const next = kinds[at + 1] === tokenKinds.word ? (texts[at + 1] ?? '') : null
  const isOfPart =
    gap > 2 || (gap > 0 && !isBeing(texts[at - 1])) || (next !== null && !preposition.test(next))
  return isOfPart && !(state === 'failed' && gap === 0) ? other : state
}

/** Words between one that says what holds at the end and the state that does. */
const reachOfEnd = 3

/** `now passes`, `still fails`, `remaining`: the state behind such a word, else the one before it. */
function findStateAtEnd(
  text: MarkedText,
  mention: Mention,
  subject: Subject,
  { words }: SentenceWords,
): State | null {
  const places = words.flatMap(({ at }, index) => (hasRole(text.texts[at], 'end') ? [index] : []))
  for (const place of places.toReversed()) {
    const behind = words.slice(place, place + reachOfEnd + 1)
    const before = words.slice(Math.max(0, place - reachOfEnd), place).toReversed()
    for (const near of [behind, before])
      for (const word of near) {
        if (hasRole(text.texts[word.at], 'narrative')) break
        const cue = readCue(text, mention, subject, word)
        if (cue !== null) return cue.state
      }
  }
  return null
}

/** What stands before a colon in the line of a mention: `Failed: a.ts`, `**Errors**: …`. */
function readLabel(text: MarkedText, { from }: Mention, { content, end }: Line): Meaning | null {
  const found = /^[^:\n]{1,60}:(?=[*\s])/.exec(text.text.slice(content, Math.min(end, content + 70)))?.[0]
  if (found === undefined || content + found.length > (text.starts[from] ?? 0)) return null
  return readHeading(found)
}

/** Words behind the name that an item begins with among which it tells what became of it. */
const reachOfHead = 5

/** What an item says of what it begins with, or of what follows the word for a state that it begins with. */
function readItem(
  text: MarkedText,
  mention: Mention,
  subject: Subject,
  { words }: SentenceWords,
): State | null {
  const line = text.lineOf[mention.from] ?? 0
  const content = text.lines[line]?.content ?? 0
  const before = words.filter(({ at, gap }) => gap < 0 && (text.starts[at] ?? 0) >= content)
  const [first] = before
  const cue = first === undefined ? null : readCue(text, mention, subject, first)
  if (cue !== null) return isTwofold(text, before) ? null : cue.state
  const isRow = text.lines[line]?.kind === 'row'
  if (isTwofold(text, words) || (before.length > 1 && !isRow)) return null
  const behind = words.filter(({ gap }) => gap >= 0 && (isRow || gap < reachOfHead))
  if (behind.some(({ at }) => hasRole(text.texts[at], 'narrative'))) return null
  return behind.flatMap((word) => readCue(text, mention, subject, word) ?? [])[0]?.state ?? null
}

/** `First edit failed, fixed then`, `failing tests were added`: who says both says nothing. */
function isTwofold(text: MarkedText, words: readonly Word[]): boolean {
  const plain = words.filter(({ at }) => !isTurned(text, at)).map(({ at }) => text.texts[at])
  const isGood = (word: string | undefined): boolean =>
    hasRole(word, 'made') || hasRole(word, 'ended') || hasRole(word, 'passed')
  return plain.some(isGood) && plain.some((word) => hasRole(word, 'failed'))
}

/** The nearest word for a state in a sentence that is no question, tells no story and says one thing. */
function readProse(
  text: MarkedText,
  mention: Mention,
  subject: Subject,
  { words, isQuestion }: SentenceWords,
): State | null {
  const isStory = words.some(({ at }) => hasRole(text.texts[at], 'narrative'))
  if (isQuestion || isStory || isTwofold(text, words)) return null
  const measureGap = ({ gap }: Word): number => (gap < 0 ? -gap : gap + 1)
  const cues = words.flatMap((word) => readCue(text, mention, subject, word) ?? [])
  return cues.toSorted((a, b) => measureGap(a) - measureGap(b))[0]?.state ?? null
}
