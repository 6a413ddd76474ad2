import { z } from 'zod'
import { modelPricesSchema } from './pricing-types.ts'

/** Who speaks on the other side; `openai-compatible` is any server with that wire format, by its base URL. */
export const modelVendors = ['anthropic', 'openai', 'openai-compatible', 'recorded'] as const
export const modelVendorSchema = z.enum(modelVendors)
export type ModelVendor = z.infer<typeof modelVendorSchema>

/** A profile with this threshold takes the global one. */
export const inheritThreshold = -1
/** Lowest and highest percentage that a threshold may have. */
export const thresholdRange = { min: 5, max: 100 } as const

/** The id of the model that is always there and needs no profile. */
export const extractiveProfileId = 'extractive'

/** Thresholds by profile, -1 to inherit, as agents keep them. */
export const profileThresholdsSchema = z.record(z.string(), z.number())

/** A model as a person set it up. Never holds a key: those live outside of the database. */
export const modelProfileSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Lowercase letters, digits and dashes, at most 63 of them.')
    .refine((id) => id !== extractiveProfileId, 'This id belongs to the built-in model.'),
  name: z.string().trim().min(1).max(100),
  vendor: modelVendorSchema,
  /** As the vendor calls it. */
  model: z.string().trim().min(1).max(1000),
  /** Null for the vendor's own address. */
  baseUrl: z.string().nullable().default(null),
  /** Which of OpenAI's two interfaces; the other vendors have one. */
  api: z.enum(['chat-completions', 'responses']).default('chat-completions'),
  windowTokens: z.int().min(1000).max(100_000_000),
  maxOutputTokens: z.int().min(1).max(10_000_000),
  supportsImages: z.boolean().default(false),
  /** Over what the price library knows. */
  prices: modelPricesSchema.default({}),
  /** Percent of the window at which the agent condenses, or -1 to inherit. */
  threshold: z
    .number()
    .refine(
      (percent) =>
        percent === inheritThreshold || (percent >= thresholdRange.min && percent <= thresholdRange.max),
      `It must be ${thresholdRange.min} to ${thresholdRange.max} percent, or ${inheritThreshold} to inherit.`,
    )
    .default(inheritThreshold),
  /** Prompt of the library (`id`, `id@version`) for summaries by this profile; null to inherit the policy's. */
  condensingPrompt: z.string().min(1).nullable().default(null),
  /** Environment variable that holds the key; null for the vendor's usual one, where it has one. */
  keyVariable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'The name of an environment variable.')
    .nullable()
    .default(null),
  /** Idle timeout, and longest wait for the first answer, in milliseconds. */
  timeoutMs: z.int().min(1000).max(3_600_000).default(120_000),
  /** `recorded` only: where answers are kept, and whose answers are recorded when one is missing. */
  recording: z
    .strictObject({ file: z.string().min(1), profileId: z.string().nullable().default(null) })
    .nullable()
    .default(null),
})
export type ModelProfile = Readonly<z.infer<typeof modelProfileSchema>>

/** What profiles are for: the agent's own requests, and condensing. */
export const profileRolesSchema = z.strictObject({
  main: z.string().nullable().default(null),
  condensing: z.string().nullable().default(null),
})
export type ProfileRoles = Readonly<z.infer<typeof profileRolesSchema>>

/** Whether a profile answers without a server and a key of its own. */
export function isLocal({ vendor }: Pick<ModelProfile, 'vendor'>): boolean {
  return vendor === 'recorded'
}
