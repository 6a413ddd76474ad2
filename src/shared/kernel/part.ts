import { z } from 'zod'

/** What a segment of a message is. Colours, charts and operations go by these kinds. */
export const partKinds = [
  'user-text',
  'assistant-text',
  'reasoning',
  'hidden-reasoning',
  'tool-call',
  'tool-result',
  'environment',
  'image',
  'summary',
  'opaque',
] as const
export const partKindSchema = z.enum(partKinds)
export type PartKind = z.infer<typeof partKindSchema>

/** Half-open range of UTF-16 code units inside the text of a block. */
export const spanSchema = z.object({ start: z.number().int(), end: z.number().int() })
export type Span = Readonly<z.infer<typeof spanSchema>>

/**
 * Where a part stands. `blockIndex` is 0 for content that is a plain string. `nestedIndex` names the block
 * inside a tool result whose content is an array. `span` is absent where the part is the whole block.
 */
export const partLocatorSchema = z.object({
  messageIndex: z.number().int(),
  blockIndex: z.number().int(),
  nestedIndex: z.number().int().optional(),
  span: spanSchema.optional(),
})
export type PartLocator = Readonly<z.infer<typeof partLocatorSchema>>

/** The unit that providers work on: one segment of one message with one meaning. */
export type Part = PartLocator & {
  readonly kind: PartKind
  /**
   * Where the text lives: `text`, a string of the message; `input`, the input object of a native tool call;
   * `block`, a whole block that is no text, of which `text` is the JSON (images have none).
   */
  readonly holder: 'text' | 'input' | 'block'
  /** The text that the model reads: for a native tool call its name and input as JSON, for an image nothing. */
  readonly text: string
  readonly toolName?: string
  /** Native id, or `xml:<message>:<n>` for calls written as text. */
  readonly toolCallId?: string
  /** File that a tool call or a tool result is about. */
  readonly path?: string
  /** Lines that a read covers, as the agent wrote them (`1-66`); absent for a whole file. */
  readonly lineRange?: string
  readonly isError?: boolean
  /** Of what is no text to its model, by its size: an image, or something encrypted. Absent where the text is counted. */
  readonly tokens?: number
  /** `[tool for 'x'] Result:` and the wrappers around file lists: kept when the body is cut. */
  readonly isHeader?: boolean
}

/** Context tokens by kind; `prefix` is the system prompt and the tools. */
export const contextByKindSchema = z.partialRecord(z.enum([...partKinds, 'prefix']), z.int())
export type ContextByKind = Readonly<z.infer<typeof contextByKindSchema>>
