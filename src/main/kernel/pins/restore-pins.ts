import { findSmallest } from '../../../shared/kernel/find-extreme.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { MessageProvenance, PartChange } from '../../../shared/kernel/provenance.ts'
import type { Conversation } from '../conversation.ts'
import { toToolResultBlock, toToolUseBlock, listBlocks } from '../history/blocks.ts'
import { isFreshStart } from '../history/build-effective-history.ts'
import { replaceParts } from '../history/replace-parts.ts'
import { splitTurns } from '../history/turns.ts'
import { buildRestoringEdit, listSourceRegions } from '../stages/build-part-regions.ts'
import { repairReferences } from '../stages/repair-references.ts'
import type { Stage } from '../stages/stage.ts'
import { isPinned, mapSourcePlaces, type Pin } from './pin.ts'

type Entry = { readonly message: Message; readonly provenance: MessageProvenance }

/**
 * Puts back what a provider changed or left out although it was pinned; the same stage where that is nothing. A pinned
 * part of a message that is gone comes back with its whole message, and a call with its results: neither may stand
 * alone. A message that a summary had stood for follows that summary.
 */
export function restorePins(source: Conversation, stage: Stage, pins: readonly Pin[]): Stage {
  if (pins.length === 0) return stage
  const own = mapSourcePlaces(stage)
  const missing = findMissingMessages(source.messages, stage, pins, own)
  const whole = new Set(pins.flatMap(({ messageIndex, part }) => (part === null ? [messageIndex] : [])))
  const entries = stage.messages.flatMap((message, index): Entry[] => {
    const provenance = stage.provenance.messages[index]
    if (provenance === undefined) return []
    const [only = -1] = provenance.sources
    if (own.get(only) !== index) return withoutSources({ message, provenance }, missing)
    const original = source.messages[only]
    if (whole.has(only) && original !== undefined && provenance.changes.length > 0)
      return [makeKeptEntry(original, only)]
    return [restoreParts(source, { message, provenance }, pins)]
  })
  if (missing.size === 0 && entries.every(({ message }, index) => message === stage.messages[index]))
    return stage
  const all = insertMissing(sortEntries(entries, stage), source.messages, missing)
  const dropped = stage.provenance.dropped.filter(({ sourceIndex }) => !missing.has(sourceIndex))
  return repairReferences(source, {
    messages: all.map(({ message }) => message),
    provenance: { messages: all.map(({ provenance }) => provenance), dropped },
  })
}

const makeKeptEntry = (message: Message, index: number): Entry => ({
  message,
  provenance: { sources: [index], changes: [] },
})

function findMissingMessages(
  messages: readonly Message[],
  stage: Stage,
  pins: readonly Pin[],
  own: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const isThere = (index: number): boolean => own.has(index)
  const gone = pins.flatMap(({ messageIndex }) => (isThere(messageIndex) ? [] : [messageIndex]))
  const missing = completeExchanges(messages, gone, isThere)
  const first = findSmallest(missing)
  const isLater = ({ sources }: MessageProvenance): boolean =>
    (sources.find((at) => !missing.has(at)) ?? Infinity) > first
  const isFirst = stage.provenance.messages.every(isLater)
  const startsFresh = stage.messages.some(isFreshStart)
  if (!isFirst || startsFresh || messages[first]?.role === 'user' || messages[0]?.role !== 'user')
    return missing
  return completeExchanges(messages, [...missing, findSpeakerBefore(messages, first)], isThere)
}

/** A summary that lost its first messages to what came back stands behind what is older than the others. */
function sortEntries(entries: readonly Entry[], stage: Stage): readonly Entry[] {
  const before = new Map(
    stage.provenance.messages.map(({ sources }, index) => [stage.messages[index], sources[0]]),
  )
  const all = [...entries]
  for (const entry of entries) {
    const [first] = entry.provenance.sources
    if (first === undefined || before.get(entry.message) === first || isFreshStart(entry.message)) continue
    const at = all.indexOf(entry)
    const last = all.findLastIndex(({ provenance }) => (provenance.sources[0] ?? Infinity) < first)
    if (last < at) continue
    all.splice(at, 1)
    all.splice(last, 0, entry)
  }
  return all
}

/** A summary of nothing but what came back says nothing that is not there. */
function withoutSources({ message, provenance }: Entry, missing: ReadonlySet<number>): Entry[] {
  const sources = provenance.sources.filter((at) => !missing.has(at))
  const isSpare = sources.length === 0 && provenance.sources.length > 0
  return isSpare ? [] : [{ message, provenance: { ...provenance, sources } }]
}

function restoreParts(source: Conversation, { message, provenance }: Entry, pins: readonly Pin[]): Entry {
  const [sourceIndex = -1] = provenance.sources
  const original = source.messages[sourceIndex]
  const isRestored = ({ at }: PartChange): boolean => isPinned(at, pins)
  if (original === undefined || !provenance.changes.some(isRestored)) return { message, provenance }
  const restored = listSourceRegions(source, provenance).filter(
    ({ change }) => change !== null && isRestored(change),
  )
  // A block that is gone, or that is another kind of block now, has no place to be put back to.
  const hasPlaces = restored.every(({ part, place }) => place !== null && part.holder !== 'block')
  if (!hasPlaces) return makeKeptEntry(original, sourceIndex)
  const edits = restored.map((region) => buildRestoringEdit(region, original))
  const changes = provenance.changes.filter((change) => !isRestored(change))
  return { message: replaceParts(message, edits), provenance: { ...provenance, changes } }
}

function insertMissing(
  entries: readonly Entry[],
  messages: readonly Message[],
  missing: ReadonlySet<number>,
): Entry[] {
  const all = [...entries]
  // What stands before a fresh start is hidden by it.
  const start = all.findLastIndex(({ message }) => isFreshStart(message))
  for (const index of missing) {
    const message = messages[index]
    const isBefore = ({ provenance }: Entry, at: number): boolean =>
      at <= start || (provenance.sources[0] ?? Number.POSITIVE_INFINITY) < index
    if (message !== undefined) all.splice(all.findLastIndex(isBefore) + 1, 0, makeKeptEntry(message, index))
  }
  return all
}

/**
 * Some messages with all that they cannot stand without: a native call and its results in the turn after it, which may
 * stand apart, and what lies between them, where nothing else may come. `isThere` tells what has its place already.
 */
export function completeExchanges(
  messages: readonly Message[],
  indices: Iterable<number>,
  isThere: (index: number) => boolean,
): ReadonlySet<number> {
  const all = new Set(indices)
  const turns = splitTurns(messages)
  const turnOf = turns.flatMap(({ from, to }, turn) => messages.slice(from, to).map(() => turn))
  for (const index of all) {
    const ids = exchangeIds(messages[index])
    const other = turns[(turnOf[index] ?? 0) + (messages[index]?.role === 'assistant' ? 1 : -1)]
    for (let at = other?.from ?? 0; at < (other?.to ?? 0); at += 1)
      if (exchangeIds(messages[at]).some((id) => ids.includes(id)))
        for (let between = Math.min(at, index); between <= Math.max(at, index); between += 1) all.add(between)
  }
  return new Set([...all].filter((index) => !isThere(index)))
}

/** The calls that a message makes, or answers. */
function exchangeIds(message: Message | undefined): readonly string[] {
  const blocks = message === undefined ? [] : listBlocks(message)
  return blocks.flatMap((block) =>
    message?.role === 'assistant'
      ? (toToolUseBlock(block)?.id ?? [])
      : (toToolResultBlock(block)?.tool_use_id ?? []),
  )
}

/**
 * The message that has to stand before one that would be the first of a history: a user speaks first. The words that
 * an assistant answered, or the very first message.
 */
export function findSpeakerBefore(messages: readonly Message[], index: number): number {
  const isPlain = (message: Message): boolean =>
    message.role === 'user' && !listBlocks(message).some((block) => toToolResultBlock(block) !== undefined)
  const found = messages.findLastIndex((message, at) => at < index && isPlain(message))
  return Math.max(0, found)
}
