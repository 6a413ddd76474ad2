import type { FactClassId, Place } from '../../../shared/domain/fact.ts'
import type { Part } from '../../../shared/domain/part.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { once } from '../../../shared/lib/once.ts'
import { chunksOf, readableText } from './words-of.ts'
import { factClasses } from './fact-classes.ts'
import type { FactClass, Mention } from './fact-class.ts'
import { type Readable, rememberedByText, type RememberedReading } from './remembered-by-text.ts'

/** What a conversation mentions of one key. */
export type Entry = {
  /** The first place in each message, in order. */
  readonly places: Place[]
  /** As written at the first place. */
  readonly text: string
  /** Whether a part mentions it that may make a fact of it. */
  isFounded: boolean
}
/** What is mentioned of a class, by key; read when somebody first asks for the class. */
export type MentionIndex = (classId: FactClassId) => ReadonlyMap<string, Entry>

const known = new WeakMap<Conversation, MentionIndex>()

/** Everything with a form of its own that a conversation mentions, by class and key. Read once per conversation. */
export function mentionIndex(conversation: Conversation): MentionIndex {
  const found = known.get(conversation)
  if (found !== undefined) return found
  const classes = new Map(factClasses.map((own) => [own.id, once(() => entriesOf(own, conversation.parts))]))
  const index: MentionIndex = (classId) => classes.get(classId)?.() ?? new Map()
  known.set(conversation, index)
  return index
}

function entriesOf(own: FactClass, parts: Conversation['parts']): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  const mentionsOf = readings.get(own.id)
  if (mentionsOf === undefined) return entries
  mentionsOf.makeRoom(parts)
  const mentionedIn = (ofMessage: readonly Part[], messageIndex: number): readonly Mentioned[] =>
    ofMessage.flatMap((part, partIndex) =>
      mentionsOf(part).map((mention) => mentioned(part, mention, { messageIndex, partIndex }, own)),
    )
  parts.forEach((ofMessage, messageIndex) => {
    for (const { key, place, text, isFounded } of keptMentions(
      own.id,
      ofMessage,
      messageIndex,
      mentionedIn,
    )) {
      const entry = entries.get(key)
      if (entry === undefined) entries.set(key, { places: [place], text, isFounded })
      else {
        if (entry.places.at(-1)?.messageIndex !== messageIndex) entry.places.push(place)
        entry.isFounded ||= isFounded
      }
    }
  })
  return entries
}

/** A mention at its place in a conversation. */
type Mentioned = {
  readonly key: string
  readonly place: Place
  readonly text: string
  readonly isFounded: boolean
}

function mentioned(
  part: Part,
  mention: Mention,
  at: Pick<Place, 'messageIndex' | 'partIndex'>,
  { isFounder }: Pick<FactClass, 'isFounder'>,
): Mentioned {
  const { key, start, end } = mention
  const text = part.text.slice(start, end)
  return { key, place: { ...at, start, end }, text, isFounded: isFounder(part, mention) }
}

type Kept = { readonly messageIndex: number; readonly byClass: Map<FactClassId, readonly Mentioned[]> }

/** What the parts of a message mention, by class, at the place where the message was looked at first: most stay there. */
const kept = new WeakMap<readonly Part[], Kept>()

function keptMentions(
  classId: FactClassId,
  ofMessage: readonly Part[],
  messageIndex: number,
  mentionedIn: (ofMessage: readonly Part[], messageIndex: number) => readonly Mentioned[],
): readonly Mentioned[] {
  let own = kept.get(ofMessage)
  if (own === undefined) {
    own = { messageIndex, byClass: new Map() }
    kept.set(ofMessage, own)
  }
  if (own.messageIndex !== messageIndex) return mentionedIn(ofMessage, messageIndex)
  const known = own.byClass.get(classId) ?? mentionedIn(ofMessage, messageIndex)
  own.byClass.set(classId, known)
  return known
}

/** What a text mentions of the classes that look at its segments, which are cut once for all of them. */
const inSegments = rememberedByText((part): ReadonlyMap<FactClassId, readonly Mention[]> => {
  const chunks = chunksOf(readableText(part))
  const found = new Map<FactClassId, readonly Mention[]>()
  for (const { id, chunk } of factClasses)
    if (chunk !== undefined)
      found.set(id, firstOfEach(chunks.flatMap((own) => chunk(own, part.holder) ?? [])))
  return found
})

/** What a text mentions of a class, in its order: the first mention of each key. */
const readings = new Map(
  factClasses.flatMap((own) => {
    const reading = readingOf(own)
    return reading === undefined ? [] : [[own.id, reading] as const]
  }),
)

function readingOf({ id, chunk, scan }: FactClass): RememberedReading<readonly Mention[]> | undefined {
  if (chunk !== undefined)
    return Object.assign((part: Readable) => inSegments(part).get(id) ?? [], {
      makeRoom: inSegments.makeRoom,
    })
  return scan && rememberedByText((part) => firstOfEach(scan(readableText(part))))
}

function firstOfEach(mentions: readonly Mention[]): readonly Mention[] {
  const byKey = new Map<string, Mention>()
  for (const mention of mentions) if (!byKey.has(mention.key)) byKey.set(mention.key, mention)
  return [...byKey.values()]
}
