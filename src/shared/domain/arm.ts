import { z } from 'zod'
import { presetOriginSchema } from './provider.ts'

/** Whose way to condense it is. */
export const armGroups = ['agent', 'vendor', 'framework', 'own'] as const
export type ArmGroup = (typeof armGroups)[number]

/** A way to condense that can be compared by one id: a provider with a preset. */
export const armInfoSchema = z.object({
  id: z.string(),
  label: z.string(),
  group: z.enum(armGroups),
  description: z.string(),
  providerId: z.string(),
  /** Null where the defaults of the provider are meant. */
  presetId: z.string().nullable(),
  /** What it follows; null where it is Dewpoint's own. */
  origin: presetOriginSchema.nullable(),
  /** Whether it has a trigger of its own, which a replay goes by. */
  hasOwnTrigger: z.boolean(),
})
export type ArmInfo = Readonly<z.infer<typeof armInfoSchema>>
