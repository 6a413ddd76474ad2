import { expect, it } from 'vitest'
import type { RecordedTask } from '../recorded-task.ts'
import { recordedContext } from '../testing/recorded-context.ts'
import { createContextWalk, createMomentLookup } from './context-walk.ts'
import { createSentRanges } from './sent-ranges.ts'

/** Ten messages, of which a truncation at the seventh hides the second to the fourth. */
const task: RecordedTask = {
  messages: Array.from({ length: 10 }, (_, ts) => ({
    role: ts % 2 === 0 ? 'user' : 'assistant',
    content: '.',
    ts,
    ...(ts >= 1 && ts <= 3 ? { truncationParent: 'a' } : {}),
    ...(ts === 6 ? { isTruncationMarker: true, truncationId: 'a' } : {}),
  })),
  usage: { requests: [], condensations: [], truncations: [{ ts: 6, truncationId: 'a' }] },
  hiddenRange: null,
}

it('gives what was sent at each moment, where a context grows and where a truncation takes messages out', () => {
  const rangesAt = createSentRanges(createContextWalk(task))
  const momentOf = createMomentLookup(task)
  const widths = task.messages.map((_, index) => {
    const ranges = rangesAt(momentOf(-1, index))
    const sent = ranges.flatMap(({ from, to }) => task.messages.slice(from, to))
    expect(sent).toEqual(recordedContext(task, -1, index))
    return ranges.length
  })
  expect(widths).toEqual([0, 1, 1, 1, 1, 1, 1, 2, 2, 2])
})
