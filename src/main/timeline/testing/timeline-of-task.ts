import { withPlainTimes } from '../../../shared/domain/message.ts'
import type { TaskRelations } from '../../../shared/domain/task.ts'
import type { Timeline } from '../../../shared/domain/timeline.ts'
import { withTimelineText } from '../../../shared/words/timeline.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import { reconstruct } from '../../record/reconstruct.ts'
import type { RecordedTask } from '../../record/recorded-task.ts'
import { buildTimeline } from '../timeline-of.ts'

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
