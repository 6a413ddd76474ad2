import type { PartLocator } from '../../../shared/kernel/part.ts'
import type { TaskPin } from '../../../shared/library/pin-types.ts'
import { isSamePlace, pickPartLocator } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import type { EffectiveHistory } from '../history/build-effective-history.ts'
import { listSourceRegions } from '../stages/build-part-regions.ts'
import type { Stage } from '../stages/stage.ts'

/** What has to stay byte for byte in a conversation: a message, or one part of it. */
export type Pin = { readonly messageIndex: number; readonly part: PartLocator | null }

/** Whether a part is pinned, by itself or with its message. */
export function isPinned(at: PartLocator, pins: readonly Pin[]): boolean {
  if (pins.length === 0) return false
  const own = groupPinsByMessage(pins).get(at.messageIndex) ?? []
  return own.some(({ part }) => part === null || isSamePlace(part, at))
}

/** Every part of a history is asked about, so that the pins of its message are found at once. */
const grouped = new WeakMap<readonly Pin[], ReadonlyMap<number, readonly Pin[]>>()

function groupPinsByMessage(pins: readonly Pin[]): ReadonlyMap<number, readonly Pin[]> {
  const known = grouped.get(pins) ?? Map.groupBy(pins, ({ messageIndex }) => messageIndex)
  grouped.set(pins, known)
  return known
}

/** The same pins in what a stage, which kept all of them, made of the conversation. */
export function movePins(source: Conversation, stage: Stage, pins: readonly Pin[]): Pin[] {
  const places = mapSourcePlaces(stage)
  return pins.flatMap(({ messageIndex, part }): Pin[] => {
    const index = places.get(messageIndex)
    const own = index === undefined ? undefined : stage.provenance.messages[index]
    if (index === undefined || own === undefined) return []
    if (part === null) return [{ messageIndex: index, part: null }]
    const region = listSourceRegions(source, own).find((candidate) => isSamePlace(candidate.part, part))
    return region?.place == null
      ? []
      : [{ messageIndex: index, part: { ...region.place, messageIndex: index } }]
  })
}

/** Where each source message stands in a stage that kept it as a message of its own; a summary is none. */
export function mapSourcePlaces({ provenance }: Stage): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  provenance.messages.forEach(({ sources, changes }, index) => {
    const [only] = sources
    const isSummary = changes.some(({ kind, operation }) => kind === 'summary' && operation === 'summarised')
    if (only !== undefined && sources.length === 1 && !isSummary) places.set(only, index)
  })
  return places
}

/** Messages of which something is pinned, each once, in order. */
export function listPinnedMessages(pins: readonly Pin[]): { messageIndex: number; isWhole: boolean }[] {
  return [...groupPinsByMessage(pins)]
    .map(([messageIndex, own]) => ({ messageIndex, isWhole: own.some(({ part }) => part === null) }))
    .toSorted((a, b) => a.messageIndex - b.messageIndex)
}

/** Tokens of all that is pinned, each part once. */
export function countPinnedTokens({ parts, partTokens }: Conversation, pins: readonly Pin[]): number {
  if (pins.length === 0) return 0
  return parts.reduce(
    (sum, own, messageIndex) =>
      sum +
      own.reduce(
        (total, part, at) => total + (isPinned(part, pins) ? (partTokens[messageIndex]?.[at] ?? 0) : 0),
        0,
      ),
    0,
  )
}

/** The pins of a task in its effective history; what is hidden there, or gone from the file, is nobody's to keep. */
export function locatePins(
  pins: readonly TaskPin[],
  { fileIndices }: EffectiveHistory,
  { parts }: Conversation,
): Pin[] {
  const places = new Map(fileIndices.map((fileIndex, index) => [fileIndex, index]))
  return pins.flatMap(({ messageIndex, partIndex }): Pin[] => {
    const index = places.get(messageIndex)
    if (index === undefined) return []
    if (partIndex === null) return [{ messageIndex: index, part: null }]
    const part = parts[index]?.[partIndex]
    return part === undefined ? [] : [{ messageIndex: index, part: pickPartLocator(part) }]
  })
}
