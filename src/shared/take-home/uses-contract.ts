import { z } from 'zod'
import { method } from '../api/errors.ts'
import { settingsSchema } from '../methods/provider-types.ts'
import { writtenStates } from './session-copy-types.ts'
import { usePlanSchema, useTargetSchema, writtenSettingsSchema } from './use-plan-types.ts'

const useRequest = z.object({
  arm: z.string(),
  /** Over those of the arm. */
  settings: settingsSchema.optional(),
  /** Id of an agent, a vendor or a framework. */
  target: z.string(),
  /** Size to condense at, and of which window, in tokens. */
  at: z.object({ tokens: z.int().positive(), windowTokens: z.int().min(1000) }).optional(),
  /** File of settings in the place of the agent's usual one; absolute. */
  file: z.string().min(1).optional(),
})
export type UseRequest = Readonly<z.infer<typeof useRequest>>

/** Arms as settings of agents, requests to vendors and code. */
export const usesContract = {
  /** Those that an arm has a form for at some size; all where none is named. */
  targets: method.input(z.object({ arm: z.string().optional() })).output(z.array(useTargetSchema)),
  /** What would be written or pasted; nothing is written. */
  plan: method.input(useRequest).output(usePlanSchema),
  /** Changes the file that the plan showed, with `sha256` of what was there then, and keeps what was there beside it. */
  write: method.input(useRequest.extend({ sha256: z.string().nullable() })).output(writtenSettingsSchema),
  /** Everything that was written, the newest first. */
  written: method.output(z.array(writtenSettingsSchema.extend({ state: z.enum(writtenStates) }))),
  /** Puts back what was there before. Fails where the file was changed since, unless it is forced. */
  restore: method.input(z.object({ id: z.string(), isForced: z.boolean().optional() })).output(z.void()),
}
