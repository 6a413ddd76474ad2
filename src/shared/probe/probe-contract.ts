import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { runProgressSchema } from '../condense/run-types.ts'
import { probeInputSchema, probePlanInputSchema, probePlanSchema, probeResultSchema } from './probe-types.ts'

export const probeEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: runProgressSchema }),
  z.object({ kind: z.literal('finished'), result: probeResultSchema }),
])
export type ProbeEvent = Readonly<z.infer<typeof probeEventSchema>>

export const probeContract = {
  /** What a probe would run and cost. Nothing is started but the agent's own `--version`. */
  plan: method.input(probePlanInputSchema).output(probePlanSchema),
  /** Lets agents go on. `planId` is that of the plan that the person agreed to; aborting ends the agents. */
  run: method
    .input(z.object({ input: probeInputSchema, planId: z.string(), keeps: z.boolean() }))
    .output(eventIterator(probeEventSchema)),
}
