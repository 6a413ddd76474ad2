import { z } from 'zod'
import { controlIdSchema } from '../kernel/control.ts'

/** What is planted in a history, so that the right answer at its end is known. */
export const plantedKinds = [
  'rule',
  'value',
  'decision',
  'error',
  'outcome',
  'file',
  'open-task',
  'fact',
] as const
export const plantedKindSchema = z.enum(plantedKinds)
export type PlantedKind = z.infer<typeof plantedKindSchema>

/** What a context says of a planted item: its truth, only what was true before, or neither. */
export const plantedFateSchema = z.enum(['there', 'stale', 'gone'])
export type PlantedFate = z.infer<typeof plantedFateSchema>

/** The seed of the set that everybody has; its histories follow from it. */
export const publicSeed = 1

/** Which planted histories are condensed by which methods, and how many times in a row. */
export const plantedInputSchema = z.object({
  /** Ids of arms; those that every task is measured by where they are left out. */
  arms: z.array(z.string()).min(1).max(100).optional(),
  seed: z.int().min(0).max(4_000_000).default(publicSeed),
  /** Fewer than two have no interval. */
  histories: z.int().min(2).max(200).default(12),
  /** Condensations in a row; each is a column of its own. */
  rounds: z.array(z.int().min(1).max(20)).min(1).max(10).default([1, 3, 5]),
  /** Of each history, about. */
  tokens: z.int().min(5000).max(1_000_000).default(20_000),
  /** The profile of a model that writes the summaries and is asked for every item. */
  profileId: z.string().optional(),
  /** What the model may cost in all, US dollars; a profile needs it. */
  maxCostUsd: z.number().min(0).optional(),
})
export type PlantedInput = z.infer<typeof plantedInputSchema>

/** Shares of planted items, each from 0 to 1, over all histories; the interval is of those that are there. */
export const plantedShareSchema = z.object({
  items: z.int(),
  there: z.number(),
  stale: z.number(),
  gone: z.number(),
  low: z.number(),
  high: z.number(),
})
export type PlantedShare = Readonly<z.infer<typeof plantedShareSchema>>

const sharesSchema = z.object({
  all: plantedShareSchema,
  kinds: z.record(plantedKindSchema, plantedShareSchema),
})
export type PlantedShares = Readonly<z.infer<typeof sharesSchema>>

/** What a model answered from a context alone, and in how many histories it called a tool with the right values. */
export const plantedAnswersSchema = z.object({ shares: sharesSchema, callsRight: z.int(), calls: z.int() })
export type PlantedAnswersSummary = Readonly<z.infer<typeof plantedAnswersSchema>>

/** By how much more of all items is there than in the best control, with its interval over the histories. */
const leadSchema = z.object({
  control: controlIdSchema,
  difference: z.number(),
  low: z.number(),
  high: z.number(),
})
export type PlantedLead = Readonly<z.infer<typeof leadSchema>>

export const plantedRoundSchema = z.object({
  /** Condensations that were tried in a row, and how many of them changed the context, as a mean. */
  rounds: z.int(),
  condensed: z.number(),
  /** Of the context at the end, as a mean. */
  tokens: z.number(),
  /** Histories whose context at the end keeps the rules of its format. */
  valid: z.int(),
  shares: sharesSchema,
  /** What cheap tricks keep in as many tokens. */
  controls: z.partialRecord(controlIdSchema, sharesSchema),
  lead: leadSchema,
  /** Null where no model is asked, or gave no answers that can be read. */
  answers: plantedAnswersSchema.nullable(),
  /** Why a context was left as it was or a model gave no answers, each once. */
  notes: z.array(z.string()),
})
export type PlantedRound = Readonly<z.infer<typeof plantedRoundSchema>>

/** To which shares of a history a context is cut or filled for its curve: each twice the one before. */
export const curveSizes = [1 / 40, 1 / 20, 1 / 10, 1 / 5] as const

/** A mean share of items that are there, over the sizes of a curve, with its interval over the histories. */
const areaSchema = z.object({ there: z.number(), low: z.number(), high: z.number() })
export type PlantedArea = Readonly<z.infer<typeof areaSchema>>

/** What is there at each size of `curveSizes`, and the area below: each doubling of the size counts the same. */
const curveSchema = z.object({
  sizes: z.array(z.object({ tokens: z.int(), shares: sharesSchema })),
  area: z.object({ all: areaSchema, kinds: z.record(plantedKindSchema, areaSchema) }),
})
export type PlantedCurve = Readonly<z.infer<typeof curveSchema>>

/** What a condensation takes by the rules of a vendor's cache, and what each request after it saves, in US dollars. */
const chargeSchema = z.object({
  model: z.string(),
  onceUsd: z.number(),
  savedPerRequestUsd: z.number(),
  /** Null where it never pays. */
  breakEvenRequests: z.int().nullable(),
})

const onceSchema = z.object({
  /** Histories that were condensed. */
  condensed: z.int(),
  /** Of the context that the method leaves by itself, as a mean. */
  tokens: z.int(),
  curve: curveSchema,
  /** At each size. */
  leads: z.array(leadSchema),
  areaLead: leadSchema,
  charges: z.array(chargeSchema),
  /** Why a history was left as it was, each once. */
  notes: z.array(z.string()),
})
export type PlantedOnce = Readonly<z.infer<typeof onceSchema>>

export const plantedResultSchema = z.object({
  seed: z.int(),
  histories: z.int(),
  /** Of a history before it is condensed, as a mean. */
  tokens: z.number(),
  /** What the model answers from all of the history, and from nothing; null where none is asked. */
  ends: z.object({ full: plantedAnswersSchema, nothing: plantedAnswersSchema }).nullable(),
  /** What cheap tricks keep at the sizes to which methods are brought. */
  controls: z.partialRecord(controlIdSchema, curveSchema),
  methods: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      /** Whether summaries are extracted where the agent would ask its model. */
      isExtracted: z.boolean(),
      /** What one condensation leaves when it is brought to one size after another. */
      once: onceSchema,
      rounds: z.array(plantedRoundSchema),
    }),
  ),
})
export type PlantedResult = Readonly<z.infer<typeof plantedResultSchema>>
