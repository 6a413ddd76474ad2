import type { Message } from '../../../shared/domain/message.ts'
import type { PartLocator } from '../../../shared/domain/part.ts'
import type { MessageProvenance } from '../../../shared/domain/provenance.ts'
import { repairReferences } from '../compose/repair-references.ts'
import { regionsOf } from '../compose/part-regions.ts'
import type { Stage } from '../compose/stage.ts'
import type { Conversation } from '../conversation.ts'
import { asToolResult, asToolUse, blocksOf } from '../history/blocks.ts'
import { editAt } from '../compose/edit-at.ts'
import { replaceParts } from '../history/replace-parts.ts'
import { isPinned, type Pin } from './pin.ts'

/**
 * Puts back what a provider changed or left out although it was pinned. A pinned part of a message that is gone comes
 * back with its whole message, and a call with its result: neither may stand alone. A message that a summary had
 * stood for follows that summary.
 */
export function restorePins(source: Conversation, stage: Stage, pins: readonly Pin[]): Stage {
  if (pins.length === 0) return stage
  const whole = new Set(pins.filter(({ part }) => part === null).map(({ messageIndex }) => messageIndex))
  const own = new Map<number, number>()
  stage.provenance.messages.forEach(({ sources, changes }, index) => {
    const [only] = sources
    const isItself = sources.length === 1 && !changes.some(({ kind }) => kind === 'summary')
    if (only !== undefined && isItself) own.set(only, index)
  })
  const pinned = [...new Set(pins.map(({ messageIndex }) => messageIndex))]
  const missing = withPartners(source.messages, new Set(pinned.filter((index) => !own.has(index))), own)
  const entries = stage.messages.flatMap((message, index): Entry[] => {
    const provenance = stage.provenance.messages[index]
    if (provenance === undefined) return []
    const [only = -1] = provenance.sources
    if (own.get(only) !== index) {
      const sources = provenance.sources.filter((at) => !missing.has(at))
      // A summary of nothing but what came back says nothing that is not there.
      const isSpare = sources.length === 0 && provenance.sources.length > 0
      return isSpare ? [] : [{ message, provenance: { ...provenance, sources } }]
    }
    const original = source.messages[only]
    if (whole.has(only) && original !== undefined) {
      return [{ message: original, provenance: { sources: [only], changes: [] } }]
    }
    return [restoreParts(source, { message, provenance }, pins)]
  })
  const all = insertMissing(entries, source.messages, missing)
  const dropped = stage.provenance.dropped.filter(({ sourceIndex }) => !missing.has(sourceIndex))
  return repairReferences(source, {
    messages: all.map(({ message }) => message),
    provenance: { messages: all.map(({ provenance }) => provenance), dropped },
  })
}

type Entry = { readonly message: Message; readonly provenance: MessageProvenance }

function restoreParts(source: Conversation, { message, provenance }: Entry, pins: readonly Pin[]): Entry {
  const [sourceIndex] = provenance.sources
  const original = sourceIndex === undefined ? undefined : source.messages[sourceIndex]
  const isRestored = (at: MessageProvenance['changes'][number]['at']): boolean => isPinned(at, pins)
  const restored = provenance.changes.filter(({ at }) => isRestored(at))
  if (original === undefined || restored.length === 0) return { message, provenance }
  const changes = provenance.changes.filter(({ at }) => !isRestored(at))
  const regions = regionsOf(source, provenance)
  const gone = restored.some(({ at }) =>
    regions.some(({ part, place }) => place === null && isSamePlace(part, at)),
  )
  // A block that is gone has no place to be put back to: its message comes back whole.
  if (gone) return { message: original, provenance: { sources: provenance.sources, changes: [] } }
  const edits = regions.flatMap((region) =>
    region.change !== null && restored.includes(region.change) ? editAt(region, original) : [],
  )
  return { message: replaceParts(message, edits), provenance: { ...provenance, changes } }
}

function isSamePlace(a: PartLocator, b: PartLocator): boolean {
  return a.blockIndex === b.blockIndex && a.nestedIndex === b.nestedIndex
}

/** Native calls and results come back in pairs, which stand side by side. */
function withPartners(
  messages: readonly Message[],
  missing: Set<number>,
  own: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  for (const index of Array.from(missing)) {
    const message = messages[index]
    const blocks = message === undefined ? [] : blocksOf(message)
    const answers = blocks.some((block) => asToolResult(block) !== undefined)
    const calls = blocks.some((block) => asToolUse(block) !== undefined)
    if (answers && index > 0 && !own.has(index - 1)) missing.add(index - 1)
    if (calls && index + 1 < messages.length && !own.has(index + 1)) missing.add(index + 1)
  }
  return missing
}

function insertMissing(
  entries: readonly Entry[],
  messages: readonly Message[],
  missing: ReadonlySet<number>,
): Entry[] {
  const all = [...entries]
  for (const index of [...missing].toSorted((a, b) => a - b)) {
    const message = messages[index]
    const after = all.findLastIndex(
      ({ provenance: { sources } }) => (sources[0] ?? Number.POSITIVE_INFINITY) < index,
    )
    if (message !== undefined)
      all.splice(after + 1, 0, { message, provenance: { sources: [index], changes: [] } })
  }
  return all
}
