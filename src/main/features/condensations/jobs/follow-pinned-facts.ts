import type { PinnedFact } from '../../../../shared/condensations/pinned-fact-types.ts'
import { openThreadCounter } from '../../../platform/workers/documents.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { readRun, type RecordInput } from '../../library/jobs/view-requests.ts'
import { followFacts } from '../compute/follow-facts.ts'

/** What became of pinned facts in each condensation of a task. */
export const followPinnedFacts: Job<
  RecordInput & { readonly texts: readonly string[] },
  readonly PinnedFact[]
> = async (input, context) =>
  followFacts(await readRun(input, context), input.texts, await openThreadCounter())
