import { isSameJson } from '../../../shared/kernel/json-values.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { PartLocator } from '../../../shared/kernel/part.ts'
import { pickPartLocator } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import type { Pin } from '../pins/pin.ts'
import { listSourceRegions } from '../stages/build-part-regions.ts'
import type { Stage } from '../stages/stage.ts'

/**
 * What of the pinned is not in a result byte for byte, at the place where its record says that it is. Reads the bytes
 * itself; nothing of what puts pins back is used.
 */
export function pinnedDifferences(source: Conversation, stage: Stage, pins: readonly Pin[]): string[] {
  return pins.flatMap(({ messageIndex, part }) => {
    const original = source.messages[messageIndex]
    const places = stage.provenance.messages.flatMap(({ sources, changes }, index) => {
      const isSummary = changes.some(
        ({ kind, operation }) => kind === 'summary' && operation === 'summarised',
      )
      return sources.length === 1 && sources[0] === messageIndex && !isSummary ? [index] : []
    })
    const [place = -1] = places
    const found = stage.messages[place]
    const own = stage.provenance.messages[place]
    if (original === undefined || found === undefined || own === undefined || places.length > 1)
      return [`message #${messageIndex} is in the result ${places.length} times`]
    if (part === null) {
      return JSON.stringify(found) === JSON.stringify(original) && own.changes.length === 0
        ? []
        : [`message #${messageIndex} is not what it was`]
    }
    const region = listSourceRegions(source, own).find((candidate) =>
      isSameJson(pickPartLocator(candidate.part), part),
    )
    const before = readPinnedText(original, part)
    const after = region?.place == null ? undefined : readPinnedText(found, region.place)
    return before === after ? [] : [`${JSON.stringify(part)} was ${before} and is ${after ?? 'gone'}`]
  })
}

function readPinnedText({ content }: Message, { blockIndex, nestedIndex, span }: PartLocator): string {
  const block = typeof content === 'string' ? content : content[blockIndex]
  const inner = typeof block === 'string' ? block : (block?.['text'] ?? block?.['content'])
  if (nestedIndex !== undefined) {
    const nested: unknown = Array.isArray(inner) ? inner[nestedIndex] : undefined
    const text = typeof nested === 'object' && nested !== null && 'text' in nested ? nested.text : undefined
    return cut(typeof text === 'string' && span !== undefined ? text : nested, span)
  }
  return cut(typeof inner === 'string' && span !== undefined ? inner : block, span)
}

function cut(value: unknown, span: PartLocator['span']): string {
  return typeof value === 'string' && span !== undefined
    ? value.slice(span.start, span.end)
    : JSON.stringify(value)
}
