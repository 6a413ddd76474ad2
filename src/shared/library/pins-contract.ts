import { z } from 'zod'
import { method } from '../api/errors.ts'
import { partKindSchema } from '../kernel/part.ts'
import { pinSchema } from './pin-types.ts'

/**
 * What has become of a pin: it holds; its message is hidden, so that the model no longer sees it; something else stands
 * at its place; or nothing does. Only the first counts in a run.
 */
export const pinStates = ['holds', 'hidden', 'changed', 'gone'] as const
export const pinStateSchema = z.enum(pinStates)
export type PinState = z.infer<typeof pinStateSchema>

export const listedPinSchema = pinSchema.extend({
  state: pinStateSchema,
  /** Why it was pinned; may be empty. */
  note: z.string(),
  /** Of what was pinned. */
  textSha256: z.string(),
  /** Milliseconds since 1970. */
  createdTs: z.number(),
  /** Of what stands at the place now; empty and 0 where that is nothing. */
  role: z.string(),
  /** Null for a whole message. */
  kind: partKindSchema.nullable(),
  preview: z.string(),
  tokens: z.number().int(),
})
export type ListedPin = Readonly<z.infer<typeof listedPinSchema>>

/** The pins of a task in the order of its messages, a whole message before its parts. */
export const taskPinsSchema = z.object({
  pins: z.array(listedPinSchema),
  /** What holds: whole messages, parts of other messages, and the tokens of both. */
  holding: z.object({ messages: z.number().int(), parts: z.number().int(), tokens: z.number().int() }),
})
export type TaskPins = Readonly<z.infer<typeof taskPinsSchema>>

const byTask = z.object({ taskId: z.string() })
const newPinSchema = pinSchema.extend({
  note: z.string().max(1000).optional(),
  /** Of what was pinned, to put a pin back that was removed; what stands there now where it is left out. */
  textSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type NewPin = Readonly<z.infer<typeof newPinSchema>>
const most = 10_000

export const pinsContract = {
  list: method.input(byTask).output(taskPinsSchema),
  /** Pins all of them or none; what is pinned already is pinned as it is now. */
  add: method.input(byTask.extend({ pins: z.array(newPinSchema).max(most) })).output(taskPinsSchema),
  /** Fails where one of them is not pinned, and removes none then. */
  remove: method.input(byTask.extend({ pins: z.array(pinSchema).max(most) })).output(taskPinsSchema),
  clear: method.input(byTask).output(taskPinsSchema),
}
