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

/** Reads what stands around a mention by the first rule of docs/figures.md that applies. */
export function readStateNear(text: MarkedText, mention: Mention, subject: Subject): Told {
  const line = text.lines[text.lineOf[mention.from] ?? 0]
  if (line === undefined || line.section === 'narrative') return { kind: 'silent' }
  const mark = findMark(text, mention, line)
  if (mark !== null) return tellEnd(readMeaning(mark, subject))
  const sentence = readSentence(text, mention, subject)
  const atEnd = sentence.isQuestion ? null : findStateAtEnd(sentence)
  if (atEnd !== null) return tellEnd(atEnd)
  const label = readLabel(text, mention, line)
  if (label === 'narrative') return { kind: 'silent' }
  const meaning = label ?? line.section
  const own = line.kind === 'prose' || meaning === 'open' ? null : readItem(sentence, line)
  if (own !== null) return tellEnd(own)
  if (meaning !== null) return tellEnd(readMeaning(meaning, subject))
  return { kind: 'sentence', state: readProse(sentence) }
}

function tellEnd(state: State | null): Told {
  return state === null ? { kind: 'silent' } : { kind: 'end', state }
}

/** Tokens that are looked at on each side of a mention: hostile texts have no end. */
const mostTokens = 80

/** The tokens before or behind a mention in its line, from near to far. */
function* walkLine({ lineOf }: MarkedText, { from, to }: Mention, step: -1 | 1): Generator<number> {
  const start = step < 0 ? from - 1 : to
  for (let at = start; Math.abs(at - start) < mostTokens && lineOf[at] === lineOf[from]; at += step) yield at
}

/** The mark before the first words of a line, or, of an item or a row, the next one behind them. */
function findMark(text: MarkedText, mention: Mention, { kind }: Line): State | null {
  for (const step of kind === 'prose' ? ([-1] as const) : ([-1, 1] as const))
    for (const at of walkLine(text, mention, step))
      if (text.kinds[at] === tokenKinds.mark) return readMark(text.texts[at] ?? '')
  return null
}

/** What a step into another clause counts for, in words. */
const clauseStep = 3

/** A word of a sentence outside of paths and quotes. `gap` counts the words between it and the mention; negative before. */
type Word = {
  readonly word: string
  readonly start: number
  readonly gap: number
  readonly isTurned: boolean
  /** What it tells of the mention. */
  readonly state: State | null
}
type Sentence = { readonly words: readonly Word[]; readonly isQuestion: boolean }

function readSentence(text: MarkedText, mention: Mention, subject: Subject): Sentence {
  const { texts, kinds } = text
  const words: Word[] = []
  let isQuestion = false
  for (const step of [-1, 1] as const) {
    let gap = step < 0 ? -1 : 0
    for (const at of walkLine(text, mention, step)) {
      const word = texts[at] ?? ''
      if (kinds[at] === tokenKinds.sentence) {
        isQuestion ||= step > 0 && word.includes('?')
        break
      }
      if (/^[,;]$/.test(word)) gap += clauseStep * step
      if (kinds[at] !== tokenKinds.word) continue
      if (text.isPath[at] === 0 && text.isQuoted[at] === 0) {
        const isTurned = [1, 2, 3].some(
          (back) => text.lineOf[at - back] === text.lineOf[at] && hasRole(texts[at - back], 'not'),
        )
        const state = readWord(text, { at, gap, isTurned, subject, before: texts[mention.from - 1] ?? '' })
        words.push({ word, start: text.starts[at] ?? 0, gap, isTurned, state })
      }
      gap += step
    }
  }
  return { words: words.toSorted((a, b) => a.start - b.start), isQuestion }
}

type Place = Pick<Word, 'gap' | 'isTurned'> & {
  readonly at: number
  readonly subject: Subject
  /** The word before the mention. */
  readonly before: string
}

const being = /^(?:been|being|is|was|were|now|still)$/
const preposition = /^(?:as|at|by|for|from|in|inside|of|since|to|with|within)$/

/** The state that a word tells of a mention. What failed in a file did not become of it, and what was removed changed it. */
function readWord({ texts, kinds }: MarkedText, { at, gap, isTurned, subject, before }: Place): State | null {
  const [last, word] = [texts[at - 1] ?? '', texts[at] ?? '']
  const told = word === 'new' && last !== '(' ? undefined : readStateWord(word, subject)
  if (told === undefined) return null
  if (isTurned) return told === 'failed' || told === 'open' ? 'done' : subject === 'to-do' ? 'open' : null
  if (told === 'failed' && /^(?:was|were)$/.test(last)) return null
  if (subject !== 'file' || told === 'done') return told
  const other = told === 'deleted' ? 'done' : null
  if (gap < 0) return gap < -3 || preposition.test(before) ? other : told
  const isFollowed = kinds[at + 1] === tokenKinds.word && !preposition.test(texts[at + 1] ?? '')
  const isOfPart = gap > 2 || (gap > 0 && !being.test(last)) || isFollowed
  return isOfPart && !(told === 'failed' && gap === 0) ? other : told
}

/** Words between one that says what holds at the end and the state that does. */
const reachOfEnd = 3

/** `now passes`, `still fails`, `remaining`: the state behind such a word, else the one before it. */
function findStateAtEnd({ words }: Sentence): State | null {
  for (let place = words.length - 1; place >= 0; place -= 1) {
    if (!hasRole(words[place]?.word, 'end')) continue
    const before = words.slice(Math.max(0, place - reachOfEnd), place).toReversed()
    for (const near of [words.slice(place, place + reachOfEnd + 1), before]) {
      const found = near.find(({ word, state }) => state !== null || hasRole(word, 'narrative'))
      if (found !== undefined && !hasRole(found.word, 'narrative')) return found.state
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
function readItem({ words }: Sentence, { content, kind }: Line): State | null {
  const before = words.filter(({ start, gap }) => gap < 0 && start >= content)
  const first = before[0]?.state ?? null
  if (first !== null) return isTwofold(before) ? null : first
  if (isTwofold(words) || (before.length > 1 && kind !== 'row')) return null
  const behind = words.filter(({ gap }) => gap >= 0 && (kind === 'row' || gap < reachOfHead))
  return isStory(behind) ? null : (behind.find(({ state }) => state !== null)?.state ?? null)
}

function isStory(words: readonly Word[]): boolean {
  return words.some(({ word }) => hasRole(word, 'narrative'))
}

/** `First edit failed, fixed then`, `failing tests were added`: who says both says nothing. */
function isTwofold(words: readonly Word[]): boolean {
  const has = (...roles: Parameters<typeof hasRole>[1][]): boolean =>
    words.some(({ word, isTurned }) => !isTurned && roles.some((role) => hasRole(word, role)))
  return has('failed') && has('made', 'ended', 'passed')
}

/** The nearest word for a state in a sentence that is no question, tells no story and says one thing. */
function readProse({ words, isQuestion }: Sentence): State | null {
  if (isQuestion || isStory(words) || isTwofold(words)) return null
  const measureGap = ({ gap }: Word): number => (gap < 0 ? -gap : gap + 1)
  const told = words.filter(({ state }) => state !== null)
  return told.toSorted((a, b) => measureGap(a) - measureGap(b))[0]?.state ?? null
}
