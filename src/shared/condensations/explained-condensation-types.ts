import { z } from 'zod'
import { noteSchema } from '../kernel/note.ts'

/**
 * A condensation or truncation of the agent itself, held against what a replay would do. Its threshold and its window
 * are in no file: what is known are the sizes at which it condensed, and those at which it did not.
 */
export const explainedCondensationSchema = z.object({
  kind: z.enum(['condensation', 'truncation']),
  /** Index of the recorded request before which it happened; null where nothing says so. */
  request: z.int().nullable(),
  /** Tokens of the context before it as the agent counted them; null where it recorded none. */
  agentTokens: z.number().nullable(),
  /** The same as a replay counts them; null where nothing of it was recorded. */
  contextTokens: z.number().nullable(),
  /** Of the model of that request; null where the price library does not know it. */
  windowTokens: z.number().nullable(),
  /** The context of the window; null without one. */
  percent: z.number().nullable(),
  /**
   * Limits with which a replay fires before this request, and before none since the agent condensed last: above the
   * first, up to the second; percent of the window, or tokens where none is known. Null where there is no such limit.
   */
  limits: z.object({ above: z.number(), upTo: z.number(), unit: z.enum(['percent', 'tokens']) }).nullable(),
  /** The request before which a replay with the settings of the agent, as far as they are known, condenses. */
  firesAt: z.int().nullable(),
  /** Whether that is the same request. */
  same: z.boolean(),
  /** Sentences for a person: what explains the place, or the difference. */
  text: z.string(),
  /** The same as codes and figures; absent in replays kept before they were given. */
  notes: z.array(noteSchema).optional(),
})
export type ExplainedCondensation = Readonly<z.infer<typeof explainedCondensationSchema>>

/** Where a policy fires first, held against where the agent did. */
export const firstCondensationSchema = z.object({
  /** The request before which the policy's trigger fires first; null where it never does. */
  request: z.int().nullable(),
  /** The request before which the agent condensed or truncated first. */
  recordedRequest: z.int(),
  same: z.boolean(),
  /** Sentences for a person. */
  text: z.string(),
  /** The same as codes and figures; absent in replays kept before they were given. */
  notes: z.array(noteSchema).optional(),
})
export type FirstCondensation = Readonly<z.infer<typeof firstCondensationSchema>>
