import type { Message } from '../../../shared/kernel/message.ts'
import { lowerBound } from '../../../shared/kernel/numbers.ts'
import type { Part, PartLocator } from '../../../shared/kernel/part.ts'
import type { MessageProvenance, PartChange } from '../../../shared/kernel/provenance.ts'
import { pickPartLocator, formatPlaceKey, formatTextKey } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import { toToolResultBlock, listBlocks, findCallInput } from '../history/blocks.ts'
import type { PartEdit } from '../history/replace-parts.ts'

/** Where one part of a source message stands in the message that edits made of it. */
export type PartRegion = {
  readonly part: Part
  readonly change: PartChange | null
  /** Null where nothing of it is left. Its `messageIndex` is the source's. */
  readonly place: PartLocator | null
}

/** Follows every part of a message through the changes that were made to it, as `replaceParts` makes them. */
export function buildPartRegions(
  message: Message,
  parts: readonly Part[],
  changes: readonly PartChange[],
): PartRegion[] {
  const changeAt = new Map(changes.toReversed().map((change) => [formatPlaceKey(change.at), change]))
  const changed = parts.map((part) => ({ part, change: changeAt.get(formatPlaceKey(part)) ?? null }))
  const gone = changes.some(({ lengthAfter }) => lengthAfter === 0) ? findRemovedTexts(message, changed) : []
  const goneKeys = new Set(gone.map((text) => formatTextKey(text)))
  const afterRemovals = createAfterRemovals(gone)
  const shifts = new Map<string, number>()
  return changed.map(({ part, change }) => {
    const key = formatTextKey(part)
    const { span, ...block } = afterRemovals(pickPartLocator(part))
    const isGone = goneKeys.has(key)
    if (span === undefined) return { part, change, place: isGone ? null : block }
    const shift = shifts.get(key) ?? 0
    const length = change?.lengthAfter ?? span.end - span.start
    shifts.set(key, shift + length - (span.end - span.start))
    const start = span.start + shift
    return { part, change, place: isGone ? null : { ...block, span: { start, end: start + length } } }
  })
}

type Changed = Pick<PartRegion, 'part' | 'change'>
/** Texts of a message or of a result's content in which no word is left, and blocks that were taken out: they are not there any more. */
function findRemovedTexts(message: Message, changed: readonly Changed[]): PartLocator[] {
  const texts = Map.groupBy(changed, ({ part }) => formatTextKey(part))
  return [...texts.values()].flatMap((own) => {
    const [first] = own
    const isGone =
      first !== undefined &&
      (isTextBlock(message, first.part) || first.part.holder === 'block') &&
      own.some(({ change }) => change !== null) &&
      own.every(({ part, change }) => (change === null ? part.text.trim() === '' : change.lengthAfter === 0))
    return isGone ? [pickPartLocator(first.part)] : []
  })
}

function isTextBlock(message: Message, { blockIndex, nestedIndex }: PartLocator): boolean {
  const block = listBlocks(message)[blockIndex]
  if (block === undefined || nestedIndex === undefined) return block?.type === 'text'
  const content = toToolResultBlock(block)?.content
  return Array.isArray(content) && content[nestedIndex]?.type === 'text'
}

const isSameText = (a: PartLocator, b: PartLocator): boolean =>
  a.blockIndex === b.blockIndex && a.nestedIndex === b.nestedIndex

/** Where a place is once texts before it are gone. */
function createAfterRemovals(gone: readonly PartLocator[]): (at: PartLocator) => PartLocator {
  const blocks = gone.flatMap((text) => (text.nestedIndex === undefined ? [text.blockIndex] : []))
  const nested = Map.groupBy(gone, ({ blockIndex }) => blockIndex)
  const nestedIn = new Map(
    [...nested].map(([block, own]) => [block, sortAscending(own.map(({ nestedIndex = 0 }) => nestedIndex))]),
  )
  const ordered = sortAscending(blocks)
  return (at) => {
    const blockIndex = at.blockIndex - lowerBound(ordered, at.blockIndex)
    if (at.nestedIndex === undefined) return { ...at, blockIndex }
    const before = lowerBound(nestedIn.get(at.blockIndex) ?? [], at.nestedIndex)
    return { ...at, blockIndex, nestedIndex: at.nestedIndex - before }
  }
}

const sortAscending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b)

/** Characters that two places of one message have in common; whole blocks have all of theirs. */
export function measureOverlap(a: PartLocator, b: PartLocator): number {
  if (!isSameText(a, b)) return 0
  if (a.span === undefined || b.span === undefined) return Number.POSITIVE_INFINITY
  return Math.max(0, Math.min(a.span.end, b.span.end) - Math.max(a.span.start, b.span.start))
}

/** The regions of one source message, where a stage kept it as a message of its own. */
export function listSourceRegions(
  source: Conversation,
  { sources, changes }: MessageProvenance,
): readonly PartRegion[] {
  const [only] = sources
  const message = only === undefined || sources.length > 1 ? undefined : source.messages[only]
  return message === undefined || only === undefined
    ? []
    : buildPartRegions(message, source.parts[only] ?? [], changes)
}

/** An edit that writes a text where a part of the source stands now. */
export function buildTextEdit({ part, place }: PartRegion, text: string): PartEdit {
  const { span: _span, nestedIndex: _nested, ...rest } = part
  return { part: { ...rest, ...place }, text }
}

/** An edit that gives a part back what the source has there. */
export function buildRestoringEdit(region: PartRegion, original: Message): PartEdit {
  const { part, place } = region
  const input = part.holder === 'input' ? findCallInput(original, part.blockIndex) : undefined
  return input === undefined ? buildTextEdit(region, part.text) : { part: { ...part, ...place }, input }
}
