import { z } from 'zod'
import { billSchema } from './bill.ts'
import { partKindSchema } from './part.ts'
import { serviceTermsSchema } from './usage.ts'

/** How a figure is known. */
const evidenceSchema = z.enum(['recorded', 'derived', 'unknown'])

/** What one model call sent and used. Tokens; US dollars; times in ms since 1970. */
export const sentRequestSchema = z.object({
  /** From 1, in the order of the record. */
  n: z.int(),
  ts: z.number().nullable(),
  model: z.string().nullable(),
  /** Largest context of the model. */
  window: z.number().nullable(),
  /** Messages that it sent, and those written before it that it did not; null where nobody knows. */
  history: z.object({ messages: z.int(), hidden: z.int() }).nullable(),
  /** Why nobody knows what it sent, in a sentence; null where it is known. */
  unknown: z.string().nullable(),
  /** What it sent by our own count, without system prompt and tools. */
  countedTokens: z.number().nullable(),
  recorded: z
    .object({
      /** All input: new, read from the cache and written to it. */
      contextTokens: z.number(),
      input: z.number(),
      /** These are null where the record has none of the kind. */
      cacheRead: z.number().nullable(),
      cacheWrite5m: z.number().nullable(),
      cacheWrite1h: z.number().nullable(),
      output: z.number().nullable(),
      /** Of the output; null where it is not recorded apart. */
      reasoning: z.number().nullable(),
      costUsd: z.number().nullable(),
    })
    .nullable(),
  /** How it was served, where that is not the standard. */
  terms: serviceTermsSchema,
  /** What it cost at list prices, line by line; null where its cost is recorded, or nobody knows its model or its tokens. */
  bill: billSchema.nullable(),
  evidence: z.object({ context: evidenceSchema, cost: evidenceSchema }),
})
export type SentRequestFigures = Readonly<z.infer<typeof sentRequestSchema>>

export const sentRequestsSchema = z.object({
  agent: z.string().nullable(),
  format: z.string(),
  /** System prompt and tools, which no file holds, by the last segment of the calibration, with its mean error. */
  overhead: z.object({ tokens: z.number(), error: z.number() }).nullable(),
  requests: z.array(sentRequestSchema),
})
export type SentRequests = Readonly<z.infer<typeof sentRequestsSchema>>

/** One part of a message as it was sent. */
const sentPartSchema = z.object({
  kind: partKindSchema,
  text: z.string().optional(),
  /** Of a native tool call. */
  name: z.string().optional(),
  input: z.unknown().optional(),
  /** Of a native tool call, or of the call that a native result answers. */
  id: z.string().optional(),
  isError: z.boolean().optional(),
  /** A block that is no text, such as an image. */
  block: z.unknown().optional(),
})
export type SentPart = Readonly<z.infer<typeof sentPartSchema>>

/** The history of one request in the order in which it was sent. */
export const sentMessagesSchema = z.object({
  n: z.int(),
  messages: z.array(z.object({ role: z.string(), parts: z.array(sentPartSchema) })),
  /** For each part in turn, the message of the file and the part of it. */
  source: z.array(z.tuple([z.int(), z.int()])),
})
export type SentMessages = Readonly<z.infer<typeof sentMessagesSchema>>
