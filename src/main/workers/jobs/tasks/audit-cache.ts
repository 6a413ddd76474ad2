import type { RecordedCache } from '../../../../shared/domain/cache-audit.ts'
import { withCacheText } from '../../../../shared/words/replay.ts'
import { auditRecorded } from '../../../replay/cache/audit-recorded.ts'
import { prepareReplay } from '../../../replay/prepare-replay.ts'
import { openThreadCounter } from '../../documents.ts'
import type { Job } from '../../job.ts'
import { readRun, type RecordInput } from './view-requests.ts'

/** What broke the cache of a task as it was recorded. */
export const auditCache: Job<RecordInput, RecordedCache> = async (input, context) => {
  const run = await readRun(input, context)
  const prepared = prepareReplay(run, await openThreadCounter(), 'record')
  const audit = auditRecorded(run, prepared)
  const breaks = audit.breaks.map((one) => ({ ...one, markAt: run.places.ofRequest(one.request - 1) }))
  return { ...audit, breaks, style: withCacheText(prepared.cacheStyle).text }
}
