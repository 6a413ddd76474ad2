import { z } from 'zod'
import { thresholdRange } from '../models/model-profile-types.ts'

const percentSchema = z.number().min(0).max(100)
const limitUsdSchema = z.number().positive().nullable()

/** What holds for every condensation where a run or a profile says nothing else. Money in US dollars. */
export const policySchema = z.strictObject({
  autoCondense: z.boolean().default(true),
  /** Condenses where nobody names a provider. */
  defaultProvider: z.string().min(1).default('native'),
  /** Prompt of the library (`id`, `id@version`) where neither a run, its settings nor a profile has one; null for the built-in one. */
  condensingPrompt: z.string().min(1).nullable().default(null),
  thresholdPercent: z.number().min(thresholdRange.min).max(thresholdRange.max).default(100),
  /**
   * Where an automatic condensation aims for, in percent of the window; one that ends above it is not tried again
   * before the context has grown by the minimum gain. Null aims for nothing.
   */
  stopPercent: z.number().min(1).max(99).nullable().default(null),
  /** From here on an automatic run prepares its result before it is needed; null prepares nothing. */
  earlyPercent: z.number().min(1).max(99).nullable().default(null),
  /** A result that saves less is insufficient; the next fallback is tried. */
  minimumGainPercent: percentSchema.default(20),
  /** A run that costs more carries a warning. */
  alertCostUsd: z.number().min(0).default(0.1),
  /** Null means no limit. */
  budgetPerRunUsd: limitUsdSchema.default(null),
  /** Of all condensations of one task together, those of earlier days included. */
  budgetPerTaskUsd: limitUsdSchema.default(null),
  budgetPerDayUsd: limitUsdSchema.default(null),
})
export type Policy = Readonly<z.infer<typeof policySchema>>

/** What decides when to condense where nobody says otherwise. */
export const usualTrigger = {
  windowTokens: 200_000,
  thresholdPercent: 75,
  /** Output tokens that are reserved where nobody says how many the model may write. */
  reservedTokens: 8192,
  /** Share of the window that stays free as a safety margin. */
  freeShare: 0.1,
} as const
