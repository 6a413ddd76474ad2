import { z } from 'zod'

/** What to write where, so that an agent condenses in one of its own ways. */
export const agentLineSchema = z.object({
  /** `file`: a file of settings; `menu`: a place in the agent's own settings; `code`: a place in a program. */
  kind: z.enum(['file', 'menu', 'code']),
  place: z.string(),
  /** Name of the setting. */
  key: z.string(),
  /** What to write, or the value to choose in a menu; null where nothing has to be written. */
  text: z.string().nullable(),
})
export type AgentLine = Readonly<z.infer<typeof agentLineSchema>>

/** How the agent that recorded some of the tasks comes nearest to the recommended arm. */
export const agentAdviceSchema = z.object({
  /** Id of the agent, or `own-code` for requests of programs. */
  agent: z.string(),
  label: z.string(),
  /** Tasks of the agent, of all that the answer is about. */
  tasks: z.int(),
  /** Whether the agent itself can condense as is recommended, only in another way, or in none that was measured. */
  fit: z.enum(['recommended', 'another', 'unmeasured']),
  /** The arm that the agent runs itself: the recommended one, or the one of its own that stands best. */
  arm: z.string().nullable(),
  line: agentLineSchema.nullable(),
  /** The size that the line condenses at, and of which window, in tokens; null where the line sets no size. */
  at: z.object({ tokens: z.int(), windowTokens: z.int() }).nullable(),
  /** What condenses by hand inside the agent; null where none is known. */
  command: z.string().nullable(),
})
export type AgentAdvice = Readonly<z.infer<typeof agentAdviceSchema>>
