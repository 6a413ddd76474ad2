import { z } from 'zod'
import { method } from '../api/errors.ts'
import { perhapsPaidSchema } from '../models/pricing-types.ts'
import { policySchema } from './policy-types.ts'

/**
 * Model calls of today (local time). `reservedUsd` is the worst case of calls that are out now, or
 * that ended in a process that lives still without anybody knowing what they cost.
 */
export const spendingSchema = z.object({
  spentUsd: z.number(),
  reservedUsd: z.number(),
  calls: z.number().int(),
  /** Of what is spent. */
  perhapsPaid: perhapsPaidSchema,
  limitUsd: z.number().nullable(),
})
export type Spending = Readonly<z.infer<typeof spendingSchema>>

export const policyContract = {
  get: method.output(policySchema),
  set: method.input(policySchema).output(policySchema),
  spendingToday: method.output(spendingSchema),
}
