import { z } from 'zod'
import { isRecord, type Fields } from '../json/fields.ts'

/** A piece of a message: a text, a call with its result, a mark. */
export type StoredPart = Readonly<{
  id: string
  type: string
  value: Fields
}>

/** A message as OpenCode keeps it: an answer has the results of its calls in it. */
export type StoredMessage = Readonly<{
  id: string
  role: 'user' | 'assistant'
  /** Milliseconds since 1970; null where it is not recorded. */
  created: number | null
  /** When an answer was whole, in the same; null where it never was, or nobody wrote it down. */
  completed: number | null
  /** Of answers: the user message that they answer. */
  parentId: string | null
  providerId: string | null
  modelId: string | null
  isSummary: boolean
  /** Why the model ended; null where it did not. */
  finish: string | null
  error: Readonly<{ name: string; text: string }> | null
  tokens: unknown
  cost: unknown
  cwd: string | null
  parts: readonly StoredPart[]
}>

/** What is known of a session besides its messages. */
export type StoredInfo = Readonly<{
  id: string | null
  parentId: string | null
  title: string | null
  directory: string | null
  /** What was taken back, to be deleted when somebody types next. */
  revert: Readonly<{ messageId: string; partId: string | null }> | null
}>

const text = z.string().min(1).nullish().catch(null)

const revertSchema = z.object({ messageID: z.string(), partID: text })

const infoSchema = z.object({
  id: text,
  parentID: text,
  title: text,
  directory: text,
  revert: revertSchema.nullish().catch(null),
})

/** Titles that the agent gives until it has made one up. */
const defaultTitle = /^(?:New|Child) session - \d{4}-\d\d-\d\dT/

/** Reads the description of a session; what cannot be read of it is null. */
export function readStoredInfo(value: unknown): StoredInfo {
  const info = infoSchema.safeParse(value).data
  const title = info?.title ?? null
  const revert = info?.revert ?? null
  return {
    id: info?.id ?? null,
    parentId: info?.parentID ?? null,
    title: title === null || defaultTitle.test(title) ? null : title,
    directory: info?.directory ?? null,
    revert: revert === null ? null : { messageId: revert.messageID, partId: revert.partID ?? null },
  }
}

const messageSchema = z.object({
  id: text,
  role: z.enum(['user', 'assistant']),
  time: z
    .object({
      created: z.number().nonnegative().nullish().catch(null),
      completed: z.number().nonnegative().nullish().catch(null),
    })
    .nullish()
    .catch(null),
  parentID: text,
  providerID: text,
  modelID: text,
  // The model that a user message asks for; a mark of another kind on user messages is called `summary` too.
  summary: z.unknown().optional(),
  finish: text,
  error: z
    .object({ name: z.string(), data: z.object({ message: z.string() }).nullish().catch(null) })
    .nullish()
    .catch(null),
  tokens: z.unknown().optional(),
  cost: z.unknown().optional(),
  path: z.object({ cwd: text }).nullish().catch(null),
})

/** Reads a message; null where it is none. */
export function readStoredMessage(
  value: unknown,
  id: string,
  parts: readonly StoredPart[],
): StoredMessage | null {
  const message = messageSchema.safeParse(value).data
  if (message === undefined) return null
  const { role, error } = message
  return {
    id: message.id ?? id,
    role,
    created: message.time?.created ?? null,
    completed: message.time?.completed ?? null,
    parentId: message.parentID ?? null,
    providerId: message.providerID ?? null,
    modelId: message.modelID ?? null,
    isSummary: role === 'assistant' && message.summary === true,
    finish: message.finish ?? null,
    error: error ? { name: error.name, text: error.data?.message ?? error.name } : null,
    tokens: message.tokens,
    cost: message.cost,
    cwd: message.path?.cwd ?? null,
    parts,
  }
}

/** Reads a part; null where it is none. */
export function readStoredPart(value: unknown, id: string): StoredPart | null {
  if (!isRecord(value) || typeof value['type'] !== 'string') return null
  return { id: typeof value['id'] === 'string' ? value['id'] : id, type: value['type'], value }
}

/** The mark on a user message that asks for a summary; null on others. */
export function findCompactionPart({ role, parts }: StoredMessage): StoredPart | null {
  return role === 'user' ? (parts.find(({ type }) => type === 'compaction') ?? null) : null
}

/** What the agent knows of a call and its result. */
export function readCallState({ value }: StoredPart): Fields {
  return isRecord(value['state']) ? value['state'] : {}
}

/** When a result was cleared, milliseconds since 1970; null where it stands, infinite where nobody wrote down when. */
export function readClearedTime(part: StoredPart): number | null {
  const { time, status } = readCallState(part)
  const at = isRecord(time) ? time['compacted'] : null
  if (part.type !== 'tool' || status !== 'completed' || !at) return null
  return typeof at === 'number' ? at : Number.POSITIVE_INFINITY
}

/** Messages in the order in which the agent sends them: by time, and as they stood where that is the same. */
export function sortInSendingOrder(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  let last = 0
  const timed = messages.map((message) => ({ message, time: (last = message.created ?? last) }))
  return timed.toSorted((a, b) => a.time - b.time).map(({ message }) => message)
}
