import { z } from 'zod'
import { settingsSchema } from '../methods/provider-types.ts'
import type { Goal } from './answer-types.ts'

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
  /** Settings over those of the preset; absent where there are none. */
  settings: settingsSchema.optional(),
  /** Providers that take over where it fails or saves too little, in order; absent where none does. */
  fallback: z.array(z.string()).optional(),
  /** The model to ask; null where the profiles’ roles decide. */
  profileId: z.string().nullable(),
  label: z.string(),
})
export type GuidePick = Readonly<z.infer<typeof guidePickSchema>>

/** A sentence, and the answer that it is about; null where it is about the whole. */
export const guideReasonSchema = z.object({ question: guideQuestionIdSchema.nullable(), text: z.string() })
export type GuideReason = Readonly<z.infer<typeof guideReasonSchema>>

/** Answers that nothing meets together, and which of them was given up. */
export const guideConflictSchema = z.object({
  questions: z.array(guideQuestionIdSchema),
  givenUp: guideQuestionIdSchema,
  text: z.string(),
})
export type GuideConflict = Readonly<z.infer<typeof guideConflictSchema>>

/** What the original design names for some answers, by its own figures. */
export const claimedAdviceSchema = z.object({
  answers: guideAnswersSchema,
  recommendation: guidePickSchema,
  /** At least one. */
  reasons: z.array(guideReasonSchema),
  conflicts: z.array(guideConflictSchema),
  /** What to know before relying on it. */
  cautions: z.array(z.string()),
  /** Next best first, each with what it would change. */
  alternatives: z.array(guidePickSchema.extend({ reason: z.string() })),
})
export type ClaimedAdvice = Readonly<z.infer<typeof claimedAdviceSchema>>

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

const rangeSchema = z.object({ low: z.number(), high: z.number() })

/** One provider or preset in the two charts; percent and US dollars. */
export const guidePointSchema = z.object({
  id: z.string(),
  label: z.string(),
  providerId: z.enum(comparedProviderIds),
  reductionPercent: rangeSchema,
  /** Null where the chart of quality leaves it out. */
  qualityPercent: z.number().nullable(),
  /** Null where the chart of cost leaves it out. */
  costUsd: z.number().nullable(),
})
export type GuidePoint = Readonly<z.infer<typeof guidePointSchema>>

/** What somebody wants in a case, as a goal and answers: what a measurement can be asked for. */
export const guideWishes = {
  balanced: { goal: 'balanced', answers: {} },
  cheapest: { goal: 'cheapest', answers: {} },
  careful: { goal: 'keeps-most', answers: {} },
  free: { goal: 'cheapest', answers: { budget: 'free' } },
  'free-careful': { goal: 'keeps-most', answers: { budget: 'free' } },
  fast: { goal: 'balanced', answers: { latency: '100ms' } },
  'fast-free': { goal: 'balanced', answers: { budget: 'free', latency: '100ms' } },
  'no-loss': { goal: 'keeps-most', answers: { loss: 'none' } },
  passes: { goal: 'balanced', answers: { config: 'custom' } },
} as const satisfies Readonly<Record<string, { readonly goal: Goal; readonly answers: GuideAnswers }>>
export type GuideWish = keyof typeof guideWishes
/** Null where the tasks do not tell the case apart from others. */
const guideWishSchema = z
  .custom<GuideWish>((value) => typeof value === 'string' && value in guideWishes)
  .nullable()

/** A leaf of the decision tree: what to take, and what speaks for and against it. */
export const guideLeafSchema = z.object({
  pick: guidePickSchema,
  wish: guideWishSchema,
  points: z.array(z.object({ tone: z.enum(['for', 'against']), text: z.string() })),
})
export type GuideLeaf = Readonly<z.infer<typeof guideLeafSchema>>

/** A way through the decision tree: it ends in a leaf, or asks on. */
export type GuideBranch = {
  readonly id: string
  readonly label: string
  readonly leaf: GuideLeaf | null
  readonly question: string
  readonly branches: readonly GuideBranch[]
}
export const guideBranchSchema: z.ZodType<GuideBranch> = z.object({
  id: z.string(),
  label: z.string(),
  leaf: guideLeafSchema.nullable(),
  /** What is asked next; empty at a leaf. */
  question: z.string(),
  get branches() {
    return z.array(guideBranchSchema)
  },
})

/** A situation, a constraint or a kind of user, and what to take there. */
export const guideCaseSchema = z.object({
  id: z.string(),
  label: z.string(),
  picks: z.array(guidePickSchema),
  wish: guideWishSchema,
  reasons: z.array(z.string()),
  /** Anything else that belongs to it: another choice, settings, what to watch. */
  notes: z.array(z.string()),
})
export type GuideCase = Readonly<z.infer<typeof guideCaseSchema>>

/** Everything in the guide besides the questions. */
export const guideReferenceSchema = z.object({
  tree: z.object({ question: z.string(), branches: z.array(guideBranchSchema) }),
  points: z.array(guidePointSchema),
  scenarios: z.array(guideCaseSchema),
  constraints: z.array(guideCaseSchema),
  users: z.array(guideCaseSchema),
})
export type GuideReference = Readonly<z.infer<typeof guideReferenceSchema>>
