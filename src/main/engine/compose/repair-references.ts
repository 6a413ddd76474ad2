import type { Message } from '../../../shared/domain/message.ts'
import type { MessageProvenance, PartChange } from '../../../shared/domain/provenance.ts'
import { isSamePlace } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import { replaceParts, type PartEdit } from '../history/replace-parts.ts'
import { splitParts } from '../history/split-parts.ts'
import { textEditAt } from './edit-at.ts'
import type { Stage } from './stage.ts'
import { regionsOf, type PartRegion } from './part-regions.ts'

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
  const repaired = provenance.messages.map((own, index) => {
    const message = messages[index]
    const hasReferences = own.changes.some(({ reference }) => reference !== undefined)
    if (message === undefined || !hasReferences) return { message, own }
    return repairMessage(source, message, own, (change) => targetOf(change, placeOf, provenance.messages))
  })
  if (repaired.every(({ message }, index) => message === messages[index])) return stage
  return {
    messages: repaired.flatMap(({ message }) => (message === undefined ? [] : [message])),
    provenance: { ...provenance, messages: repaired.map(({ own }) => own) },
  }
}

/** Index in the result of the message that a reference leads to; undefined where its text is not there as it was. */
function targetOf(
  { reference }: PartChange,
  placeOf: ReadonlyMap<number, number>,
  all: readonly MessageProvenance[],
): number | undefined {
  if (reference === undefined) return undefined
  const index = placeOf.get(reference.target.messageIndex)
  const changes = index === undefined ? [] : (all[index]?.changes ?? [])
  return changes.some(({ at }) => isSamePlace(at, reference.target)) ? undefined : index
}

function repairMessage(
  source: Conversation,
  message: Message,
  own: MessageProvenance,
  findTarget: (change: PartChange) => number | undefined,
): { readonly message: Message; readonly own: MessageProvenance } {
  const regions = regionsOf(source, own)
  const edits: PartEdit[] = []
  const changes = own.changes.flatMap((change): PartChange[] => {
    const region = regions.find((candidate) => candidate.change === change)
    if (change.reference === undefined || region === undefined || region.place === null) return [change]
    const target = findTarget(change)
    const text = textIn(message, region)
    if (target === undefined) {
      edits.push(textEditAt(region, region.part.text))
      return []
    }
    const renumbered = text.replace(/message #\d+/, `message #${target}`)
    if (renumbered === text) return [change]
    edits.push(textEditAt(region, renumbered))
    return [{ ...change, lengthAfter: renumbered.length }]
  })
  return { message: replaceParts(message, edits), own: { ...own, changes } }
}

/** What stands in the region now. */
function textIn(message: Message, { place }: PartRegion): string {
  if (place === null) return ''
  const parts = splitParts(message, place.messageIndex).filter(
    ({ blockIndex, nestedIndex }) => blockIndex === place.blockIndex && nestedIndex === place.nestedIndex,
  )
  const whole = parts.map(({ text }) => text).join('')
  return place.span === undefined ? whole : whole.slice(place.span.start, place.span.end)
}
