import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Message } from '../../../shared/kernel/message.ts'
import { isRecord } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { SourceFile } from '../source-file.ts'
import { readShownText } from './user-input.ts'

/** What Cline sends in place of the first messages of a session. */
export type Compaction = Readonly<{
  /** How many messages it stands for. */
  count: number
  messages: readonly Message[]
  /** When it was written, milliseconds since 1970. */
  ts: number | null
}>

export type ReadCompaction = Readonly<{
  /** Null where it is not used. */
  compaction: Compaction | null
  /** What is to be said of it; null where all is well. */
  remark: string | null
}>

const stateSchema = z.object({
  source_message_count: z.number().int().nonnegative(),
  source_prefix_hash: z.string().nullish().catch(null),
  source_last_message_key: z.string().nullish().catch(null),
  updated_at: z.string().nullish().catch(null),
})

/** Reads a compaction file against the messages that it was made of, as Cline does before it uses one. */
export function readCompaction(
  source: ParsedSource,
  file: SourceFile,
  { messages, isWhole }: { readonly messages: readonly Message[]; readonly isWhole: boolean },
): ReadCompaction {
  const { object, problems } = source.json(file)
  if (object === null)
    return {
      compaction: null,
      remark: `it cannot be read and is not used: ${problems[0]?.reason ?? 'it is not an object'}`,
    }
  const state = stateSchema.safeParse(object).data
  if (state === undefined)
    return { compaction: null, remark: 'it does not say which messages it replaces and is not used' }
  const { source_prefix_hash: hash, source_last_message_key: key } = state
  const written = Date.parse(state.updated_at ?? '')
  const buildCompaction = (count: number): Compaction => ({
    count,
    messages: source.messages(file).messages,
    ts: Number.isNaN(written) ? null : written,
  })
  const count = state.source_message_count
  const isThere = count <= messages.length
  const isLast = isThere && key != null && buildMessageKey(messages[count - 1]) === key
  if (isThere && isWhole && (hash == null ? isLast : hash === hashPrefix(messages, count)))
    return { compaction: buildCompaction(count), remark: null }
  const last = isLast
    ? count
    : messages.findIndex((message) => key != null && buildMessageKey(message) === key) + 1
  if (last > 0)
    return {
      compaction: buildCompaction(last),
      remark:
        'its checksum does not fit the messages, but it names their last one and is assumed to be the current one',
    }
  return {
    compaction: null,
    remark: 'it was made of other messages and is not used: Cline would send the whole history',
  }
}

/** What Cline makes its checksum of, whatever the ids and times of the messages. */
function hashPrefix(messages: readonly Message[], count: number): string {
  const hash = createHash('sha256')
  hash.update(`cline-session-compaction-source-v2\n${count}\n`)
  for (const message of messages.slice(0, count)) {
    const { role, content } = toShownMessage(message)
    const others = ['agent', 'sessionId', 'metadata', 'modelInfo', 'metrics']
    const rows = [
      ['role', role],
      ['content', content],
      ...others.map((name) => [name, message[name] ?? null]),
    ]
    hash.update(`${JSON.stringify(rows)}\n`)
  }
  return `sha256:${hash.digest('hex')}`
}

/** How Cline names a message. */
function buildMessageKey(message: Message | undefined): string | null {
  if (message === undefined) return null
  const { id } = message
  if (typeof id === 'string' && id.trim() !== '') return `id:${id.trim()}`
  const { role, ts } = message
  if (typeof ts === 'number') return `ts:${role}:${ts}`
  return `content:${role}:${JSON.stringify(toShownMessage(message).content)}`
}

function toShownMessage({ role, content }: Message): Pick<Message, 'role' | 'content'> {
  if (role !== 'user') return { role, content }
  if (typeof content === 'string') return { role, content: readShownText(content) }
  return {
    role,
    content: content.map((block) =>
      isRecord(block) && block.type === 'text' && typeof block['text'] === 'string'
        ? { ...block, text: readShownText(block['text']) }
        : block,
    ),
  }
}
