import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import { tagHistory } from '../../../kernel/history/tag-history.ts'
import { conversationFor, runOn } from '../../../kernel/testing/run-on.ts'
import * as small from '../../../kernel/testing/small-histories.ts'
import { slidingWindowMethod } from './sliding-window.ts'

const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} ${'words '.repeat(60)}`,
    ts: 1000 + index,
  }))

async function slide(messages: readonly Message[], settings: object) {
  const { summary, condensed } = await runOn(slidingWindowMethod, settings, conversationFor(messages))
  const result = condensed?.conversation.messages ?? messages
  return { summary, condensed, result, stays: result.map((message) => messages.indexOf(message)) }
}

/** What stays of so many messages: their numbers, -1 for a marker. */
type Case = [count: number, settings: object, stays: number[]]

describe.each<[string, Case[]]>([
  [
    'delete',
    [
      [0, { fraction: 0.5 }, []],
      [1, { fraction: 0.5 }, [0]],
      [2, { fraction: 1 }, [0, 1]],
      [3, { fraction: 0.5 }, [0, 1, 2]],
      [3, { fraction: 1 }, [0]],
      [4, { fraction: 1 }, [0, 3]],
      [5, { fraction: 0.5 }, [0, 3, 4]],
      [7, { fraction: 0.3 }, [0, 1, 2, 3, 4, 5, 6]],
      [9, { fraction: 0.5 }, [0, 5, 6, 7, 8]],
      [9, { fraction: 0 }, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ],
  ],
  [
    'tag',
    [
      [1, { fraction: 0.5 }, [0]],
      [3, { fraction: 1 }, [0, -1]],
      [4, { fraction: 1 }, [0, -1, 3]],
      [5, { fraction: 0.5 }, [0, -1, 3, 4]],
      [7, { fraction: 0.3 }, [0, 1, 2, 3, 4, 5, 6]],
    ],
  ],
  [
    'keep-last',
    [
      [0, { keepLast: 2 }, []],
      [1, { keepLast: 2 }, [0]],
      [2, { keepLast: 2 }, [0, 1]],
      [3, { keepLast: 2 }, [0, 1, 2]],
      [4, { keepLast: 2 }, [0, 2, 3]],
      [9, { keepLast: 1 }, [0, 8]],
      [9, { keepLast: 8 }, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
      [9, { keepLast: 3, keepFirst: 0 }, [6, 7, 8]],
      [9, { keepLast: 4, keepFirst: 0 }, [4, 5, 6, 7, 8]],
      [9, { keepLast: 4 }, [0, 5, 6, 7, 8]],
      [25, {}, [0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]],
    ],
  ],
])('the variant “%s”', (variant, cases) => {
  it.each(cases)('leaves of %i messages with %j: %j', async (count, settings, stays) => {
    const outcome = await slide(talk(count), { variant, ...settings })
    expect(outcome.stays).toEqual(stays)
    expect(outcome.summary.status).toBe(
      stays.length === count && !stays.includes(-1) ? 'unchanged' : 'condensed',
    )
  })
})

describe('a call and its result at the cut', () => {
  /** Messages 3 and 4, and 5 and 6, belong together; half of nine would end after message 4, a quarter inside. */
  const native = [
    ...talk(3),
    small.call('1', 'read_file', { path: 'a' }),
    small.answer('1', small.long('first')),
    small.call('2', 'read_file', { path: 'b' }),
    small.answer('2', small.long('second')),
    ...talk(9).slice(7),
  ]
  const xml: Message[] = [
    ...talk(3),
    { role: 'assistant', content: '<read_file>\n<path>a</path>\n</read_file>' },
    { role: 'user', content: `[read_file for 'a'] Result:\n${small.long('first')}` },
    { role: 'assistant', content: '<read_file>\n<path>b</path>\n</read_file>' },
    { role: 'user', content: `[read_file for 'b'] Result:\n${small.long('second')}` },
    ...talk(9).slice(7),
  ]
  /** One more than three: the cut is at an even number of messages after the first. */
  const shifted = native.slice(0, 1).concat(native.slice(2))
  it.each<[string, Message[], object, number[]]>([
    ['between two pairs cuts there', native, { fraction: 0.5 }, [0, 5, 6, 7, 8]],
    ['of the XML era as well', xml, { fraction: 0.5 }, [0, 5, 6, 7, 8]],
    ['inside a pair takes the result along', shifted, { fraction: 0.4 }, [0, 4, 5, 6, 7]],
    ['inside the second takes that along', shifted, { fraction: 0.6 }, [0, 6, 7]],
    ['inside a pair, tagged, does the same', shifted, { variant: 'tag', fraction: 0.4 }, [0, -1, 4, 5, 6, 7]],
    [
      'inside a pair, keeping the last, keeps its call too',
      shifted,
      { variant: 'keep-last', keepLast: 5 },
      [0, 2, 3, 4, 5, 6, 7],
    ],
    [
      'between pairs, keeping the last, keeps what was asked for',
      shifted,
      { variant: 'keep-last', keepLast: 4 },
      [0, 4, 5, 6, 7],
    ],
  ])('%s', async (_name, messages, settings, stays) => {
    const outcome = await slide(messages, settings)
    expect(outcome.summary.error).toBeNull()
    expect(outcome.stays).toEqual(stays)
  })

  it('of the first message itself keeps both', async () => {
    const messages = [small.call('1', 'read_file', {}), small.answer('1', 'x'), ...talk(8)]
    const outcome = await slide(messages, { fraction: 0.5 })
    expect(outcome.stays.slice(0, 2)).toEqual([0, 1])
    expect(outcome.summary.error).toBeNull()
  })
})

describe('the marker', () => {
  it('stands before what stays, one millisecond earlier, and says how many are hidden', async () => {
    const { result, condensed } = await slide(talk(9), { variant: 'tag' })
    expect(result[1]).toEqual({
      role: 'user',
      content: '[4 earlier messages are hidden to free context]',
      ts: 1004,
      isTruncationMarker: true,
      truncationId: condensed?.tag?.id,
    })
    expect(condensed?.tag).toMatchObject({ parent: 'truncationParent' })
    expect(condensed?.provenance.dropped.map(({ sourceIndex }) => sourceIndex)).toEqual([1, 2, 3, 4])
  })

  it('has no time where nothing stays behind it', async () => {
    const { result } = await slide(talk(3), { variant: 'tag', fraction: 1 })
    expect(Object.keys(result[1] ?? {})).not.toContain('ts')
  })

  it('is not there where messages are deleted', async () => {
    const { result, condensed } = await slide(talk(9), {})
    expect(result.some((message) => message.isTruncationMarker)).toBe(false)
    expect(condensed?.tag).toBeNull()
  })
})

it('what was hidden before is neither counted nor hidden again', async () => {
  const hide = async (file: readonly Message[]) => {
    const { messages, fileIndices } = buildEffectiveHistory(file)
    const { condensed } = await slide(messages, { variant: 'tag' })
    const { conversation, provenance, tag } = condensed!
    return tagHistory(file, fileIndices, conversation.messages, provenance, tag!)
  }
  const once = await hide(talk(9))
  expect(once.filter((message) => message.truncationParent)).toHaveLength(4)
  // Six are visible: 0, the marker, 5 to 8. Of the five after the first, floor(5 / 2) made even go.
  const twice = await hide(once)
  expect(buildEffectiveHistory(twice).messages).toHaveLength(5)
  const firstTag = once[1]?.truncationParent
  expect(twice.slice(1, 5).map((message) => message.truncationParent)).toEqual(Array(4).fill(firstTag))
})

it('what is hidden shows again once its marker is gone', async () => {
  const file = talk(9)
  const { condensed } = await slide(file, { variant: 'tag' })
  const { conversation, provenance, tag } = condensed!
  const indices = file.map((_, index) => index)
  const stored = tagHistory(file, indices, conversation.messages, provenance, tag!)
  const rewound = stored.filter((message) => message.isTruncationMarker !== true)
  expect(buildEffectiveHistory(rewound).messages.map(({ content }) => content)).toEqual(
    file.map(({ content }) => content),
  )
})

it('does not blame the number of messages where a run has only one prompt to begin at', async () => {
  const run = [small.task, ...small.read('a', 'a.ts', 'one'), ...small.read('b', 'b.ts', 'two')]
  const settings = { variant: 'keep-last', keepFirst: 0, keepLast: 1 }
  expect((await slide(run, settings)).summary.reason).toContain('where to cut leave no message to drop')
  const few = await slide(talk(1), settings)
  expect(few.summary.reason).toContain('too few messages')
})
