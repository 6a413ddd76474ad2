import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { runProgressSchema } from '../condense/run-types.ts'
import { plantedInputSchema, plantedResultSchema } from './planted-types.ts'

export const plantedEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: runProgressSchema }),
  z.object({ kind: z.literal('finished'), result: plantedResultSchema }),
])
export type PlantedEvent = Readonly<z.infer<typeof plantedEventSchema>>

export const plantedContract = {
  /** Condenses histories whose truth is known, several times in a row. Ends after `finished`; aborting stops it. */
  measure: method.input(plantedInputSchema).output(eventIterator(plantedEventSchema)),
}
