import type { TimelinePoint, WindowFill } from '../../../../shared/timeline/types.ts'
import type { EventFigures } from '../../../../shared/timeline/words.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { readRun, type RecordInput } from '../../library/jobs/view-requests.ts'
import { buildTimeline } from '../compute/build-timeline.ts'
import { listWindowFills } from '../compute/list-window-fills.ts'

/** What the context of a session is now, and what it was. */
export type LiveFigures = {
  readonly points: TimelinePoint[]
  readonly markers: EventFigures[]
  /** That the last messages were sent to; null where nothing tells. */
  readonly model: string | null
  readonly fills: WindowFill[]
}

/** How the context of a session grew to what it is, and what fills it now. */
export const viewLive: Job<RecordInput, LiveFigures> = async (input, context) => {
  const run = await readRun(input, context)
  const { points, markers, models } = buildTimeline({ run, times: [], parentId: null })
  const fills = listWindowFills(run, points.at(-1)?.byKind.prefix ?? 0)
  return { points: [...points], markers: [...markers], model: models.at(-1)?.model ?? null, fills }
}
