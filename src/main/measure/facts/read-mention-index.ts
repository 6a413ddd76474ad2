import { copyText } from '../../../shared/kernel/copy-text.ts'
import type { FactClassId, Place } from '../../../shared/kernel/fact.ts'
import { makeOnce } from '../../../shared/kernel/make-once.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import {
  type Readable,
  createRememberedReading,
  type RememberedReading,
} from './create-remembered-reading.ts'
import type { FactClass, Mention } from './fact-class.ts'
import { factClasses } from './fact-classes.ts'
import { splitChunks, renderReadableText } from './split-words.ts'

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
export function readMentionIndex(conversation: Conversation): MentionIndex {
  const found = known.get(conversation)
  if (found !== undefined) return found
  const classes = new Map(
    factClasses.map((own) => [own.id, makeOnce(() => collectClassEntries(own, conversation.parts))]),
  )
  const index: MentionIndex = (classId) => classes.get(classId)?.() ?? new Map()
  known.set(conversation, index)
  return index
}

function collectClassEntries(own: FactClass, parts: Conversation['parts']): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  const mentionsOf = readings.get(own.id)
  if (mentionsOf === undefined) return entries
  mentionsOf.makeRoom(parts)
  const findMessageMentions = (ofMessage: readonly Part[], messageIndex: number): readonly Mentioned[] =>
    ofMessage.flatMap((part, partIndex) =>
      mentionsOf(part).map((mention) => placeMention(part, mention, { messageIndex, partIndex }, own)),
    )
  parts.forEach((ofMessage, messageIndex) => {
    for (const { key, place, text, isFounded } of selectKeptMentions(
      own.id,
      ofMessage,
      messageIndex,
      findMessageMentions,
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

function placeMention(
  part: Part,
  mention: Mention,
  at: Pick<Place, 'messageIndex' | 'partIndex'>,
  { isFounder }: Pick<FactClass, 'isFounder'>,
): Mentioned {
  const { key, start, end } = mention
  const text = copyText(part.text.slice(start, end))
  return { key: copyText(key), place: { ...at, start, end }, text, isFounded: isFounder(part, mention) }
}

type Kept = { readonly messageIndex: number; readonly byClass: Map<FactClassId, readonly Mentioned[]> }

/** What the parts of a message mention, by class, at the place where the message was looked at first: most stay there. */
const kept = new WeakMap<readonly Part[], Kept>()

function selectKeptMentions(
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
const inSegments = createRememberedReading((part): ReadonlyMap<FactClassId, readonly Mention[]> => {
  const chunks = splitChunks(renderReadableText(part))
  const found = new Map<FactClassId, readonly Mention[]>()
  for (const { id, chunk } of factClasses)
    if (chunk !== undefined)
      found.set(id, pickFirstMentions(chunks.flatMap((own) => chunk(own, part.holder) ?? [])))
  return found
})

/** What a text mentions of a class, in its order: the first mention of each key. */
const readings = new Map(
  factClasses.flatMap((own) => {
    const reading = createMentionReading(own)
    return reading === undefined ? [] : [[own.id, reading] as const]
  }),
)

function createMentionReading({
  id,
  chunk,
  scan,
}: FactClass): RememberedReading<readonly Mention[]> | undefined {
  if (chunk !== undefined)
    return Object.assign((part: Readable) => inSegments(part).get(id) ?? [], {
      makeRoom: inSegments.makeRoom,
    })
  return scan && createRememberedReading((part) => pickFirstMentions(scan(renderReadableText(part))))
}

function pickFirstMentions(mentions: readonly Mention[]): readonly Mention[] {
  const byKey = new Map<string, Mention>()
  for (const mention of mentions) if (!byKey.has(mention.key)) byKey.set(mention.key, mention)
  return [...byKey.values()]
}
