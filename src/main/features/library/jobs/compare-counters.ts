import { createReferenceCounter } from '../../../kernel/tokens/reference-counter.ts'
import { openThreadCounter } from '../../../platform/workers/documents.ts'
import type { Job } from '../../../platform/workers/job.ts'

/** Counts a text with the counter in use and with the reference; the two must agree. */
export const compareCounters: Job<
  { readonly text: string },
  { readonly counterId: string; readonly bulk: number; readonly reference: number }
> = async ({ text }) => {
  const [bulk, reference] = await Promise.all([openThreadCounter(), createReferenceCounter()])
  return { counterId: bulk.id, bulk: bulk.count(text), reference: reference.count(text) }
}
