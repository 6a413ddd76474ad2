import { z } from 'zod'

/** What a prompt asks for: a summary of a conversation, or of the output of one tool. */
export const promptPurposes = ['conversation', 'tool-output'] as const
export const promptPurposeSchema = z.enum(promptPurposes)
export type PromptPurpose = z.infer<typeof promptPurposeSchema>

/** Versions count from 1 and are never changed: a run names the one that it used. */
export const promptVersionSchema = z.object({
  version: z.int().min(1),
  text: z.string(),
  /** Why it was written; may be empty. */
  note: z.string(),
  createdTs: z.number(),
})
export type PromptVersion = Readonly<z.infer<typeof promptVersionSchema>>

export const promptSchema = z.object({
  id: z.string(),
  name: z.string(),
  purpose: promptPurposeSchema,
  /** Ships with Dewpoint and can neither be changed nor removed. */
  isBuiltIn: z.boolean(),
  /** Ascending. */
  versions: z.array(promptVersionSchema).min(1),
})
export type Prompt = Readonly<z.infer<typeof promptSchema>>

/** The version of a prompt that a run used. */
export const promptReferenceSchema = z.object({
  promptId: z.string(),
  version: z.int().min(1),
  /** Who chose it, where the run itself did not. */
  from: z.enum(['profile', 'policy']).optional(),
})
export type PromptReference = Readonly<z.infer<typeof promptReferenceSchema>>
