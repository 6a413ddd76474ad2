import { z } from 'zod'
import { warningSchema } from '../condense/outcome-types.ts'
import { presetOriginSchema } from './provider-types.ts'

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
  /** Whether its vendor has to be asked, with a key. */
  needsKey: z.boolean(),
  /** Whether it has a trigger of its own, which a replay goes by. */
  hasOwnTrigger: z.boolean(),
})
export type ArmInfo = Readonly<z.infer<typeof armInfoSchema>>

/** Presets that are the defaults of their provider, where these are no arm by themselves. */
export const presetOfDefaults: Readonly<Record<string, string>> = { native: 'classic' }

const countsSchema = z.object({
  /** Input tokens before the edit. */
  originalTokens: z.number(),
  /** Input tokens after it. */
  remainingTokens: z.number(),
})

/** A simulated edit of the context beside the count of its vendor. */
export const armCheckSchema = z.object({
  arm: z.string(),
  /** Of the model that counted, for a person. */
  model: z.string(),
  dewpoint: countsSchema,
  vendor: countsSchema,
  /** Dewpoint's figures less the vendor's. */
  difference: countsSchema.extend({
    /** Of what the edit takes away. */
    clearedTokens: z.number(),
  }),
  /** What should be known of the comparison. */
  notes: z.array(warningSchema),
})
export type ArmCheck = Readonly<z.infer<typeof armCheckSchema>>
