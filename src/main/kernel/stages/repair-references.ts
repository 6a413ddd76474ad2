import { makeOnce } from '../../../shared/kernel/make-once.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { PartLocator } from '../../../shared/kernel/part.ts'
import type { MessageProvenance, PartChange } from '../../../shared/kernel/provenance.ts'
import { formatPlaceKey, formatTextKey } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import { toTextBlock, toToolResultBlock } from '../history/blocks.ts'
import { replaceParts, type PartEdit } from '../history/replace-parts.ts'
import { splitParts } from '../history/split-parts.ts'
import { type PartRegion, listSourceRegions, buildTextEdit } from './build-part-regions.ts'
import type { Stage } from './stage.ts'

/**
 * Makes every reference lead to where its text stands now. Where that text is no longer in the result, what refers
 * to it gets its own text back: a reference to nothing would lose it for good.
 */
export function repairReferences(source: Conversation, stage: Stage): Stage {
  const { messages, provenance } = stage
  const placeOf = new Map<number, number>()
  provenance.messages.forEach(({ sources }, index) => {
    const [only] = sources
    if (only !== undefined && sources.length === 1) placeOf.set(only, index)
  })
  const changedIn = memoise(
    (index: number) => new Set(provenance.messages[index]?.changes.map(({ at }) => formatPlaceKey(at))),
  )
  const findReferenceTarget = ({ reference }: PartChange): number | undefined => {
    if (reference === undefined) return undefined
    const index = placeOf.get(reference.target.messageIndex)
    return index !== undefined && changedIn(index).has(formatPlaceKey(reference.target)) ? undefined : index
  }
  const repaired = provenance.messages.map((own, index) => {
    const message = messages[index]
    const hasReferences = own.changes.some(({ reference }) => reference !== undefined)
    if (message === undefined || !hasReferences) return { message, own }
    return repairMessage(source, message, own, findReferenceTarget)
  })
  if (repaired.every(({ message }, index) => message === messages[index])) return stage
  return {
    messages: repaired.flatMap(({ message }) => (message === undefined ? [] : [message])),
    provenance: { ...provenance, messages: repaired.map(({ own }) => own) },
  }
}

function memoise<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

function repairMessage(
  source: Conversation,
  message: Message,
  own: MessageProvenance,
  findTarget: (change: PartChange) => number | undefined,
): { readonly message: Message; readonly own: MessageProvenance } {
  const regions = new Map(listSourceRegions(source, own).map((region) => [region.change, region]))
  const texts = makeOnce(() => indexBlockTexts(message))
  const edits: PartEdit[] = []
  const changes = own.changes.flatMap((change): PartChange[] => {
    const region = regions.get(change)
    if (change.reference === undefined || region === undefined || region.place === null) return [change]
    const target = findTarget(change)
    const text = readRegionText(message, region, texts)
    if (target === undefined) {
      edits.push(buildTextEdit(region, region.part.text))
      return []
    }
    const renumbered = text.replace(/message #\d+/, `message #${target}`)
    if (renumbered === text) return [change]
    edits.push(buildTextEdit(region, renumbered))
    return [{ ...change, lengthAfter: renumbered.length }]
  })
  return { message: replaceParts(message, edits), own: { ...own, changes } }
}

/** The text that lies at a place as it is, which has not to be split to be read. */
function readPlainText({ content }: Message, { blockIndex, nestedIndex }: PartLocator): string | undefined {
  if (typeof content === 'string') return blockIndex === 0 && nestedIndex === undefined ? content : undefined
  const block = content[blockIndex]
  if (block === undefined) return undefined
  if (nestedIndex === undefined) return toTextBlock(block)?.text
  const nested = toToolResultBlock(block)?.content
  const inner = Array.isArray(nested) ? nested[nestedIndex] : undefined
  return inner === undefined ? undefined : toTextBlock(inner)?.text
}

/** Texts of a message by the block that holds them. */
function indexBlockTexts(message: Message): ReadonlyMap<string, string> {
  const parts = Map.groupBy(splitParts(message, 0), (part) => formatTextKey(part))
  return new Map([...parts].map(([key, own]) => [key, own.map(({ text }) => text).join('')]))
}

/** What stands in the region now; `texts` are those of the message, for what is no plain text. */
function readRegionText(
  message: Message,
  { place }: PartRegion,
  texts: () => ReadonlyMap<string, string>,
): string {
  if (place === null) return ''
  const whole = readPlainText(message, place) ?? texts().get(formatTextKey(place)) ?? ''
  return place.span === undefined ? whole : whole.slice(place.span.start, place.span.end)
}
