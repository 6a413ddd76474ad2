import { useQuery } from '@tanstack/react-query'
import { describeAllMissing } from '../../../shared/condensations/autopsy-words.ts'
import { describeTimeline } from '../../../shared/kernel/words/describe-timeline.ts'
import { describeLive } from '../../../shared/timeline/describe-live.ts'
import type { Timeline } from '../../../shared/timeline/types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { Lead } from '../../ui/layout/layout.tsx'
import { isCondensation } from './marker-list.tsx'
import { useIsGrowing } from './use-is-growing.ts'

type TimelineSentenceProps = {
  readonly taskId: string
  readonly timeline: Timeline
  readonly breaks: Parameters<typeof describeTimeline>[1]
}

/** Where the tokens and the money went, and what condensing left out once that is known. */
export function TimelineSentence({ taskId, timeline, breaks }: TimelineSentenceProps) {
  return (
    <Lead flex="none">
      {describeTimeline(timeline, breaks)}{' '}
      {timeline.markers.some(isCondensation) && <Missing taskId={taskId} />} <Forecast taskId={taskId} />
    </Lead>
  )
}

function Missing({ taskId }: { readonly taskId: string }) {
  const { queries } = useEngine()
  const found = useQuery(queries.condensations.list.queryOptions({ input: { taskId } }))
  return describeAllMissing(found.data?.condensations ?? [])
}

/** How full the context is and when it condenses, while the task is being written. */
function Forecast({ taskId }: { readonly taskId: string }) {
  const { queries } = useEngine()
  const isGrowing = useIsGrowing(taskId)
  const live = useQuery({ ...queries.timeline.live.queryOptions({ input: { taskId } }), enabled: isGrowing })
  return isGrowing && live.data !== undefined ? `Now ${describeLive(live.data)}.` : null
}
