import { z } from 'zod'

/**
 * What a condensation provider can do, said here and nowhere else: the guide's comparison matrix is made of these.
 * `fallback` says whether its design names what to go on with where it falls short; a run's chain of fallbacks may
 * hold any provider.
 */
export const providerCapabilitiesSchema = z.object({
  lossless: z.boolean(),
  lossy: z.boolean(),
  usesModel: z.boolean(),
  parallel: z.boolean(),
  multiPass: z.boolean(),
  fallback: z.boolean(),
  speed: z.enum(['fast', 'medium', 'slow']),
})
export type ProviderCapabilities = Readonly<z.infer<typeof providerCapabilitiesSchema>>

/** Settings travel as JSON; only the provider that owns them knows their shape. */
export const settingsSchema = z.record(z.string(), z.json())
export type Settings = z.infer<typeof settingsSchema>

export const presetSchema = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  settings: settingsSchema,
})
export type Preset = Readonly<z.infer<typeof presetSchema>>

/** A provider as the doors see it. `settingsJsonSchema` (JSON Schema 2020-12) draws the form. */
export const providerInfoSchema = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  version: z.string(),
  /** A strategy is made of other providers; everything else is the same. */
  kind: z.enum(['provider', 'strategy']),
  capabilities: providerCapabilitiesSchema,
  settingsJsonSchema: z.record(z.string(), z.unknown()),
  defaults: settingsSchema,
  presets: z.array(presetSchema),
})
export type ProviderInfo = Readonly<z.infer<typeof providerInfoSchema>>
