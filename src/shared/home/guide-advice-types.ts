import { z } from 'zod'
import { answerArmSchema, goalSchema, measuredAnswerSchema, namingSchema } from './answer-types.ts'
import { guideAnswersSchema, guidePickSchema, guideQuestionIdSchema } from './guide-types.ts'

/** Fewer measured tasks of one's own say too little: the bundled measurement stands in for them. */
export const fewestOwnTasks = 5

/** What a recommendation rests on. */
export const guideBasisSchema = z.discriminatedUnion('kind', [
  /** The measured tasks of a person. */
  z.object({ kind: z.literal('library'), tasks: z.int() }),
  /** The measurement that comes with Dewpoint. */
  z.object({
    kind: z.literal('bundled'),
    tasks: z.int(),
    /** Version of the Dewpoint that measured. */
    writtenBy: z.string(),
    measuredTs: z.number(),
    /** Measured tasks of the person: fewer than are needed. */
    ownTasks: z.int(),
    /** Labels of arms that have changed since. */
    stale: z.array(z.string()),
  }),
  /** Neither: the bundled measurement cannot be read. */
  z.object({ kind: z.literal('none'), problem: z.string() }),
])
export type GuideBasis = Readonly<z.infer<typeof guideBasisSchema>>

/** What an arm costs, takes and keeps, as the questions of the guide ask for it. */
export const guideArmSchema = answerArmSchema
  .pick({
    id: true,
    label: true,
    isExtracted: true,
    savedPercent: true,
    costUsdPerTask: true,
    costUsdMedian: true,
    isCostUneven: true,
    verdict: true,
  })
  .extend({
    /** Share of the facts the agent went on to use, from 0 to 1. */
    kept: z.number().nullable(),
    /** Mean over the tasks, estimated: 0 where no model is asked, null where a price is not known. */
    condensingUsd: z.number().nullable(),
    /** Median over the tasks; without the call where a model would be asked. */
    timeMs: z.number().nullable(),
    /** Questions whose answers it does not meet. */
    shortOf: z.array(guideQuestionIdSchema),
    pick: guidePickSchema,
  })
export type GuideArm = Readonly<z.infer<typeof guideArmSchema>>

/** What the guide says to some answers. `dewpoint recommend --json`; names are stable. */
export const guideAdviceSchema = z.object({
  answers: guideAnswersSchema,
  goal: goalSchema,
  basis: guideBasisSchema,
  /** What Home says of the same tasks; null where nothing is measured. */
  answer: measuredAnswerSchema.nullable(),
  /** Null where the evidence names no arm that meets the answers: `naming` says why. */
  recommendation: guideArmSchema.nullable(),
  naming: namingSchema,
  /** Answers that no arm meets together with the others. */
  givenUp: z.array(guideQuestionIdSchema),
  /** The recommended one first, then those that meet most. */
  arms: z.array(guideArmSchema),
  /** By question and answer, how many sound arms meet it. */
  meeting: z.record(z.string(), z.record(z.string(), z.int())),
})
export type GuideAdvice = Readonly<z.infer<typeof guideAdviceSchema>>
