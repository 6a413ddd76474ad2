import { z } from 'zod'
import { passMetricsSchema, traceStepSchema, warningSchema } from './outcome.ts'

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
  durationMs: z.number(),
  modelCalls: z.number().int(),
  passes: z.array(passMetricsSchema),
  trace: z.array(traceStepSchema),
  warnings: z.array(warningSchema),
})
export type RunEstimate = Readonly<z.infer<typeof runEstimateSchema>>
