import type { RecordedCache } from '../../../../shared/replay/cache-audit-types.ts'
import { withCacheText } from '../../../../shared/replay/words.ts'
import { openThreadCounter } from '../../../platform/workers/documents.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { auditRecorded } from '../../replay/compute/cache/audit-recorded.ts'
import { prepareReplay } from '../../replay/compute/prepare-replay.ts'
import { readRun, type RecordInput } from './view-requests.ts'

/** What broke the cache of a task as it was recorded. */
export const auditCache: Job<RecordInput, RecordedCache> = async (input, context) => {
  const run = await readRun(input, context)
  const prepared = prepareReplay(run, await openThreadCounter(), 'record')
  const audit = auditRecorded(run, prepared)
  const breaks = audit.breaks.map((one) => ({ ...one, markAt: run.places.ofRequest(one.request - 1) }))
  return { ...audit, breaks, style: withCacheText(prepared.cacheStyle).text }
}
