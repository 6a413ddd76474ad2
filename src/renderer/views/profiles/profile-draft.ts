import { z } from 'zod'
import {
  inheritThreshold,
  modelVendorSchema,
  type ModelProfile,
} from '../../../shared/domain/model-profile.ts'

const figureSchema = z.number().nullable()

/**
 * A profile in the making, as its form holds it: a figure may be missing, a text may be empty, nothing needs to fit
 * yet. JSON throughout, because it is remembered until it is saved.
 */
export const profileDraftSchema = z.object({
  id: z.string(),
  name: z.string(),
  vendor: modelVendorSchema,
  model: z.string(),
  baseUrl: z.string(),
  api: z.enum(['chat-completions', 'responses']),
  windowTokens: figureSchema,
  maxOutputTokens: figureSchema,
  supportsImages: z.boolean(),
  prices: z.object({
    input: figureSchema,
    output: figureSchema,
    cacheWrites: figureSchema,
    cacheReads: figureSchema,
  }),
  threshold: z.number(),
  condensingPrompt: z.string().nullable().default(null),
  keyVariable: z.string(),
  timeoutSeconds: figureSchema,
  recordingFile: z.string(),
  recordingProfileId: z.string().nullable(),
})
export type ProfileDraft = z.infer<typeof profileDraftSchema>

/** The form of a saved profile. */
export function draftOfProfile(profile: ModelProfile): ProfileDraft {
  const { input = null, output = null, cacheWrites = null, cacheReads = null } = profile.prices
  return {
    id: profile.id,
    name: profile.name,
    vendor: profile.vendor,
    model: profile.model,
    baseUrl: profile.baseUrl ?? '',
    api: profile.api,
    windowTokens: profile.windowTokens,
    maxOutputTokens: profile.maxOutputTokens,
    supportsImages: profile.supportsImages,
    prices: { input, output, cacheWrites, cacheReads },
    threshold: profile.threshold,
    condensingPrompt: profile.condensingPrompt,
    keyVariable: profile.keyVariable ?? '',
    timeoutSeconds: profile.timeoutMs / 1000,
    recordingFile: profile.recording?.file ?? '',
    recordingProfileId: profile.recording?.profileId ?? null,
  }
}

/** Whether a form says what is saved already. */
export function isSameDraft(draft: ProfileDraft, saved: ProfileDraft): boolean {
  return canonical(draft) === canonical(saved)
}

const canonical = (draft: ProfileDraft): string => JSON.stringify(profileDraftSchema.parse(draft))

/** A form of nothing, with bounds that fit most models of today. */
export const emptyDraft: ProfileDraft = {
  id: '',
  name: '',
  vendor: 'anthropic',
  model: '',
  baseUrl: '',
  api: 'chat-completions',
  windowTokens: 128_000,
  maxOutputTokens: 8192,
  supportsImages: false,
  prices: { input: null, output: null, cacheWrites: null, cacheReads: null },
  threshold: inheritThreshold,
  condensingPrompt: null,
  keyVariable: '',
  timeoutSeconds: 120,
  recordingFile: '',
  recordingProfileId: null,
}
