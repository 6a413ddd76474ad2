import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { pipelineStrategy } from '../../methods/combine/pipeline.ts'
import { slidingWindowMethod } from '../../methods/own/sliding-window/sliding-window.ts'
import type { Conversation } from '../conversation.ts'
import { buildEffectiveHistory } from '../history/build-effective-history.ts'
import { buildPinsFromSeeds } from '../testing/arbitrary-pins.ts'
import { conversationFor, runOn } from '../testing/run-on.ts'
import { answer, call, end, long, read, task } from '../testing/small-histories.ts'
import { isPinned, locatePins, movePins, type Pin, countPinnedTokens } from './pin.ts'

const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `message ${at} ${'word '.repeat(80)}`,
  }))
const message = (messageIndex: number): Pin => ({ messageIndex, part: null })
const surroundings = { type: 'text', text: '<environment_details>\nhere\n</environment_details>' }
/** A read, and a second part in the message of its result. */
const buildRead = (id: string, path: string, content: string): Message[] => [
  call(id, 'read_file', { path }),
  answer(id, `File: ${path}\n${content}`, surroundings),
]

describe('pinned tokens', () => {
  const source = conversationFor([task, ...buildRead('a', 'a.ts', long('a')), end])
  const [result = 0] = source.partTokens[2]?.slice(-1) ?? []

  it.each<[string, Pin[], number]>([
    ['nothing', [], 0],
    ['a message', [message(2)], source.messageTokens[2]!],
    ['a part', buildPinsFromSeeds(source, [[2, 1]]), result],
    [
      'a part of a message that is pinned too',
      [message(2), ...buildPinsFromSeeds(source, [[2, 1]])],
      source.messageTokens[2]!,
    ],
    ['a message twice', [message(2), message(2)], source.messageTokens[2]!],
  ])('of %s are counted once', (_name, pins, tokens) => {
    expect(source.parts[2]).toHaveLength(2)
    expect(countPinnedTokens(source, pins)).toBe(tokens)
  })

  it('above the target are a warning, and below it none', async () => {
    const pins = [message(3)]
    const tokens = conversationFor(talk(12)).messageTokens[3]!
    const warned = async (target: number) => {
      const { summary } = await runOn(
        slidingWindowMethod,
        {},
        conversationFor(talk(12)),
        target,
        undefined,
        pins,
      )
      return summary.warnings.some(({ code }) => code === 'pins-exceed-target')
    }
    expect(await warned(tokens - 1)).toBe(true)
    expect(await warned(tokens)).toBe(false)
  })

  it('are one warning where a strategy asks several providers', async () => {
    const { summary } = await runOn(pipelineStrategy, {}, conversationFor(talk(20)), 5, undefined, [
      message(3),
    ])
    expect(summary.passes.map(({ id }) => id)).toEqual(['1/native', '1/pins'])
    expect(summary.warnings.filter(({ code }) => code === 'pins-exceed-target')).toHaveLength(1)
  })
})

describe('a pin of a part', () => {
  const at = { messageIndex: 2, blockIndex: 1, nestedIndex: 0, span: { start: 3, end: 9 } }
  it.each([
    [at, true],
    [{ ...at, messageIndex: 1 }, false],
    [{ ...at, blockIndex: 0 }, false],
    [{ ...at, nestedIndex: 1 }, false],
    [{ ...at, span: { start: 0, end: 9 } }, false],
    [{ ...at, span: { start: 3, end: 8 } }, false],
    [{ messageIndex: 2, blockIndex: 1 }, false],
  ])('is of that part alone: %j is pinned: %s', (part, expected) => {
    expect(isPinned(part, [{ messageIndex: 2, part: at }])).toBe(expected)
  })
})

describe('the trace of a run', () => {
  const source = conversationFor([task, ...buildRead('a', 'a.ts', long('a')), ...talk(8)])
  const [part] = buildPinsFromSeeds(source, [[2, 1]])
  const tokens = (...indices: number[]): string =>
    indices.reduce((sum, index) => sum + source.messageTokens[index]!, 0).toLocaleString('en-US')

  it.each<[Pin[], string[]]>([
    [[], []],
    [[message(4)], [`1 message stays as it is: ${tokens(4)} tokens.`]],
    [[message(4), message(5)], [`2 messages stay as they are: ${tokens(4, 5)} tokens.`]],
    [[message(2), part!], [`1 message stays as it is: ${tokens(2)} tokens.`]],
    [
      [part!, message(4)],
      [
        `1 message and 1 part stay as they are: ${(source.messageTokens[4]! + source.partTokens[2]![1]!).toLocaleString('en-US')} tokens.`,
      ],
    ],
  ])('says once which pins held: %#', async (pins, reasons) => {
    const { summary } = await runOn(slidingWindowMethod, {}, source, null, undefined, pins)
    expect(summary.trace.filter(({ label }) => label === 'Pins').map(({ reason }) => reason)).toEqual(reasons)
  })
})

describe('pins of a file', () => {
  const file: Message[] = [
    { ...task, condenseParent: 's' },
    { role: 'user', content: 'summary', isSummary: true, condenseId: 's' },
    { role: 'assistant', content: [{ type: 'text', text: 'one' }] },
  ]
  const effective = buildEffectiveHistory(file)
  const conversation = conversationFor(effective.messages)

  it.each([
    ['a message at its place in the effective history', { messageIndex: 2, partIndex: null }, [message(1)]],
    [
      'a part likewise',
      { messageIndex: 2, partIndex: 0 },
      [{ messageIndex: 1, part: { messageIndex: 1, blockIndex: 0 } }],
    ],
    ['nothing where the message is hidden', { messageIndex: 0, partIndex: null }, []],
    ['nothing where there is no such message', { messageIndex: 9, partIndex: null }, []],
    ['nothing where there is no such part', { messageIndex: 2, partIndex: 7 }, []],
  ])('are %s', (_name, pin, expected) => {
    expect(locatePins([pin], effective, conversation)).toEqual(expected)
  })
})

describe('pins of a stage', () => {
  it('are where the stage left what they pin', async () => {
    const source: Conversation = conversationFor([
      task,
      ...read('a', 'a.ts', long('a')),
      ...buildRead('b', 'a.ts', long('a')),
      ...Array.from({ length: 6 }, () => end),
    ])
    const pins = buildPinsFromSeeds(source, [
      [4, 1],
      [3, null],
    ])
    const run = await runOn(
      slidingWindowMethod,
      { variant: 'keep-last', keepLast: 8, keepFirst: 1 },
      source,
      null,
      undefined,
      pins,
    )
    const { conversation, provenance } = run.condensed!
    const moved = movePins(source, { messages: conversation.messages, provenance }, pins)
    expect(moved.map(({ messageIndex }) => messageIndex)).toEqual([2, 1])
    const part = conversation.parts[2]![1]!
    expect(part.text).toBe(source.parts[4]![1]!.text)
    expect(isPinned(part, moved)).toBe(true)
    expect(isPinned(conversation.parts[2]![0]!, moved)).toBe(false)
  })
})
