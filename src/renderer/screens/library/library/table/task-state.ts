import { assertNever } from '../../../../../shared/kernel/assert-never.ts'
import type { TaskSummary } from '../../../../../shared/library/task-types.ts'
import { formatCountWithNoun, formatTime } from '../../../../lib/format.ts'

/** What there is to say about how a task could be read. */
export type StateWords = {
  /** Empty where all is well. */
  readonly text: string
  readonly tone: 'quiet' | 'caution' | 'bad'
  /** The whole story, where there is more of it. */
  readonly about: string | null
}

/** Of which moment the figures of a task are, where its files are not what was read. Null where they are, or nothing was. */
export function describeLastRead({ state, readTs }: Pick<TaskSummary, 'state' | 'readTs'>): string | null {
  const isOutdated = state === 'failed' || state === 'gone'
  return isOutdated && readTs !== null ? `Figures as last read on ${formatTime(readTs)}.` : null
}

const joinSentences = (...sentences: readonly (string | null)[]): string | null =>
  sentences.filter((sentence) => sentence !== null).join(' ') || null

const growingText = 'Its agent wrote to it within the last minute. New messages are read as they arrive.'

/** The state of a task in words. */
export function describeTaskState(
  task: Pick<TaskSummary, 'state' | 'failure' | 'problems' | 'readTs' | 'isGrowing'>,
): StateWords {
  switch (task.state) {
    case 'read':
      if (task.isGrowing && task.problems === 0)
        return {
          text: 'still growing',
          tone: 'quiet',
          about: growingText,
        }
      return task.problems === 0
        ? { text: '', tone: 'quiet', about: null }
        : {
            text: formatCountWithNoun(task.problems, 'problem'),
            tone: 'caution',
            about: joinSentences(
              'Read with reservations. Open the task to see them.',
              task.isGrowing ? growingText : null,
            ),
          }
    case 'found':
      return {
        text: 'not read yet',
        tone: 'quiet',
        about: task.failure ?? 'Only its files are known so far. Open it to read it.',
      }
    case 'failed':
      return { text: 'unreadable', tone: 'bad', about: joinSentences(task.failure, describeLastRead(task)) }
    case 'gone':
      return {
        text: 'gone',
        tone: 'caution',
        about: joinSentences(task.failure ?? 'No longer on disk.', describeLastRead(task)),
      }
    default:
      return assertNever(task.state)
  }
}
