import { useQuery } from '@tanstack/react-query'
import { describeAllMissing } from '../../../shared/condensations/autopsy-words.ts'
import { describeTimeline } from '../../../shared/kernel/words/describe-timeline.ts'
import type { Timeline } from '../../../shared/timeline/types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { Lead } from '../../ui/layout/layout.tsx'
import { isCondensation } from './marker-list.tsx'

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
      {timeline.markers.some(isCondensation) && <Missing taskId={taskId} />}
    </Lead>
  )
}

function Missing({ taskId }: { readonly taskId: string }) {
  const { queries } = useEngine()
  const found = useQuery(queries.condensations.list.queryOptions({ input: { taskId } }))
  return describeAllMissing(found.data?.condensations ?? [])
}
