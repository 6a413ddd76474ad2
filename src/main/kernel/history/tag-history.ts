import type { Message } from '../../../shared/kernel/message.ts'
import type { HistoryTag, Provenance } from '../../../shared/kernel/provenance.ts'

/**
 * A result as an agent that hides messages stores it: nothing is deleted; what the result no longer shows carries
 * the tag, and what the provider wrote stands behind the last message that it stands for, but before what follows it
 * in the result. `fileIndices` are the places of the effective source in `file`. The effective history of this is the
 * result.
 */
export function tagHistory(
  file: readonly Message[],
  fileIndices: readonly number[],
  result: readonly Message[],
  { messages: provenance }: Provenance,
  tag: HistoryTag,
): Message[] {
  const places = provenance.map(({ sources }) => sources.flatMap((source) => fileIndices[source] ?? []))
  const shownAt = result.map((message, index) => {
    const [place, ...more] = places[index] ?? []
    return place !== undefined && more.length === 0 && file[place] === message ? place : undefined
  })
  const shown = new Set(shownAt)
  const written = new Map<number, Message[]>()
  result.forEach((message, index) => {
    if (shownAt[index] !== undefined) return
    const own = places[index] ?? []
    // What stands for no message of its own, such as a marker, stands before the next one.
    const next = places.slice(index + 1).find((following) => following.length > 0)?.[0] ?? file.length
    const nextShown = shownAt.slice(index + 1).find((place) => place !== undefined) ?? file.length
    const behind = Math.min(own.at(-1) ?? next - 1, nextShown - 1)
    written.set(behind, [...(written.get(behind) ?? []), message])
  })
  const effective = new Set(fileIndices)
  return [
    ...(written.get(-1) ?? []),
    ...file.flatMap((message, index) => {
      // What another record hides, as Cline's range does, would show again without a tag of its own.
      const isUntagged = message.condenseParent == null && message.truncationParent == null
      const isGone = !shown.has(index) && (effective.has(index) || isUntagged)
      return [isGone ? { ...message, [tag.parent]: tag.id } : message, ...(written.get(index) ?? [])]
    }),
  ]
}

/** The source again, from a tagged result: without the tag and without what the provider wrote. */
export function untagHistory(messages: readonly Message[], tag: HistoryTag): Message[] {
  const own = tag.parent === 'condenseParent' ? 'condenseId' : 'truncationId'
  return messages.flatMap((message) => {
    if (message[own] === tag.id) return []
    if (message[tag.parent] !== tag.id) return [message]
    const { [tag.parent]: _tag, ...untagged } = message
    return [untagged]
  })
}
