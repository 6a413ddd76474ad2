import { z } from 'zod'
import type { Message } from '../../../shared/kernel/message.ts'

/** A text block that Cline sends in other words from a moment on. */
export type ContextEdit = Readonly<{
  /** Index in the file. */
  message: number
  block: number
  /** It holds for requests behind this one, milliseconds since 1970. */
  ts: number
  text: string
}>

const place = z.number().int().nonnegative()
const updateSchema = z
  .tuple([z.number(), z.literal('text'), z.tuple([z.string()]).rest(z.unknown())])
  .rest(z.unknown())
const blockSchema = z.tuple([place, z.array(z.unknown())])
const messageSchema = z.tuple([place, z.tuple([z.unknown(), z.array(z.unknown())])])

/** Reads `context_history.json` of Cline; what is no edit of a text is left out. The first edits come first. */
export function readContextEdits(value: unknown): readonly ContextEdit[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  const edits = rows.flatMap((row) => {
    const { data: ofMessage } = messageSchema.safeParse(row)
    return (ofMessage?.[1][1] ?? []).flatMap((one) => {
      const { data: ofBlock } = blockSchema.safeParse(one)
      return (ofBlock?.[1] ?? []).flatMap((update): readonly ContextEdit[] => {
        const { data } = updateSchema.safeParse(update)
        if (ofMessage === undefined || ofBlock === undefined || data === undefined) return []
        return [{ message: ofMessage[0], block: ofBlock[0], ts: data[0], text: data[2][0] }]
      })
    })
  })
  return edits.toSorted((a, b) => a.ts - b.ts)
}

/** A message with the last edit of each block; the same where none fits a text of it. */
export function withEdits(message: Message, edits: readonly ContextEdit[]): Message {
  const { content } = message
  if (typeof content === 'string') return message
  const texts = new Map(edits.map(({ block, text }) => [block, text]))
  const isEdited = content.some((block, at) => block.type === 'text' && texts.has(at))
  if (!isEdited) return message
  return {
    ...message,
    content: content.map((block, at) =>
      block.type === 'text' && texts.has(at) ? { ...block, text: texts.get(at) ?? '' } : block,
    ),
  }
}
