import { z } from 'zod'
import { method } from '../api/errors.ts'
import { modelProfileSchema, profileRolesSchema } from './model-profile-types.ts'
import { modelPricesSchema, tokenUsageSchema } from './pricing-types.ts'

/** Where a profile's key comes from. `plain-text`: stored, but the system offers no real protection for it. */
export const keyStateSchema = z.object({
  source: z.enum(['stored', 'plain-text', 'environment', 'missing', 'not-needed']),
  /** Environment variables that are looked at, in order. */
  variables: z.array(z.string()),
})
export type KeyState = Readonly<z.infer<typeof keyStateSchema>>

/** A profile with what is known about it besides. */
export const profileViewSchema = z.object({
  profile: modelProfileSchema,
  key: keyStateSchema,
  /** The profile's own prices over those of the price library. */
  prices: modelPricesSchema,
  /** Name of the model in the price library; null where it does not know it. */
  knownAs: z.string().nullable(),
  /** Why no call can be made now; empty where one can. */
  obstacle: z.string(),
  /** What a person should know although calls can be made, such as an address without encryption. */
  warnings: z.array(z.string()).default([]),
})
export type ProfileView = Readonly<z.infer<typeof profileViewSchema>>

export const profileListSchema = z.object({
  profiles: z.array(profileViewSchema),
  roles: profileRolesSchema,
  /** Whether this door can store keys (the desktop can). `unprotected`: it can, in plain text only. */
  keyStorage: z.enum(['protected', 'unprotected', 'none']),
})
export type ProfileList = Readonly<z.infer<typeof profileListSchema>>

/** What a connection test found. */
export const connectionTestSchema = z.object({
  ok: z.boolean(),
  /** A sentence for a person. */
  message: z.string(),
  /** Failure code of the model port; empty where it worked. */
  code: z.string(),
  /** What a person should know although it worked; absent where there is nothing. */
  warning: z.string().optional(),
  durationMs: z.number(),
  /** Time to the first piece of the answer; null where none came. */
  firstAnswerMs: z.number().nullable(),
  usage: tokenUsageSchema.nullable(),
  costUsd: z.number(),
  /** Kinds of token that were used and have no price. */
  missingPrices: z.array(z.string()),
  /** What the vendor's own counter says of the test request beside ours; null where it has none. */
  tokenCount: z.object({ vendor: z.number().int(), ours: z.number().int() }).nullable(),
})
export type ConnectionTest = Readonly<z.infer<typeof connectionTestSchema>>

const byId = z.object({ profileId: z.string() })

export const profilesContract = {
  list: method.output(profileListSchema),
  /**
   * Adds a profile or replaces the one with its id. Fails with `not-allowed` where it comes to name an environment
   * variable whose key is not for its server.
   */
  save: method.input(modelProfileSchema).output(profileViewSchema),
  /** Takes its key and its roles along. */
  remove: method.input(byId).output(z.void()),
  setRoles: method.input(profileRolesSchema).output(profileRolesSchema),
  /** Fails with `not-allowed` where `keyStorage` is `none`. */
  storeKey: method.input(byId.extend({ key: z.string().min(1).max(10_000) })).output(profileViewSchema),
  forgetKey: method.input(byId).output(profileViewSchema),
  /**
   * Lets the keys in the environment variables of a profile go to its server; one that is named after neither a vendor
   * nor Dewpoint only where that is confirmed. The command line alone may: `not-allowed` at the other doors.
   */
  allowVariables: method
    .input(z.object({ profile: modelProfileSchema, isVariableConfirmed: z.boolean() }))
    .output(z.void()),
  /** One small request; costs what it costs. */
  test: method.input(byId).output(connectionTestSchema),
  /** What the price library knows of a model, to fill a form with. */
  knownModel: method
    .input(z.object({ model: z.string() }))
    .output(z.object({ knownAs: z.string(), vendor: z.string(), prices: modelPricesSchema }).nullable()),
}
