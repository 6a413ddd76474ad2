import { oc } from '@orpc/contract'
import { z } from 'zod'
import '../kernel/plain-issues.ts'

/** Codes of failures that a person can do something about. */
export const problemCodes = [
  'bad-input',
  'not-found',
  'unreadable',
  'not-allowed',
  'too-large',
  'not-reversible',
  'storage',
  'internal',
] as const
export const problemCodeSchema = z.enum(problemCodes)
export type ProblemCode = z.infer<typeof problemCodeSchema>

/** The one error that the contract knows: what happened, where, and what to do. */
export const problemSchema = z.object({
  code: problemCodeSchema,
  /** File, field or id that the problem is about; empty where there is none. */
  where: z.string(),
  /** What a person can do next. */
  hint: z.string(),
})
export type ProblemData = Readonly<z.infer<typeof problemSchema>>

/** Base of every method: it can fail with `PROBLEM`, whose message is a sentence for a person. */
export const method = oc.errors({ PROBLEM: { status: 422, data: problemSchema } })
