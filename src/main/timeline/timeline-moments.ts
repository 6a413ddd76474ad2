import { createMomentOf } from '../record/requests/context-walk.ts'
import type { Moment } from '../record/condensations/summary-markers.ts'
import { createRangeAt } from '../record/condensations/hidden-ranges.ts'
import type { RecordedTask } from '../record/recorded-task.ts'
import type { WeighedTask } from '../record/overhead/size-task.ts'

/** When a point of the timeline is, and whose system prompt and tools it has. */
export type PointMoment = {
  readonly moment: Moment
  /** Index in `matched`; -1 where no request was matched. */
  readonly matchIndex: number
  /** Whether the next message answers a request: the context is what that request sent. */
  readonly isSent: boolean
}

/**
 * For each message of the file the moment after it. Where the next message answers a request, that is the moment at
 * which the request was sent: a condensation between the two has happened. The last one knows everything.
 */
export function timelineMoments(
  task: RecordedTask,
  { matched }: Pick<WeighedTask, 'matched'>,
): PointMoment[] {
  const momentOf = createMomentOf(task)
  const rangeAt = createRangeAt(task)
  const { messages } = task
  let answered = 0
  let lastTs: number | null = null
  return messages.map(({ ts }, index) => {
    while ((matched[answered]?.answerIndex ?? Infinity) <= index) answered += 1
    const next = matched[answered]
    lastTs = ts ?? lastTs
    if (next?.answerIndex === index + 1)
      return { moment: momentOf(next.requestIndex, index + 1), matchIndex: answered, isSent: true }
    const isLast = index === messages.length - 1
    const current = Math.min(Math.max(0, answered - 1), matched.length - 1)
    const range = rangeAt(matched[answered - 1]?.requestIndex ?? -1, index + 1)
    const atTs = isLast ? Infinity : (lastTs ?? Infinity)
    return { moment: { before: index + 1, atTs, range }, matchIndex: current, isSent: false }
  })
}
