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

/** How far a preset does what its origin does: all of it, nearly, or only when that begins. */
export const certaintySchema = z.enum(['exact', 'approximation', 'threshold-only'])

/** What a preset follows: another agent, a vendor or a library. */
export const presetOriginSchema = z.object({
  /** Project and file, or document. */
  source: z.string(),
  version: z.string(),
  /** When it was looked at: YYYY-MM. */
  date: z.string(),
  certainty: certaintySchema,
  /** What differs, in a sentence; empty where nothing is known to. */
  differs: z.string(),
})
export type PresetOrigin = Readonly<z.infer<typeof presetOriginSchema>>

export const presetSchema = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  settings: settingsSchema,
  /** Absent where it follows nothing. */
  origin: presetOriginSchema.optional(),
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
