import type { Kin } from '../../../shared/domain/related-task.ts'
import type { ImportProblem } from '../../../shared/domain/task.ts'
import type { Timeline } from '../../../shared/domain/timeline.ts'
import { problemTexts } from '../../experiments/problem-texts.ts'
import { timelineOf } from '../../timeline/timeline-of.ts'
import type { RecordedTask } from '../../record/recorded-task.ts'
import { conversationOf, openWhole, threadCounter } from '../documents.ts'
import type { Job, SourceRef } from '../job.ts'

type ViewTimelineInput = Pick<RecordedTask, 'usage'> & {
  readonly source: SourceRef
  /** Of the files of the task. */
  readonly problems: readonly ImportProblem[]
  /** Undefined where the record says nothing about it. */
  readonly kin: Kin | undefined
}

/** The context of a task over its messages. What was not counted yet is counted in slices first, the rest then is quick. */
export const viewTimeline: Job<ViewTimelineInput, Timeline> = async (
  { source, usage, problems, kin },
  { onProgress },
) => {
  const document = await openWhole(source)
  await conversationOf(document, (done, total) => {
    onProgress({ stage: 'counting', label: 'Counting tokens', done, total })
  })
  const { messages, hiddenRange } = document
  const timeline = timelineOf({ messages, usage, hiddenRange }, await threadCounter(), kin)
  return { ...timeline, notes: [...problemTexts(problems), ...timeline.notes] }
}
