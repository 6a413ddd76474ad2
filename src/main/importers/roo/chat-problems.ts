import type { ImportProblem } from '../../../shared/domain/task.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import type { readChatRecord } from './recorded-usage.ts'

const mostPlaces = 5

/** What of a chat record could be parsed and is nothing that it may hold; it never costs the history. */
export function chatProblems(
  file: string,
  { unreadable, strange }: Pick<ReturnType<typeof readChatRecord>, 'unreadable' | 'strange'>,
): readonly ImportProblem[] {
  const problem = (place: string, reason: string): ImportProblem => ({
    file,
    place,
    reason,
    severity: 'warning',
  })
  const more = strange.length > mostPlaces ? ', …' : ''
  return [
    ...(unreadable > 0 ? [problem('', `${countOf(unreadable, 'recorded request')} cannot be read`)] : []),
    ...(strange.length > 0
      ? [
          problem(
            `${strange.length === 1 ? 'element' : 'elements'} ${strange.slice(0, mostPlaces).join(', ')}${more}`,
            `${countOf(strange.length, 'element')} that ${strange.length === 1 ? 'is no line' : 'are no lines'} of the chat window: left out, with what they recorded`,
          ),
        ]
      : []),
  ]
}
