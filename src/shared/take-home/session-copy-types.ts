import { z } from 'zod'
import { taskFormatSchema } from '../library/task-types.ts'

/**
 * What a format cannot carry, or may carry for one account and model only, by kind: reasoning that is encrypted or signed
 * and was changed, a summary that only the vendor can read, pictures, blocks that nobody knows, results without their call
 * or sent twice, surroundings that the agent tells anew, prompts that it passes over.
 */
export const leftOutKinds = [
  'sealed-reasoning',
  'reasoning',
  'opaque-summary',
  'image',
  'unknown-block',
  'orphan-result',
  'repeated-result',
  'empty-message',
  'renewed-text',
  'skipped-prompt',
] as const

/** What is put in so that an agent takes the history: an answer to a call that was broken off, a first prompt. */
export const addedKinds = ['interrupted-result', 'first-prompt'] as const

export const leftOutSchema = z.object({ kind: z.enum(leftOutKinds), count: z.int().positive() })
export type LeftOut = Readonly<z.infer<typeof leftOutSchema>>
export const addedSchema = z.object({ kind: z.enum(addedKinds), count: z.int().positive() })
export type Added = Readonly<z.infer<typeof addedSchema>>

/**
 * What a person does in an editor to continue: open the task from a list that the agent makes of its folders, or have that
 * list made anew first.
 */
export const copySteps = ['open-from-history', 'rebuild-history'] as const
export type CopyStep = (typeof copySteps)[number]

/** With which version of the agent a copy was resumed; null where that could not be tried. */
export const trialSchema = z.object({ agent: z.string(), version: z.string().nullable() })
export type Trial = Readonly<z.infer<typeof trialSchema>>

/** A condensed copy of a session in the form of its agent, as it would be or was written. */
export const sessionCopySchema = z.object({
  format: taskFormatSchema,
  trial: trialSchema,
  /** New id, by which the agent finds it. */
  sessionId: z.string(),
  /** Absolute paths, the session itself first; sizes in bytes. */
  files: z.array(z.object({ path: z.string(), bytes: z.int() })),
  /** What to type to go on, in `cwd`: each a program with its arguments. */
  commands: z.array(z.array(z.string())),
  /** What to do besides; absent where that is nothing. */
  steps: z.array(z.enum(copySteps)).optional(),
  cwd: z.string(),
  messages: z.int(),
  leftOut: z.array(leftOutSchema),
  added: z.array(addedSchema),
  /** Whether the agent lists it and looks for it where it lies. */
  isInStorage: z.boolean(),
})
export type SessionCopy = Readonly<z.infer<typeof sessionCopySchema>>

/** A copy that was written, so that it can be found and taken back. */
export const writtenSessionSchema = sessionCopySchema.extend({
  id: z.string(),
  taskId: z.string(),
  runId: z.string(),
  /** What the arm is called. */
  arm: z.string(),
  /** Title of the task. */
  title: z.string(),
  /** Milliseconds since 1970. */
  writtenTs: z.number(),
  /** SHA-256 of the files, in their order. */
  sha256: z.array(z.string()),
})
export type WrittenSession = Readonly<z.infer<typeof writtenSessionSchema>>

/** What has become of what was written: as it was, in part (the writing was broken off), gone on by its agent, or gone. */
export const writtenStates = ['as-written', 'incomplete', 'changed', 'gone'] as const
export type WrittenState = (typeof writtenStates)[number]
