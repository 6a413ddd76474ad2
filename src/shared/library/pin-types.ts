import { z } from 'zod'

/**
 * What a person marked as important: a message of a task, or one part of it. `messageIndex` is its place in the file,
 * `partIndex` its place among the parts of the message; null for all of them.
 */
export const pinSchema = z.object({
  messageIndex: z.number().int().min(0),
  partIndex: z.number().int().min(0).nullable(),
})
export type TaskPin = Readonly<z.infer<typeof pinSchema>>
