import { z } from 'zod'
import { promptReferenceSchema } from '../prompts/prompt-types.ts'
import { passMetricsSchema, traceStepSchema, warningSchema } from './outcome-types.ts'

/** What a run would probably give. Tokens, US dollars, milliseconds. */
export const runEstimateSchema = z.object({
  status: z.enum(['condensed', 'unchanged', 'failed']),
  /** Why nothing would change or why it would fail; empty where it would condense. */
  reason: z.string(),
  originalTokens: z.number().int(),
  finalTokens: z.number().int(),
  /** Share of `finalTokens` that was counted and not guessed, from 0 to 1: it says nothing of cost or quality. */
  confidence: z.number().min(0).max(1),
  costUsd: z.number(),
  /**
   * What the task's own model would charge for the summaries that are extracted, at its list prices; absent where there are
   * none or no prices are known.
   */
  estimatedCostUsd: z.number().optional(),
  durationMs: z.number(),
  modelCalls: z.number().int(),
  passes: z.array(passMetricsSchema),
  trace: z.array(traceStepSchema),
  /**
   * What each operation of the settings that asks a model would cost, by its path in them; US dollars, null where a price is
   * unknown. Empty for providers without operations.
   */
  operations: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      calls: z.int(),
      costUsd: z.number().nullable(),
    }),
  ),
  warnings: z.array(warningSchema),
  /** What the run would be given; absent in estimates that are not of a run. */
  asked: z
    .object({
      providerId: z.string(),
      presetId: z.string().nullable(),
      prompt: promptReferenceSchema.nullable(),
    })
    .optional(),
  /** What was taken for what was not said, or said in other words; absent where there is nothing. */
  notes: z.array(warningSchema).optional(),
})
export type RunEstimate = Readonly<z.infer<typeof runEstimateSchema>>
