import { lowerBound } from '../../../shared/kernel/numbers.ts'
import type { PartLocator } from '../../../shared/kernel/part.ts'
import type {
  DroppedMessage,
  MessageProvenance,
  PartChange,
  Reference,
} from '../../../shared/kernel/provenance.ts'
import { pickPartLocator, formatPlaceKey, formatTextKey } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import { countPartTokens, type TokenCounter } from '../tokens/token-counter.ts'
import { measureOverlap, listSourceRegions, type PartRegion } from './build-part-regions.ts'
import { repairReferences } from './repair-references.ts'
import type { Stage } from './stage.ts'

/**
 * Two providers in a row as one: what the second made of the first one's result, with a record that speaks of the
 * source of both. References that the second stage moved or cut off from their text are mended.
 */
export function composeStages(source: Conversation, first: Stage, second: Stage): Stage {
  // Nothing was done before: the record speaks of the source already.
  if (first.messages === source.messages) return repairReferences(source, second)
  const referenceOf = createReferenceInSource(source, first)
  const findSources = (index: number): readonly number[] => first.provenance.messages[index]?.sources ?? []
  const collectSources = (indices: readonly number[]): number[] =>
    [...new Set(indices.flatMap((index) => findSources(index)))].toSorted((a, b) => a - b)
  const alone: DroppedMessage[] = []
  const messages = second.provenance.messages.map(({ sources, changes }): MessageProvenance => {
    const [only] = sources
    if (only === undefined || sources.length > 1) {
      const own = collectSources(sources)
      const gone = findLoneSummarised(own, changes)
      const named = gone === null ? own : []
      if (gone !== null) alone.push(gone)
      return { sources: named, changes: changes.map((change) => relateChangeToSource(source, change, named)) }
    }
    return {
      sources: [...findSources(only)],
      changes: composeChanges(source, first, only, changes, referenceOf),
    }
  })
  const dropped = second.provenance.dropped.flatMap((entry) =>
    findSources(entry.sourceIndex).map((sourceIndex): DroppedMessage => ({ ...entry, sourceIndex })),
  )
  const all = [...first.provenance.dropped, ...dropped, ...alone].toSorted(
    (a, b) => a.sourceIndex - b.sourceIndex,
  )
  return repairReferences(source, { messages: second.messages, provenance: { messages, dropped: all } })
}

/**
 * The one message of the source that a summary stands for, where the first stage had written the others: it would be taken
 * for a rewritten message, and is named among those that are gone. Null for all other messages.
 */
function findLoneSummarised(
  sources: readonly number[],
  changes: readonly PartChange[],
): DroppedMessage | null {
  const [sourceIndex] = sources
  const summary = changes.find(({ operation }) => operation === 'summarised')
  if (sourceIndex === undefined || sources.length > 1 || summary === undefined) return null
  const { operation, passId, reason } = summary
  return { sourceIndex, operation, passId, reason }
}

/** A change of a message that stands for several: a summary stands for all that the source had there. */
function relateChangeToSource(
  { messageTokens }: Conversation,
  change: PartChange,
  sources: readonly number[],
): PartChange {
  const own = moveChange(change, sources[0] ?? 0)
  if (change.kind !== 'summary' || change.operation !== 'summarised') return own
  return { ...own, tokensBefore: sources.reduce((sum, index) => sum + (messageTokens[index] ?? 0), 0) }
}

function moveChange(change: PartChange, messageIndex: number): PartChange {
  return { ...change, at: { ...change.at, messageIndex } }
}

/** Changes of one message that both stages kept as a message of its own. */
function composeChanges(
  source: Conversation,
  first: Stage,
  index: number,
  later: readonly PartChange[],
  referenceOf: (reference: Reference | undefined) => Reference | undefined,
): PartChange[] {
  const before = first.provenance.messages[index]
  if (before !== undefined && later.length === 0) return [...before.changes]
  const [sourceIndex] = before?.sources ?? []
  if (before === undefined || sourceIndex === undefined || before.sources.length !== 1) {
    return [...(before?.changes ?? []), ...later.map((change) => moveChange(change, sourceIndex ?? 0))]
  }
  const composed = listSourceRegions(source, before).map((region) => ({ ...region, own: region.change }))
  const coveredBy = createCoveredBy(composed)
  // A place that no part of the source leads to would be a fault of the record: kept rather than hidden.
  const lost: PartChange[] = []
  for (const next of later) {
    const covered = coveredBy(next.at)
    if (covered.length === 0) lost.push(moveChange(next, sourceIndex))
    // What was written stands where the first part that it covers began.
    for (const [at, region] of covered.entries()) {
      const reference = at === 0 ? referenceOf(next.reference) : undefined
      region.own = composeChange(region, region.own, { next, reference, isWritten: at === 0 }, source.counter)
    }
  }
  return [...composed.flatMap(({ own }) => own ?? []), ...lost]
}

/** Finds the regions of a message that a place has something in common with, in order. */
function createCoveredBy<Region extends PartRegion>(
  regions: readonly Region[],
): (at: PartLocator) => readonly Region[] {
  const byText = Map.groupBy(
    regions.filter(({ place }) => place !== null),
    ({ place }) => (place === null ? '' : formatTextKey(place)),
  )
  const endsByText = new Map(
    [...byText].map(([key, own]) => [key, own.map(({ place }) => findPlaceEnd(place))]),
  )
  return (at) => {
    const own = byText.get(formatTextKey(at)) ?? []
    const first =
      at.span === undefined ? 0 : lowerBound(endsByText.get(formatTextKey(at)) ?? [], at.span.start)
    const covered: Region[] = []
    // The regions of one text follow each other: past the first that begins behind the place there is nothing.
    for (let index = first; index < own.length; index += 1) {
      const region = own[index]
      if (region?.place == null) continue
      if (at.span !== undefined && (region.place.span?.start ?? 0) >= at.span.end) break
      if (measureOverlap(region.place, at) > 0) covered.push(region)
    }
    return covered
  }
}

const findPlaceEnd = (place: PartLocator | null): number => place?.span?.end ?? Number.POSITIVE_INFINITY

type Rewrite = {
  readonly next: PartChange
  readonly reference: Reference | undefined
  /** False where this part only gave way to what was written in the place of several. */
  readonly isWritten: boolean
}

function composeChange(
  { part, change, place }: PartRegion,
  before: PartChange | null,
  { next, reference, isWritten }: Rewrite,
  counter: TokenCounter,
): PartChange {
  const tokensBefore = before?.tokensBefore ?? countPartTokens(part, counter)
  const tokensNow = before?.tokensAfter ?? tokensBefore
  const lengthNow = before?.lengthAfter ?? part.text.length
  const lengthGone = measureReplacedLength(place, next.at, lengthNow)
  const tokensGone = isWritten ? Math.min(tokensNow, next.tokensBefore) : tokensNow
  return {
    at: pickPartLocator(part),
    kind: part.kind,
    operation: next.operation,
    passId: next.passId,
    reason: change === null ? next.reason : `${change.reason}; then: ${next.reason}`,
    tokensBefore,
    tokensAfter: tokensNow - tokensGone + (isWritten ? next.tokensAfter : 0),
    lengthAfter: Math.max(0, lengthNow - lengthGone + (isWritten ? next.lengthAfter : 0)),
    ...(reference === undefined || before !== null ? {} : { reference }),
  }
}

/** Characters of a region that give way: one stage can see a whole text where the other sees several spans of it. */
function measureReplacedLength(place: PartLocator | null, at: PartLocator, length: number): number {
  if (place === null || at.span === undefined) return length
  return place.span === undefined ? at.span.end - at.span.start : measureOverlap(place, at)
}

/**
 * Locates the targets of references of the second stage in the source. Gives nothing where the first stage had changed
 * the target.
 */
function createReferenceInSource(
  source: Conversation,
  first: Stage,
): (reference: Reference | undefined) => Reference | undefined {
  const known = new Map<MessageProvenance, ReadonlyMap<string, PartRegion>>()
  const findRegionsByPlace = (holder: MessageProvenance): ReadonlyMap<string, PartRegion> => {
    const regions = known.get(holder) ?? indexRegionsByPlace(source, holder)
    known.set(holder, regions)
    return regions
  }
  return (reference) => {
    if (reference === undefined) return undefined
    const holder = first.provenance.messages[reference.target.messageIndex]
    const [sourceIndex] = holder?.sources ?? []
    if (holder === undefined || sourceIndex === undefined || holder.sources.length !== 1) return undefined
    const region = findRegionsByPlace(holder).get(formatPlaceKey(reference.target))
    if (region === undefined || region.change !== null) return undefined
    return { ...reference, target: pickPartLocator(region.part) }
  }
}

/** The first region at each place. */
function indexRegionsByPlace(
  source: Conversation,
  holder: MessageProvenance,
): ReadonlyMap<string, PartRegion> {
  const regions = listSourceRegions(source, holder).toReversed()
  return new Map(
    regions.flatMap((region) => (region.place === null ? [] : [[formatPlaceKey(region.place), region]])),
  )
}
