import { withPlainTimes } from '../../../../../shared/kernel/message.ts'
import type { TaskRelations } from '../../../../../shared/library/task-types.ts'
import type { Timeline } from '../../../../../shared/timeline/types.ts'
import { withTimelineText } from '../../../../../shared/timeline/words.ts'
import type { TokenCounter } from '../../../../kernel/tokens/token-counter.ts'
import { reconstruct } from '../../../../record/reconstruct.ts'
import type { RecordedTask } from '../../../../record/recorded-task.ts'
import { buildTimeline } from '../build-timeline.ts'

/** The timeline of a recorded task. */
export function timelineOfTask(
  task: RecordedTask,
  counter: TokenCounter,
  { parentId, childIds }: TaskRelations = { parentId: null, childIds: [] },
): Timeline {
  const messages = withPlainTimes(task.messages)
  const run = reconstruct({ ...task, messages, childIds }, { counter })
  return withTimelineText(buildTimeline({ run, times: messages.map(({ ts }) => ts ?? null), parentId }))
}
