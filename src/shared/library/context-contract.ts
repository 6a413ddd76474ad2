import { z } from 'zod'
import { method } from '../api/errors.ts'
import { costBreakdownSchema, modelPricesSchema, tokenUsageSchema } from '../models/pricing-types.ts'
import { calibrationSchema } from './inspection-types.ts'

/** How messages are counted: everything once, or as Roo Code classic estimates (half again, tool blocks as 0). */
export const contextCounterSchema = z.enum(['full', 'roo-classic'])
export type ContextCounter = z.infer<typeof contextCounterSchema>

/** Where a task stands against a model's window. `dewpoint status --json`; names are stable. */
export const contextStatusSchema = z.object({
  contextTokens: z.number(),
  /** Messages that the next request would hold. */
  messages: z.int(),
  window: z.number(),
  reserved: z.number(),
  /** May be negative. */
  allowed: z.number(),
  percent: z.number(),
  threshold: z.number(),
  thresholdSource: z.enum(['profile', 'global']),
  wouldCondense: z.boolean(),
  wouldTruncate: z.boolean(),
  reason: z.string(),
  /** The context at which it condenses or truncates first, tokens, and which of the two limits that is. */
  trigger: z.object({
    tokens: z.number(),
    action: z.enum(['condense', 'truncate']),
    by: z.enum(['threshold', 'allowed']),
  }),
  /** Where the context size comes from; `calibrated` is counted on the scale of the recorded requests. */
  basis: z.enum(['recorded', 'calibrated', 'counted']),
  /** That scale; null where too few requests are recorded. Model tokens are the counted ones times slope, plus intercept. */
  calibration: calibrationSchema.nullable(),
  /** What the messages were counted with that no recorded size covers. */
  counter: contextCounterSchema,
  /** Condensations that the agent recorded, and the time of the last one. */
  condensations: z.number().int(),
  lastCondensationTs: z.number().nullable(),
  warnings: z.array(z.string()),
})
export type ContextStatus = Readonly<z.infer<typeof contextStatusSchema>>

/** What a request costs. `dewpoint cost --json`; names are stable. */
export const costReportSchema = costBreakdownSchema.extend({
  model: z.string(),
  /** Null where the price library does not know the model. */
  knownAs: z.string().nullable(),
  protocol: z.enum(['anthropic', 'openai']),
  prices: modelPricesSchema,
})
export type CostReport = Readonly<z.infer<typeof costReportSchema>>

/** The model of a task, and its window as far as the price library knows it. */
export const modelWindowSchema = z.object({
  /**
   * That of the last request, or of the one before it where the last was sent something else than the history; as the
   * task names it, null where it names none.
   */
  model: z.string().nullable(),
  windowTokens: z.int().nullable(),
  /** The model of the last request where that is another; null otherwise. */
  aside: z.string().nullable(),
})
export type ModelWindow = Readonly<z.infer<typeof modelWindowSchema>>

/** What fires in a window, whatever the context is. */
export const windowTriggerSchema = contextStatusSchema.pick({
  trigger: true,
  threshold: true,
  reserved: true,
})
export type WindowTrigger = Readonly<z.infer<typeof windowTriggerSchema>>

export const contextContract = {
  modelWindow: method.input(z.object({ taskId: z.string() })).output(modelWindowSchema),
  /** For each of these models its window, where it is known, and what fires in it by the policy. */
  windows: method.input(z.object({ models: z.array(z.string()).max(1000) })).output(
    z.array(
      z.object({
        model: z.string(),
        window: z.object({ tokens: z.int(), firing: windowTriggerSchema }).nullable(),
      }),
    ),
  ),
  status: method
    .input(
      z.object({
        taskId: z.string(),
        /** The window itself, or the profile that has one: exactly one of the two must be there. */
        windowTokens: z.number().int().positive().optional(),
        /** Gives window, output limit and threshold; what is named beside it goes first. */
        profileId: z.string().optional(),
        maxTokens: z.number().int().min(0).optional(),
        /** Percent; the policy's where it is left out. */
        threshold: z.number().min(5).max(100).optional(),
        /** The profile's own threshold; -1 inherits, values outside 5 to 100 warn and inherit. */
        profileThreshold: z.number().optional(),
        /** The policy's where it is left out. */
        autoCondense: z.boolean().optional(),
        /** `full` where it is left out. */
        counter: contextCounterSchema.optional(),
      }),
    )
    .output(contextStatusSchema),
  cost: method
    .input(
      z.object({
        model: z.string().min(1),
        usage: tokenUsageSchema,
        /** How the usage counts cached tokens; the vendor's way where absent. */
        protocol: z.enum(['anthropic', 'openai']).optional(),
        /** Prices that replace those of the library. */
        prices: modelPricesSchema.optional(),
      }),
    )
    .output(costReportSchema),
}
