import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { runProgressSchema } from '../condense/run-types.ts'
import { experimentIssueSchema } from '../experiments/experiment-file-types.ts'
import { gateFileSchema, gateInputSchema, gateResultSchema } from './gate-types.ts'

export const gateEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: runProgressSchema }),
  z.object({ kind: z.literal('finished'), result: gateResultSchema }),
])
export type GateEvent = Readonly<z.infer<typeof gateEventSchema>>

export const gateContract = {
  /** Reads what a person wrote. */
  check: method
    .input(z.object({ text: z.string() }))
    .output(
      z.discriminatedUnion('ok', [
        z.object({ ok: z.literal(true), file: gateFileSchema }),
        z.object({ ok: z.literal(false), issues: z.array(experimentIssueSchema) }),
      ]),
    ),
  /** Tries a compactor on planted histories. Ends after `finished`; aborting stops it. */
  run: method.input(gateInputSchema).output(eventIterator(gateEventSchema)),
}
