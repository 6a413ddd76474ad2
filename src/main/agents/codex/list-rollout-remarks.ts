import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Message } from '../../../shared/kernel/message.ts'

/** So many calls and kinds are named. */
const mostNamed = 5

/** What of a rollout was left out, and which calls have no result. */
export function listRolloutRemarks(
  { unknown, orphans }: Readonly<{ unknown: ReadonlyMap<string, number>; orphans: number }>,
  messages: readonly Message[],
): readonly string[] {
  const unanswered = findUnansweredCalls(messages)
  const left = [...unknown.values()].reduce((sum, count) => sum + count, 0)
  return [
    ...(left === 0
      ? []
      : [
          `${formatCountWithNoun(left, 'line')} of unknown kinds (${[...unknown.keys()].slice(0, mostNamed).join(', ')}) ${left === 1 ? 'was' : 'were'} left out`,
        ]),
    ...(orphans === 0
      ? []
      : [`${formatCountWithNoun(orphans, 'result')} of calls that are not there: never sent`]),
    ...(unanswered.length === 0
      ? []
      : [
          `${formatCountWithNoun(unanswered.length, 'call')} without a result: ${unanswered.slice(0, mostNamed).join(', ')}`,
        ]),
  ]
}

function findUnansweredCalls(messages: readonly Message[]): readonly string[] {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const answered = new Set(blocks.map((block) => block['tool_use_id']))
  return blocks.flatMap((block) =>
    block.type === 'tool_use' && typeof block['id'] === 'string' && !answered.has(block['id'])
      ? [block['id']]
      : [],
  )
}
