import type { Message } from '../../../shared/domain/message.ts'
import type { HistoryTag, Provenance } from '../../../shared/domain/provenance.ts'

/**
 * A result as an agent that hides messages stores it: nothing is deleted; what the result no longer shows carries
 * the tag, and what the provider wrote stands behind the last message that it stands for, but before what follows it
 * in the result. `fileIndices` are the
 * places of the effective source in `file`. The effective history of this is the result.
 */
export function tagHistory(
  file: readonly Message[],
  fileIndices: readonly number[],
  result: readonly Message[],
  { messages: provenance }: Provenance,
  tag: HistoryTag,
): Message[] {
  const places = provenance.map(({ sources }) => sources.flatMap((source) => fileIndices[source] ?? []))
  const shown = new Set<number>()
  const written = new Map<number, Message[]>()
  let lastBehind = -1
  result.forEach((message, index) => {
    const own = places[index] ?? []
    const [place] = own
    if (place !== undefined && own.length === 1 && file[place] === message) {
      if (place > lastBehind) {
        shown.add(place)
        return
      }
      // Kept from among what a summary stands for: it has to stand behind that summary, so a copy of it does.
      const copy = { ...message, [ownField(tag)]: tag.id }
      written.set(lastBehind, [...(written.get(lastBehind) ?? []), copy])
      return
    }
    // What stands for no message of its own, such as a marker, stands before the next one.
    const next = places.slice(index + 1).find((following) => following.length > 0)?.[0] ?? file.length
    const behind = own.at(-1) ?? next - 1
    lastBehind = Math.max(lastBehind, behind)
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

/** The field in which what the provider wrote carries the id of the tag. */
const ownField = ({ parent }: HistoryTag): 'condenseId' | 'truncationId' =>
  parent === 'condenseParent' ? 'condenseId' : 'truncationId'

/** The source again, from a tagged result: without the tag and without what the provider wrote. */
export function untagHistory(messages: readonly Message[], tag: HistoryTag): Message[] {
  const own = ownField(tag)
  return messages.flatMap((message) => {
    if (message[own] === tag.id) return []
    if (message[tag.parent] !== tag.id) return [message]
    const { [tag.parent]: _tag, ...untagged } = message
    return [untagged]
  })
}
