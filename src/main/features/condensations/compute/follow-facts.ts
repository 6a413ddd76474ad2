import type { FactFate, PinnedFact } from '../../../../shared/condensations/pinned-fact-types.ts'
import type { Fact, FactClassId } from '../../../../shared/kernel/fact.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { createConversation, type Conversation } from '../../../kernel/conversation.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import { findFacts, locateFacts } from '../../../measure/facts/find-facts.ts'
import { buildPhraseKey, findPhrases } from '../../../measure/facts/phrase-finder.ts'
import { renderReadableText } from '../../../measure/facts/split-words.ts'
import { createLooseFinder, selectContentWords } from '../../../measure/state/loose-finder.ts'
import { tokensOfPart } from '../../../measure/state/tokenise-text.ts'
import type { MadeCondensation, RecordedRun } from '../../../record/recorded-run.ts'
import { isOpaque, openChange, openRun, type OpenChange } from './find-missing.ts'

/** A fact with what it is known by. */
type FollowedFact = {
  readonly text: string
  /** Its lines, as words. */
  readonly keys: readonly string[]
  readonly words: readonly string[]
  readonly names: readonly Fact[]
}

/** What of a fact a context holds. */
type Held = Pick<FactFate, 'there' | 'missing'> & {
  readonly as: 'verbatim' | 'reworded' | 'named' | 'nothing'
  /** The first message that holds it. */
  readonly at: number | null
}

/**
 * What became of facts that a person pinned, in each condensation that they stood before. The page of a condensation and
 * `dewpoint autopsy` show it.
 */
export function followFacts(
  run: RecordedRun,
  texts: readonly string[],
  counter: TokenCounter,
): readonly PinnedFact[] {
  const open = openRun(run, counter)
  const facts = texts.map((text) => readFact(text, open.whole))
  const said = findVerbatim(facts, open.whole).map((places) => places[0] ?? null)
  const fates = run.madeCondensations.map((made, at) => {
    const { change } = made.own
    const opened = typeof change === 'string' ? null : openChange(open, change)
    const end = findContextEnd(run, made, opened)
    const read = opened === null ? null : readChange(facts, opened)
    return facts.map((_, index): readonly FactFate[] => {
      const own = said[index] ?? null
      if (own === null || own >= end) return []
      return [{ n: at + 1, ...judgeFate(read?.[index] ?? null, typeof change === 'string' ? change : null) }]
    })
  })
  return facts.map(({ text }, index) => ({
    text,
    said: said[index] ?? null,
    fates: fates.flatMap((own) => own[index] ?? []),
  }))
}

/** Classes of facts that are names and values; the others are sentences. */
const nameClasses: ReadonlySet<FactClassId> = new Set(['path', 'symbol', 'url', 'quantity', 'value'])

function readFact(text: string, whole: Conversation): FollowedFact {
  const keys = splitPhrases(text)
  const isSaid = (findVerbatim([{ keys }], whole)[0] ?? []).length > 0
  // The arguments of a call are shown with the escapes of JSON.
  const read = isSaid ? text : renderReadableText({ kind: 'tool-call', holder: 'input', text })
  const message: Message = { role: 'user', content: read }
  const names = findFacts(createConversation([message], whole.counter))
  return {
    text,
    keys: splitPhrases(read),
    words: selectContentWords(read),
    names: names.filter(({ classId }) => nameClasses.has(classId)),
  }
}

/** Between blanks; a phrase that is looked for has at most a hundred words, and a path is several. */
const wordsAPiece = 30

/** The words of each line of a text, in pieces. */
function splitPhrases(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => {
      const words = line.split(/\s/).filter((word) => word !== '')
      const pieces = Math.ceil(words.length / wordsAPiece)
      return Array.from({ length: pieces }, (_, at) =>
        buildPhraseKey(words.slice(at * wordsAPiece, (at + 1) * wordsAPiece).join(' ')),
      )
    })
    .filter((key) => key !== '')
}

/** The messages of a context that say each fact word for word: all of its lines. */
function findVerbatim(
  facts: readonly Pick<FollowedFact, 'keys'>[],
  context: Conversation,
): readonly (readonly number[])[] {
  const places = findPhrases([...new Set(facts.flatMap(({ keys }) => keys))], context)
  return facts.map(({ keys }) => {
    const lines = keys.map((key) => new Set(places.get(key)?.map(({ messageIndex }) => messageIndex)))
    const [first = new Set<number>(), ...others] = lines
    return [...first].filter((index) => others.every((other) => other.has(index)))
  })
}

/** What of each fact a context holds. */
function findHeld(facts: readonly FollowedFact[], context: Conversation): readonly Held[] {
  const verbatim = findVerbatim(facts, context)
  const reworded = findReworded(facts, context)
  return facts.map(({ names }, index) => {
    const places = locateFacts(names, context).map((own) => own[0]?.messageIndex ?? null)
    const held = {
      there: names.flatMap((name, at) => (places[at] === null ? [] : writeName(name))),
      missing: names.flatMap((name, at) => (places[at] === null ? writeName(name) : [])),
    }
    const word = verbatim[index]?.[0]
    if (word !== undefined) return { ...held, as: 'verbatim', at: word }
    const loose = reworded[index] ?? null
    if (loose !== null && held.missing.length === 0) return { ...held, as: 'reworded', at: loose }
    const named = places.find((place) => place !== null) ?? loose
    return named === null
      ? { ...held, as: 'nothing', at: null }
      : { ...held, as: held.there.length > 0 ? 'named' : 'reworded', at: named }
  })
}

/** A name as the fact writes it, without the end of a sentence. */
const writeName = ({ text }: Fact): string => text.replace(/[.,;:]$/, '')

/** The first message of a context in which most words of a fact stand together; null where none is. */
function findReworded(facts: readonly FollowedFact[], { parts }: Conversation): readonly (number | null)[] {
  const find = createLooseFinder(facts.map(({ words }) => words))
  const found = facts.map((): number | null => null)
  tokensOfPart.makeRoom(parts)
  parts.forEach((own, messageIndex) => {
    for (const part of own) for (const { key } of find(tokensOfPart(part))) found[key] ??= messageIndex
  })
  return found
}

/** What a condensation had of each fact, and what it left. */
type ReadChange = {
  readonly had: boolean
  readonly left: Held
  readonly isOpaque: boolean
  /** Index in the run of the message that keeps it. */
  readonly keptIn: number | null
}

function readChange(facts: readonly FollowedFact[], opened: OpenChange): readonly ReadChange[] {
  const [before, after] = [findHeld(facts, opened.source), findHeld(facts, opened.result)]
  const { source, result } = opened.change
  const [wasHidden, isHidden] = [source.some(isOpaque), result.some(isOpaque)]
  return after.map((left, index) => ({
    had: before[index]?.as !== 'nothing',
    left,
    isOpaque: isHidden || (before[index]?.as === 'nothing' && wasHidden),
    keptIn: left.at === null ? null : (opened.resultPlaces[left.at] ?? null),
  }))
}

function judgeFate(read: ReadChange | null, why: FactFate['unclear']): Omit<FactFate, 'n'> {
  if (read === null) return { fate: 'unclear', keptIn: null, there: [], missing: [], unclear: why }
  const { had, left, isOpaque: hidden, keptIn } = read
  const { there, missing } = left
  if (left.as !== 'nothing' && (left.as === 'verbatim' || !hidden))
    return { fate: left.as, keptIn, there, missing, unclear: null }
  const unclear = hidden ? 'opaque' : missing.length === 0 ? 'no-names' : null
  if (unclear !== null) return { fate: 'unclear', keptIn: null, there, missing, unclear }
  return { fate: had ? 'gone' : 'gone-before', keptIn: null, there, missing, unclear: null }
}

/** Messages of the file that stand before a condensation. */
function findContextEnd(
  { requests, messages }: RecordedRun,
  { atRequest, summary }: MadeCondensation,
  opened: OpenChange | null,
): number {
  // What was said since the last request stands before its summary alone.
  if (opened !== null) return findLargest([1 + findLargest(opened.places, -1), summary ?? 0])
  return requests[atRequest ?? requests.length]?.messagesBefore ?? messages.length
}
