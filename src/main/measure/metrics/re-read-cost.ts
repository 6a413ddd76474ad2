import type { ReReadResult } from '../../../shared/kernel/evidence.ts'
import type { Place } from '../../../shared/kernel/fact.ts'
import { makeOnce } from '../../../shared/kernel/make-once.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { computeKnownCost } from '../../kernel/pricing/cost.ts'
import { keepLetters, type Lines, linesOf } from '../facts/line-keys.ts'
import { collectPartTexts } from './limit-to-summary.ts'
import type { Metric } from './metric.ts'
import { neededResults, type NeededResult } from './needed-results.ts'
import type { Subject } from './subject.ts'

/** Tokens of the earlier tool results that the continuation uses and that the context no longer holds. */
export const reReadTokens: Metric = {
  id: 're-read-tokens',
  label: 'Re-read cost',
  group: 're-reading',
  direction: 'lower',
  unit: 'tokens',
  rank: 'headline',
  isControlled: true,
  measure: (subject) => {
    const results = findReReads(subject)
    if (results.length === 0) return null
    const value = results.reduce((sum, { missingTokens }) => sum + missingTokens, 0)
    return { value, evidence: { kind: 're-reading', results } }
  },
}

/**
 * The same in US dollars at the prices of the task's model: what is missing as new input, and for each result a request
 * that reads the context from the cache and writes the call once more. Null where a price is not known.
 */
export const reReadUsd: Metric = {
  id: 're-read-usd',
  label: 'Re-read cost in dollars',
  group: 're-reading',
  direction: 'lower',
  unit: 'usd',
  measure: (subject) => {
    const results = findReReads(subject)
    const value = subject.prices === undefined ? null : computeReReadUsd(subject, subject.prices)
    return value === null || results.length === 0
      ? null
      : { value, evidence: { kind: 're-reading', results } }
  },
}

/** US dollars for reading again what the continuation uses and the result does not hold; null where a price is not known. */
export function computeReReadUsd(subject: Subject, prices: ModelPrices): number | null {
  const costs = findReReads(subject).map((one) =>
    one.missingTokens === 0 ? 0 : priceReRead(one, subject.result, prices),
  )
  return costs.every((cost) => cost !== null) ? costs.reduce((sum, cost) => sum + cost, 0) : null
}

const known = new WeakMap<Subject, readonly ReReadResult[]>()

function findReReads(subject: Subject): readonly ReReadResult[] {
  const found = known.get(subject) ?? compare(subject)
  known.set(subject, found)
  return found
}

function compare(subject: Subject): readonly ReReadResult[] {
  const needed = neededResults(subject) ?? []
  if (needed.length === 0) return []
  const placeOf = findLines(needed, subject)
  return needed.map((one): ReReadResult => {
    const { messageIndex, partIndex, part, call, tokens, lines } = one
    const gone = lines.filter(({ key }) => !placeOf.has(key))
    const shown = gone[0] ?? lines[0]
    return {
      stood: { messageIndex, partIndex, start: 0, end: part.text.length },
      tool: call?.part.toolName ?? part.toolName ?? '',
      call: (call?.part.text ?? '').slice(0, shownCharacters),
      path: part.path ?? call?.part.path ?? null,
      tokens,
      callTokens: call?.tokens ?? 0,
      missingTokens: countExcerptTokens(one, new Set(gone.map(({ line }) => line))),
      lines: lines.length,
      missingLines: gone.length,
      line: shown === undefined ? '' : part.text.slice(shown.place.start, shown.place.end).trim(),
      used: shown?.used ?? { messageIndex: 0, partIndex: 0 },
      now: gone.length === 0 ? (placeOf.get(shown?.key ?? 0) ?? null) : null,
    }
  })
}

const shownCharacters = 300

type Wanted = {
  readonly keys: readonly number[]
  /** Indices of those of some lines that are wanted. */
  readonly selectWantedLines: (lines: Lines) => readonly number[]
  readonly lines: () => readonly { readonly key: number; readonly letters: string }[]
}

const wantedLines = new WeakMap<readonly NeededResult[], Wanted>()

/** Variants and controls of one checkpoint share what is needed. */
function findWantedLines(needed: readonly NeededResult[]): Wanted {
  const known = wantedLines.get(needed)
  if (known !== undefined) return known
  const keys = needed.flatMap(({ lines }) => lines.map(({ key }) => key))
  const wanted: Wanted = {
    keys,
    selectWantedLines: createWantedFinder(new Set(keys)),
    lines: makeOnce(() =>
      needed.flatMap(({ part, lines }) =>
        lines.map(({ key, place }) => ({
          key,
          letters: keepLetters(part.text.slice(place.start, place.end)),
        })),
      ),
    ),
  }
  wantedLines.set(needed, wanted)
  return wanted
}

/** Most parts of a context are the source's, which every variant and control looks at. */
function createWantedFinder(keys: ReadonlySet<number>): Wanted['selectWantedLines'] {
  const found = new WeakMap<Lines, readonly number[]>()
  return (lines) => {
    const known = found.get(lines)
    if (known !== undefined) return known
    const own = lines.keys.flatMap((key, index) => (keys.has(key) ? [index] : []))
    found.set(lines, own)
    return own
  }
}

/**
 * Where the context holds these lines. In a part that the source does not have, such as a summary, a line may stand
 * amid other words.
 */
function findLines(needed: readonly NeededResult[], { source, result }: Subject): ReadonlyMap<number, Place> {
  const wanted = findWantedLines(needed)
  /** Those that were not found yet. */
  const keys = new Set(wanted.keys)
  const found = new Map<number, Place>()
  const find = (key: number, place: Place): void => {
    found.set(key, place)
    keys.delete(key)
  }
  const old = collectPartTexts(source)
  for (const [messageIndex, own] of result.parts.entries())
    for (const [partIndex, part] of own.entries()) {
      if (keys.size === 0) return found
      const lines = linesOf(part)
      for (const index of wanted.selectWantedLines(lines)) {
        const key = lines.keys[index] ?? 0
        const [start, end] = [lines.starts[index] ?? 0, lines.ends[index] ?? 0]
        if (keys.has(key)) find(key, { messageIndex, partIndex, start, end })
      }
      if (keys.size === 0 || old.has(part.text)) continue
      const letters = keepLetters(part.text)
      for (const line of wanted.lines())
        if (keys.has(line.key) && letters.includes(line.letters))
          find(line.key, { messageIndex, partIndex, start: 0, end: part.text.length })
    }
  return found
}

/** Lines that agents read around what they look for. */
const around = 40
/** What agents show of a line, in characters: Claude Code cuts there. */
const longestLine = 2000

const shownLengths = new WeakMap<NeededResult, readonly number[]>()

/** Tokens of the lines that are missing and of those around them, at most those of the whole result. */
function countExcerptTokens(needed: NeededResult, missing: ReadonlySet<number>): number {
  if (missing.size === 0) return 0
  const { part, tokens } = needed
  const { text } = part
  const lengths =
    shownLengths.get(needed) ?? text.split('\n').map(({ length }) => Math.min(length, longestLine))
  shownLengths.set(needed, lengths)
  const taken = new Uint8Array(lengths.length)
  for (const line of missing) taken.fill(1, Math.max(0, line - around), line + around + 1)
  const shown = lengths.reduce((sum, length, line) => sum + (taken[line] === 1 ? length + 1 : 0), 0)
  return Math.min(tokens, Math.ceil((tokens * shown) / (text.length + 1)))
}

/** The price of a request with a call and its result. Cached tokens without a price of their own are charged as input. */
function priceReRead(
  { missingTokens, callTokens }: ReReadResult,
  { totalTokens }: Conversation,
  prices: ModelPrices,
): number | null {
  const { input } = prices
  const complete = {
    ...prices,
    ...(input === undefined
      ? {}
      : { cacheWrites: prices.cacheWrites ?? input, cacheReads: prices.cacheReads ?? input }),
  }
  const usage = { input: 0, output: callTokens, cacheWrites: missingTokens, cacheReads: totalTokens }
  return computeKnownCost(usage, complete)
}
