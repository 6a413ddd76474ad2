import { withPlainTimes } from '../../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { ImportProblem, TaskRelations } from '../../../../shared/library/task-types.ts'
import type { Timeline } from '../../../../shared/timeline/types.ts'
import { withTimelineText } from '../../../../shared/timeline/words.ts'
import { openFileConversation, openWhole } from '../../../platform/workers/documents.ts'
import { pickContextLog, type Job, type SourceRef } from '../../../platform/workers/job.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import { buildTimeline } from '../../timeline/compute/build-timeline.ts'

type ViewTimelineInput = {
  readonly usage: RecordedUsage
  readonly source: SourceRef
  /** Of the files of the task. */
  readonly problems: readonly ImportProblem[]
  /** Undefined where the record says nothing about it. */
  readonly relations: TaskRelations | undefined
}

/** The context of a task over its messages. What was not counted yet is counted in slices first, the rest then is quick. */
export const viewTimeline: Job<ViewTimelineInput, Timeline> = async (
  { source, usage, problems, relations },
  { onProgress },
) => {
  const document = await openWhole(source)
  const counted = await openFileConversation(document, (done, total) => {
    onProgress({ stage: 'counting', label: 'Counting tokens', done, total })
  })
  const messages = withPlainTimes(document.messages)
  const run = reconstruct(
    {
      messages,
      usage,
      hiddenRange: document.hiddenRange,
      ...pickContextLog(document),
      childIds: relations?.childIds ?? [],
    },
    { counter: counted.counter, counted },
  )
  const times = messages.map(({ ts }) => ts ?? null)
  const timeline = buildTimeline({ run, times, parentId: relations?.parentId ?? null })
  return withTimelineText(timeline, problems)
}
