import type { PartLocator } from '../../../shared/domain/part.ts'
import { regionsOf } from '../compose/part-regions.ts'
import type { Stage } from '../compose/stage.ts'
import type { Conversation } from '../conversation.ts'
import { isSameJson } from '../../../shared/lib/is-same-json.ts'

/** What has to stay byte for byte in a conversation: a message, or one part of it. */
export type Pin = { readonly messageIndex: number; readonly part: PartLocator | null }

/** Whether a part is pinned, by itself or with its message. */
export function isPinned(at: PartLocator, pins: readonly Pin[]): boolean {
  return pins.some(
    ({ messageIndex, part }) =>
      messageIndex === at.messageIndex && (part === null || isSameJson(part, locate(at))),
  )
}

const locate = ({ messageIndex, blockIndex, nestedIndex, span }: PartLocator): PartLocator => ({
  messageIndex,
  blockIndex,
  ...(nestedIndex === undefined ? {} : { nestedIndex }),
  ...(span === undefined ? {} : { span }),
})

/** The same pins in what a stage, which kept all of them, made of the conversation. */
export function movePins(source: Conversation, stage: Stage, pins: readonly Pin[]): Pin[] {
  return pins.flatMap(({ messageIndex, part }): Pin[] => {
    const index = stage.provenance.messages.findIndex(
      ({ sources }) => sources.length === 1 && sources[0] === messageIndex,
    )
    const own = stage.provenance.messages[index]
    if (own === undefined) return []
    if (part === null) return [{ messageIndex: index, part: null }]
    const region = regionsOf(source, own).find((candidate) => isSameJson(locate(candidate.part), part))
    return region?.place == null
      ? []
      : [{ messageIndex: index, part: { ...region.place, messageIndex: index } }]
  })
}

/** Tokens of all that is pinned, each part once. */
export function pinnedTokens({ parts, partTokens }: Conversation, pins: readonly Pin[]): number {
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
