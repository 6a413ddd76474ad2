import { z } from 'zod'

/** The four questions of the selection guide. */
export const guideQuestionIds = ['budget', 'latency', 'loss', 'config'] as const
export const guideQuestionIdSchema = z.enum(guideQuestionIds)
export type GuideQuestionId = z.infer<typeof guideQuestionIdSchema>

/** Ids of the answers, in the order of the letters that people know them by. */
export const guideAnswerIds = {
  budget: ['open', 'cents', 'fraction', 'free'],
  latency: ['100ms', '500ms', '2s', '10s', 'any'],
  loss: ['none', '10%', '30%', '50%', 'any'],
  config: ['none', 'presets', 'some', 'custom', 'per-message'],
} as const

/** What someone has answered; a question that is absent is open. */
export const guideAnswersSchema = z.strictObject({
  budget: z.enum(guideAnswerIds.budget).optional(),
  latency: z.enum(guideAnswerIds.latency).optional(),
  loss: z.enum(guideAnswerIds.loss).optional(),
  config: z.enum(guideAnswerIds.config).optional(),
})
export type GuideAnswers = Readonly<z.infer<typeof guideAnswersSchema>>

export const guideAnswerSchema = z.object({
  id: z.string(),
  /** `A` to `E`. */
  letter: z.string(),
  label: z.string(),
  /** The most that this answer accepts, in the unit of its question; null where there is no end, or no unit. */
  upTo: z.number().nullable(),
})
export type GuideAnswer = Readonly<z.infer<typeof guideAnswerSchema>>

export const guideQuestionSchema = z.object({
  id: guideQuestionIdSchema,
  title: z.string(),
  text: z.string(),
  /** What `formatLargestSpan` counts; null where the answers are no amounts. */
  unit: z.enum(['usd', 'ms', 'percent']).nullable(),
  answers: z.array(guideAnswerSchema),
})
export type GuideQuestion = Readonly<z.infer<typeof guideQuestionSchema>>

/** Something to run: what Condense is filled with. */
export const guidePickSchema = z.object({
  providerId: z.string(),
  /** Null where the provider’s defaults hold. */
  presetId: z.string().nullable(),
  /** The model to ask; null where the profiles’ roles decide. */
  profileId: z.string().nullable(),
  label: z.string(),
})
export type GuidePick = Readonly<z.infer<typeof guidePickSchema>>

/** The providers that the matrix compares. */
export const comparedProviderIds = ['native', 'lossless', 'truncation', 'smart'] as const
export type ComparedProviderId = (typeof comparedProviderIds)[number]

/** What can be said of a provider in a cell: yes, no, or in words. */
export const guideClaimSchema = z.object({
  mark: z.enum(['yes', 'no', 'partly']).nullable(),
  text: z.string(),
})
export type GuideClaim = Readonly<z.infer<typeof guideClaimSchema>>

export const guideMatrixRowSchema = z.object({
  id: z.string(),
  label: z.string(),
  claims: z.record(z.enum(comparedProviderIds), guideClaimSchema),
  /** Which figure of one’s own runs stands beside the claim; null where runs cannot tell. */
  measured: z.enum(['duration', 'reduction', 'cost']).nullable(),
})
export type GuideMatrixRow = Readonly<z.infer<typeof guideMatrixRowSchema>>

export const guideMatrixGroupSchema = z.object({ label: z.string(), rows: z.array(guideMatrixRowSchema) })
export type GuideMatrixGroup = Readonly<z.infer<typeof guideMatrixGroupSchema>>
