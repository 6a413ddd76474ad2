import { z } from 'zod'
import {
  inheritThreshold,
  modelVendorSchema,
  type ModelProfile,
  type ModelVendor,
} from '../../../shared/models/model-profile-types.ts'
import type { ProfileList, ProfileView } from '../../../shared/models/profiles-contract.ts'

const figureSchema = z.number().nullable()

/**
 * A draft of a profile as its form holds it: a figure may be missing, a text may be empty, nothing needs to fit
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
export function createProfileDraft(profile: ModelProfile): ProfileDraft {
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
  return toCanonicalText(draft) === toCanonicalText(saved)
}

const toCanonicalText = (draft: ProfileDraft): string => JSON.stringify(profileDraftSchema.parse(draft))

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

/** Vendors as people name them. */
export const vendorLabels: Readonly<Record<ModelVendor, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  'openai-compatible': 'OpenAI-compatible server',
  recorded: 'Recorded answers',
}

/** A profile as the screen shows it: what is saved, what is in its form. */
export type ProfileEntry = {
  readonly id: string
  /** Null where it was never saved. */
  readonly saved: ProfileView | null
  readonly draft: ProfileDraft
  readonly isChanged: boolean
}

/** Saved profiles in their order, then those that are forms only. */
export function buildProfileEntries(
  list: ProfileList,
  drafts: Readonly<Record<string, ProfileDraft>>,
): readonly ProfileEntry[] {
  const saved = list.profiles.map((view) => {
    const clean = createProfileDraft(view.profile)
    const draft = drafts[view.profile.id] ?? clean
    return { id: view.profile.id, saved: view, draft, isChanged: !isSameDraft(draft, clean) }
  })
  const known = new Set(saved.map(({ id }) => id))
  const fresh = Object.values(drafts)
    .filter(({ id }) => !known.has(id))
    .map((draft) => ({ id: draft.id, saved: null, draft, isChanged: true }))
  return [...saved, ...fresh]
}
