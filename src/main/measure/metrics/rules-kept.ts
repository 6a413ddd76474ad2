import type { KeptItem } from '../../../shared/kernel/evidence.ts'
import type { Fact, Place } from '../../../shared/kernel/fact.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import type { Readable } from '../facts/create-remembered-reading.ts'
import { locateFacts } from '../facts/find-facts.ts'
import { findUsersValues } from '../facts/find-users-values.ts'
import { findLongerPart } from '../facts/longer-texts.ts'
import { selectContentWords, createLooseFinder } from '../state/loose-finder.ts'
import { findEndWithForce, findRuleForces } from '../state/rule-force.ts'
import { type TextTokens, tokeniseText, tokenKinds, tokensOfPart } from '../state/tokenise-text.ts'
import type { Metric } from './metric.ts'
import type { Subject } from './subject.ts'

/**
 * Of the rules that the user laid down, the share that the context still has: 70 % of the distinct words of a rule within
 * a window of `ceil(2.5 n) + 4` words, and with them what forbids or limits, and every number. Rules of fewer than three such
 * words are left out: they turn up by chance.
 */
export const rulesKept: Metric = {
  id: 'rules-kept',
  label: 'Rules kept',
  group: 'rules',
  direction: 'higher',
  unit: 'share',
  rank: 'headline',
  isFloor: true,
  isControlled: true,
  measure: (subject) => measureKept(subject, 'rule', ['rule', 'value', 'error']),
}

/** Of the values that the user gave (quoted, in backticks, addresses, numbers), the share that still stands in its sentence. */
export const valuesKept: Metric = {
  id: 'values-kept',
  label: 'User’s values kept',
  group: 'rules',
  direction: 'higher',
  unit: 'share',
  rank: 'headline',
  isFloor: true,
  isControlled: true,
  measure: (subject) => measureKept(subject, 'value', ['value']),
}

/** Of the last three errors that tools reported, the share that the context still states. */
export const errorsKept: Metric = {
  id: 'errors-kept',
  label: 'Last errors kept',
  group: 'rules',
  direction: 'higher',
  unit: 'share',
  rank: 'headline',
  isFloor: true,
  isControlled: true,
  measure: (subject) => measureKept(subject, 'error', ['error']),
}

function measureKept(
  subject: Subject,
  kind: KeptItem['kind'],
  listed: readonly KeptItem['kind'][],
): ReturnType<Metric['measure']> {
  const items = findKeptItems(subject)
  const own = items.filter((item) => item.kind === kind)
  if (own.length === 0) return null
  const value = own.filter(({ place }) => place !== null).length / own.length
  return { value, evidence: { kind: 'kept', items: items.filter((item) => listed.includes(item.kind)) } }
}

const measured = new WeakMap<Subject, readonly KeptItem[]>()

function findKeptItems(subject: Subject): readonly KeptItem[] {
  const known = measured.get(subject)
  if (known !== undefined) return known
  const wanted = prepare(subject)
  const places = wanted.locate(subject.result)
  // Not all facts, which cost most of what contexts of controls do.
  const facts = wanted.items.flatMap(({ fact }) => fact ?? [])
  const found = locateFacts(facts, subject.result)
  const exact = new Map(facts.map((fact, index) => [fact, found[index]?.[0]]))
  const items = wanted.items.map(({ kind, text, messageIndex, fact }, at): KeptItem => {
    const place = (fact === null ? undefined : exact.get(fact)) ?? places[at] ?? null
    return { kind, text, messageIndex, place }
  })
  measured.set(subject, items)
  return items
}

/** Something that a context is to keep; values are no facts. */
type Wanted = Omit<KeptItem, 'place'> & { readonly fact: Fact | null; readonly sentence: string }

type Prepared = {
  readonly items: readonly Wanted[]
  /** The first place of each in a context, by most of its words; at the same indices. */
  readonly locate: (context: Conversation) => readonly (Place | null)[]
}

const prepared = new WeakMap<Conversation, Prepared>()

/** Variants and controls of one checkpoint share their source. */
function prepare(subject: Subject): Prepared {
  const known = prepared.get(subject.source)
  if (known !== undefined) return known
  const items = [
    ...findWantedRules(subject),
    ...findWantedValues(subject.source),
    ...findWantedErrors(subject),
  ]
  const made = { items, locate: createLocator(items) }
  prepared.set(subject.source, made)
  return made
}

/** Distinct words that a rule has at least. */
const fewestWords = 3

function findWantedRules(subject: Subject): Wanted[] {
  return subject.facts().flatMap((fact) => {
    const {
      classId,
      text,
      places: [first],
    } = fact
    return classId === 'constraint' && first !== undefined && selectContentWords(text).length >= fewestWords
      ? [{ kind: 'rule' as const, text, messageIndex: first.messageIndex, fact, sentence: text }]
      : []
  })
}

const mostErrors = 3

function findWantedErrors(subject: Subject): Wanted[] {
  return subject
    .facts()
    .flatMap((fact) => {
      const { classId, text, places } = fact
      const last = places.at(-1)
      return classId === 'error' && last !== undefined
        ? [{ kind: 'error' as const, text, messageIndex: last.messageIndex, fact, sentence: text }]
        : []
    })
    .toSorted((a, b) => a.messageIndex - b.messageIndex)
    .slice(-mostErrors)
}

function findWantedValues({ parts }: Conversation): Wanted[] {
  return findUsersValues(parts).map((value) => ({ kind: 'value', fact: null, ...value }))
}

/** Kinds of parts that pass on what somebody said. */
const saying: ReadonlySet<Part['kind']> = new Set(['summary', 'user-text', 'assistant-text'])

type Found = { readonly key: number; readonly start: number; readonly end: number }

function createLocator(items: readonly Wanted[]): Prepared['locate'] {
  const findWords = createLooseFinder(
    items.map(({ kind, text }) => (kind === 'value' ? [] : selectContentWords(text))),
  )
  const forces = items.map(({ kind, text }) => (kind === 'rule' ? findRuleForces(tokeniseText(text)) : []))
  const findLoose: Finder = (tokens) =>
    findWords(tokens).flatMap((mention) => {
      const to = findEndWithForce(tokens, mention, forces[mention.key] ?? [])
      return to === null ? [] : [{ ...mention, to }]
    })
  const findValues = createValueFinder(items)
  const looseIn = rememberFound((part) => {
    const longer = findLongerPart(part)
    return longer === undefined
      ? findInTokens(tokensOfPart(part), findLoose)
      : looseIn(longer).filter(({ end }) => end <= part.text.length)
  })
  // The sentence of a value may go on in the next lines.
  const readPart = rememberFound((part) => [
    ...looseIn(part),
    ...findInTokens(tokensOfPart(part), findValues),
  ])
  return ({ parts }) => {
    const places = items.map((): Place | null => null)
    parts.forEach((own, messageIndex) =>
      own.forEach((part, partIndex) => {
        if (!saying.has(part.kind)) return
        for (const { key, start, end } of readPart(part))
          places[key] ??= { messageIndex, partIndex, start, end }
      }),
    )
    return places
  }
}

type Finder = (
  tokens: TextTokens,
) => readonly { readonly key: number; readonly from: number; readonly to: number }[]

function findInTokens(tokens: TextTokens, find: Finder): readonly Found[] {
  return find(tokens).map(({ key, from, to }) => ({
    key,
    start: tokens.starts[from] ?? 0,
    end: tokens.ends[to - 1] ?? 0,
  }))
}

function rememberFound(read: (part: Readable) => readonly Found[]): typeof read {
  const known = new Map<string, readonly Found[]>()
  return (part) => {
    const found = known.get(part.text) ?? read(part)
    known.set(part.text, found)
    return found
  }
}

/** Words to either side of a value in which some of its sentence has to stand. */
const aroundValue = 12
const neededBeside = 2

/** Finds values word by word where two words of their sentence stand near, or all that it has. */
function createValueFinder(items: readonly Wanted[]): Finder {
  const byFirst = new Map<string, { key: number; words: readonly string[]; beside: ReadonlySet<string> }[]>()
  items.forEach(({ kind, text, sentence }, key) => {
    const words = splitPlainWords(text)
    const [first] = words
    if (kind !== 'value' || first === undefined) return
    const own = new Set(words)
    const beside = new Set(selectContentWords(sentence).filter((word) => !own.has(word)))
    byFirst.set(first, [...(byFirst.get(first) ?? []), { key, words, beside }])
  })
  return (tokens) => {
    const found: { key: number; from: number; to: number }[] = []
    tokens.texts.forEach((word, from) => {
      for (const { key, words, beside } of byFirst.get(word) ?? []) {
        const to = findWordsEnd(tokens, from, words)
        if (to !== null && countWordsBeside(tokens, from, to, beside) >= Math.min(neededBeside, beside.size))
          found.push({ key, from, to })
      }
    })
    return found
  }
}

function splitPlainWords(text: string): readonly string[] {
  const { texts, kinds } = tokeniseText(text)
  return texts.filter((_, at) => kinds[at] === tokenKinds.word)
}

/** The token after these words, where they follow each other from here, whatever stands between them in the line. */
function findWordsEnd({ texts, kinds }: TextTokens, from: number, words: readonly string[]): number | null {
  let at = from
  for (const word of words) {
    while (kinds[at] === tokenKinds.clause || kinds[at] === tokenKinds.sentence) at += 1
    if (texts[at] !== word) return null
    at += 1
  }
  return at
}

function countWordsBeside(
  { texts, kinds }: TextTokens,
  from: number,
  to: number,
  wanted: ReadonlySet<string>,
): number {
  const near = new Set<string>()
  for (const step of [-1, 1] as const) {
    let words = 0
    for (let at = step < 0 ? from - 1 : to; at >= 0 && at < texts.length && words < aroundValue; at += step) {
      if (kinds[at] !== tokenKinds.word) continue
      words += 1
      const word = texts[at] ?? ''
      if (wanted.has(word)) near.add(word)
    }
  }
  return near.size
}
