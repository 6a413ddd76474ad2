import type { FactClassId, Place } from '../../../shared/domain/fact.ts'
import type { Part } from '../../../shared/domain/part.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { chunksOf, readableText } from './words-of.ts'
import { factClasses } from './fact-classes.ts'
import type { FactClass, Mention } from './fact-class.ts'
import { rememberedByText } from './remembered-by-text.ts'

/** What a conversation mentions of one key. */
export type Entry = {
  /** The first place in each message, in order. */
  readonly places: Place[]
  /** As written at the first place. */
  readonly text: string
  /** Whether a part mentions it that may make a fact of it. */
  isFounded: boolean
}
export type MentionIndex = ReadonlyMap<FactClassId, ReadonlyMap<string, Entry>>

const known = new WeakMap<Conversation, MentionIndex>()

/** Everything with a form of its own that a conversation mentions, by class and key. Read once per conversation. */
export function mentionIndex(conversation: Conversation): MentionIndex {
  const found = known.get(conversation)
  if (found !== undefined) return found
  mentionsOf.makeRoom(conversation.parts)
  const index = new Map(factClasses.map(({ id }) => [id, new Map<string, Entry>()]))
  conversation.parts.forEach((own, messageIndex) =>
    own.forEach((part, partIndex) => addPart(index, part, { messageIndex, partIndex })),
  )
  known.set(conversation, index)
  return index
}

type At = Pick<Place, 'messageIndex' | 'partIndex'>

/** What a text mentions, by class and in its order: the first mention of each key. */
const mentionsOf = rememberedByText((part) => {
  const text = readableText(part)
  const chunks = chunksOf(text)
  return factClasses.map(({ chunk, scan }) =>
    firstOfEach([
      ...(chunk === undefined ? [] : chunks.flatMap((own) => chunk(own, part.holder) ?? [])),
      ...(scan?.(text) ?? []),
    ]),
  )
})

function firstOfEach(mentions: readonly Mention[]): readonly Mention[] {
  const byKey = new Map<string, Mention>()
  for (const mention of mentions) if (!byKey.has(mention.key)) byKey.set(mention.key, mention)
  return [...byKey.values()]
}

function addPart(index: ReadonlyMap<FactClassId, Map<string, Entry>>, part: Part, at: At): void {
  const mentions = mentionsOf(part)
  factClasses.forEach(({ id, isFounder }, order) => {
    const entries = index.get(id)
    const own = mentions[order] ?? []
    if (entries !== undefined && own.length > 0) addMentions(entries, own, { part, at, isFounder })
  })
}

function addMentions(
  entries: Map<string, Entry>,
  mentions: readonly Mention[],
  { part, at, isFounder }: { readonly part: Part; readonly at: At } & Pick<FactClass, 'isFounder'>,
): void {
  for (const mention of mentions) {
    const { key, start, end } = mention
    const entry = entries.get(key)
    const place = { ...at, start, end }
    if (entry === undefined)
      entries.set(key, {
        places: [place],
        text: part.text.slice(start, end),
        isFounded: isFounder(part, mention),
      })
    else {
      if (entry.places.at(-1)?.messageIndex !== at.messageIndex) entry.places.push(place)
      entry.isFounded ||= isFounder(part, mention)
    }
  }
}
