import { z } from 'zod'
import { method } from '../api/errors.ts'
import { promptPurposeSchema, promptReferenceSchema, promptSchema } from './prompt-types.ts'

const textSchema = z.string().trim().min(1).max(100_000)
const noteSchema = z.string().trim().max(500).default('')
const nameSchema = z.string().trim().min(1).max(100)

export const promptsContract = {
  /** Built-in ones first, then by name. */
  list: method.output(z.array(promptSchema)),
  create: method
    .input(z.object({ name: nameSchema, purpose: promptPurposeSchema, text: textSchema, note: noteSchema }))
    .output(promptSchema),
  /** Gives the prompt unchanged where the newest version has this very text. */
  addVersion: method
    .input(z.object({ promptId: z.string(), text: textSchema, note: noteSchema }))
    .output(promptSchema),
  rename: method.input(z.object({ promptId: z.string(), name: nameSchema })).output(promptSchema),
  /** Runs that used it keep their text. */
  remove: method.input(z.object({ promptId: z.string() })).output(z.void()),
  /** Runs that used a version, newest first. */
  uses: method
    .input(z.object({ promptId: z.string() }))
    .output(z.array(promptReferenceSchema.extend({ runId: z.string() }))),
}
