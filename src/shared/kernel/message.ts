import { z } from 'zod'
import { keepVerbatim } from './keep-verbatim.ts'

/**
 * Messages as agents store them: Anthropic's `MessageParam` plus the fields that Roo Code, Kilo Code and Cline
 * add. All objects are loose: fields and block kinds that nobody here knows are kept verbatim.
 */

export const textBlockSchema = z.looseObject({ type: z.literal('text'), text: z.string() })
export type TextBlock = z.infer<typeof textBlockSchema>

/** `source` is Anthropic's; `image_url` and bare `data` occur in files of other agents and stay untyped. */
export const imageBlockSchema = z.looseObject({ type: z.literal('image'), source: z.unknown().optional() })
export type ImageBlock = z.infer<typeof imageBlockSchema>

export const toolUseBlockSchema = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  /** An object for every valid call; damaged files hold strings or nothing, which the checker reports. */
  input: z.unknown(),
})
export type ToolUseBlock = z.infer<typeof toolUseBlockSchema>

export const thinkingBlockSchema = z.looseObject({
  type: z.enum(['thinking', 'redacted_thinking', 'reasoning']),
})
export type ThinkingBlock = z.infer<typeof thinkingBlockSchema>

/** Any block kind that is not listed above, or one of those with a damaged shape. */
export const unknownBlockSchema = z.looseObject({ type: z.string() })
export type UnknownBlock = z.infer<typeof unknownBlockSchema>

export const toolResultBlockSchema = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z
    .union([z.string(), z.array(z.union([textBlockSchema, imageBlockSchema, unknownBlockSchema]))])
    .optional(),
  is_error: z.boolean().nullish(),
})
export type ToolResultBlock = z.infer<typeof toolResultBlockSchema>

export const contentBlockSchema = z.union([
  textBlockSchema,
  imageBlockSchema,
  toolUseBlockSchema,
  toolResultBlockSchema,
  thinkingBlockSchema,
  unknownBlockSchema,
])
export type ContentBlock = z.infer<typeof contentBlockSchema>

const messageShape = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(contentBlockSchema)]),
  /** Milliseconds since 1970. Not unique and not monotonic: never a key, never a sort order. */
  ts: z.number().nullish().catch(undefined),
  /** A summary that a condensation wrote. */
  isSummary: z.boolean().nullish().catch(undefined),
  condenseId: z.string().nullish().catch(undefined),
  /** The `condenseId` of the summary that stands for this message. */
  condenseParent: z.string().nullish().catch(undefined),
  truncationId: z.string().nullish().catch(undefined),
  /** The `truncationId` of the marker that hides this message. */
  truncationParent: z.string().nullish().catch(undefined),
  isTruncationMarker: z.boolean().nullish().catch(undefined),
  /** Model tokens of the thinking in it that the file has no words of, by what is recorded. No agent writes it. */
  hiddenTokens: z.number().nullish().catch(undefined),
})
export type Message = Readonly<z.infer<typeof messageShape>>

/**
 * Only role and content make a message. The agents' own marks may have a wrong type (a date as `ts`) instead of
 * costing the whole message. Parsing gives back the very object, its keys in the order of the file.
 */
export const messageSchema = keepVerbatim(messageShape)

/** When a message was written, milliseconds since 1970; null where it does not say: some agents write a date as text. */
export function findMessageTime({ ts }: Message): number | null {
  return typeof ts === 'number' && Number.isFinite(ts) ? ts : null
}

/** The messages with times that can be reckoned with: one that is none is left out. */
export function withPlainTimes(messages: readonly Message[]): readonly Message[] {
  const isPlain = (message: Message): boolean =>
    message.ts === undefined || message.ts === null || findMessageTime(message) !== null
  if (messages.every(isPlain)) return messages
  return messages.map((message) => (isPlain(message) ? message : { ...message, ts: undefined }))
}
