import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/domain/message.ts'
import type { Conversation } from '../conversation.ts'
import { effectiveHistory } from '../history/effective-history.ts'
import { pipelineStrategy } from '../policy/strategies/pipeline.ts'
import { losslessProvider } from '../providers/lossless/lossless.ts'
import { nativeProvider } from '../providers/native/native.ts'
import { slidingWindowProvider } from '../providers/sliding-window/sliding-window.ts'
import { truncationProvider } from '../providers/truncation/truncation.ts'
import { pinsAt } from '../testing/arbitrary-pins.ts'
import { call as saying, modelBy } from '../testing/model-by.ts'
import { conversationFor, runOn } from '../testing/run-on.ts'
import { answer, call, end, long, read, task } from '../testing/small-histories.ts'
import { locatePins } from './locate-pins.ts'
import { isPinned, movePins, pinnedTokens, type Pin } from './pin.ts'
import { speakerBefore, wholeExchanges } from './whole-exchanges.ts'

const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `message ${at} ${'word '.repeat(80)}`,
  }))
const message = (messageIndex: number): Pin => ({ messageIndex, part: null })
const surroundings = { type: 'text', text: '<environment_details>\nhere\n</environment_details>' }
/** A read, and a second part in the message of its result. */
const readIn = (id: string, path: string, content: string): Message[] => [
  call(id, 'read_file', { path }),
  answer(id, `File: ${path}\n${content}`, surroundings),
]
const brief = () => modelBy(() => saying('In short.'))

describe('pinned tokens', () => {
  const source = conversationFor([task, ...readIn('a', 'a.ts', long('a')), end])
  const [result = 0] = source.partTokens[2]?.slice(-1) ?? []

  it.each<[string, Pin[], number]>([
    ['nothing', [], 0],
    ['a message', [message(2)], source.messageTokens[2]!],
    ['a part', pinsAt(source, [[2, 1]]), result],
    [
      'a part of a message that is pinned too',
      [message(2), ...pinsAt(source, [[2, 1]])],
      source.messageTokens[2]!,
    ],
    ['a message twice', [message(2), message(2)], source.messageTokens[2]!],
  ])('of %s are counted once', (_name, pins, tokens) => {
    expect(source.parts[2]).toHaveLength(2)
    expect(pinnedTokens(source, pins)).toBe(tokens)
  })

  it('above the target are a warning, and below it none', async () => {
    const pins = [message(3)]
    const tokens = conversationFor(talk(12)).messageTokens[3]!
    const warned = async (target: number) => {
      const { summary } = await runOn(
        slidingWindowProvider,
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

describe('the trace of a run', () => {
  const source = conversationFor([task, ...readIn('a', 'a.ts', long('a')), ...talk(8)])
  const [part] = pinsAt(source, [[2, 1]])
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
    const { summary } = await runOn(slidingWindowProvider, {}, source, null, undefined, pins)
    expect(summary.trace.filter(({ label }) => label === 'Pins').map(({ reason }) => reason)).toEqual(reasons)
  })
})

describe('pins of a file', () => {
  const file: Message[] = [
    { ...task, condenseParent: 's' },
    { role: 'user', content: 'summary', isSummary: true, condenseId: 's' },
    { role: 'assistant', content: [{ type: 'text', text: 'one' }] },
  ]
  const effective = effectiveHistory(file)
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

describe('a message that comes back', () => {
  // 1 asks twice, 2 and 3 answer one call each, as transcripts have it; 4 and 5 are words.
  const twoCalls: Message = {
    role: 'assistant',
    content: [
      { type: 'tool_use', id: 'a', name: 'x', input: {} },
      { type: 'tool_use', id: 'b', name: 'x', input: {} },
    ],
  }
  const words: Message = { role: 'user', content: 'words' }
  const messages = [task, twoCalls, answer('a', 'one'), answer('b', 'two'), end, words]

  it.each<[number[], number[], number[]]>([
    [[5], [], [5]],
    [[1], [], [1, 2, 3]],
    [[2], [], [1, 2, 3]],
    [[3], [], [1, 2, 3]],
    [[4], [], [4]],
    [[3], [1, 2], [3]],
    [[2, 5], [], [1, 2, 3, 5]],
    [[], [], []],
  ])('brings all of its exchange along: %j where %j are there makes %j', (indices, there, all) => {
    const found = wholeExchanges(messages, indices, (index) => there.includes(index))
    expect([...found].toSorted((a, b) => a - b)).toEqual(all)
  })

  it.each([
    [4, 0],
    [6, 5],
  ])('to stand first as #%i, an assistant’s, takes what was said to it: #%i', (index, speaker) => {
    expect(speakerBefore([...messages, end], index)).toBe(speaker)
  })

  it('lets no assistant speak first', async () => {
    const source = conversationFor(talk(40))
    const settings = { variant: 'keep-last', keepLast: 5, keepFirst: 0 }
    const { condensed } = await runOn(slidingWindowProvider, settings, source, null, undefined, [message(7)])
    const sources = condensed?.provenance.messages.flatMap((entry) => entry.sources) ?? []
    expect(sources.slice(0, 3)).toEqual([6, 7, 34])
  })

  it('stands behind the summary that the history starts at', async () => {
    const source = conversationFor(talk(12))
    const settings = { flavour: 'current' }
    const pins = [message(0), message(5)]
    const { condensed } = await runOn(nativeProvider, settings, source, null, brief(), pins)
    expect(condensed?.provenance.messages.map(({ sources }) => sources)).toEqual([
      [1, 2, 3, 4, 6, 7, 8, 9, 10, 11],
      [0],
      [5],
    ])
    expect(condensed && effectiveHistory(condensed.conversation.messages).messages).toHaveLength(3)
  })

  it('stands before the summary of what came after it, where nothing starts afresh', async () => {
    const source = conversationFor(talk(12))
    const { condensed } = await runOn(nativeProvider, { flavour: 'classic' }, source, null, brief(), [
      message(1),
      message(5),
    ])
    expect(condensed?.provenance.messages.map(({ sources }) => sources).slice(0, 5)).toEqual([
      [0],
      [1],
      [2, 3, 4, 6, 7, 8],
      [5],
      [9],
    ])
  })

  it('takes the summary of nothing else away', async () => {
    const source = conversationFor(talk(12))
    const pins = [1, 2, 3, 4, 5, 6, 7, 8].map(message)
    const { summary } = await runOn(nativeProvider, { flavour: 'classic' }, source, null, brief(), pins)
    expect(summary).toMatchObject({ status: 'failed', error: { code: 'context-grew' } })
    expect(summary.error?.message).toContain('Pinned messages were put back')
  })
})

describe('a part that comes back', () => {
  const history = [
    task,
    ...read('a', 'a.ts', long('a')),
    ...read('b', 'b.ts', long('b')),
    ...Array.from({ length: 6 }, () => end),
  ]
  const suppress = truncationProvider.presets.find(({ id }) => id === 'suppress')!.settings

  it('leaves other parts of its message as the provider made them', async () => {
    const two = [
      task,
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'x', input: { text: long('a') } },
          { type: 'tool_use', id: 'b', name: 'x', input: { text: long('b') } },
        ],
      },
      answer('a', long('one'), { type: 'tool_result', tool_use_id: 'b', content: long('two') }),
      ...Array.from({ length: 6 }, () => end),
    ]
    const source = conversationFor(two)
    const [pin] = pinsAt(source, [[2, 1]])
    const { condensed } = await runOn(truncationProvider, suppress, source, null, undefined, [pin!])
    const { content } = condensed!.conversation.messages[2]!
    expect(content[1]).toEqual(two[2]!.content[1])
    expect(content[0]).not.toEqual(two[2]!.content[0])
    expect(condensed!.provenance.messages[2]!.changes).toHaveLength(1)
  })

  it('is a pass of its own in the figures, which add up', async () => {
    const source = conversationFor(history)
    const without = await runOn(truncationProvider, suppress, source)
    const { summary } = await runOn(truncationProvider, suppress, source, null, undefined, [message(2)])
    const [made, pins] = summary.passes
    expect(made).toEqual({ ...without.summary.passes[0], durationMs: made?.durationMs })
    expect(pins).toMatchObject({
      id: 'pins',
      tokensBefore: made?.tokensAfter,
      tokensAfter: summary.stats.finalTokens,
      operations: { restored: 1 },
    })
    expect(summary.stats.finalTokens).toBeGreaterThan(without.summary.stats.finalTokens)
  })

  it('is no pass where nothing was taken away', async () => {
    const { summary } = await runOn(truncationProvider, suppress, conversationFor(history), null, undefined, [
      message(0),
    ])
    expect(summary.passes.map(({ id }) => id)).not.toContain('pins')
  })

  it('counts no longer as saved, be it reversibly or not', async () => {
    const repeats = [
      task,
      ...read('a', 'a.ts', long('a')),
      ...read('b', 'a.ts', long('a')),
      call('w', 'write_to_file', { path: 'b.ts', content: long('old') }),
      answer('w', 'done'),
      call('v', 'write_to_file', { path: 'b.ts', content: long('new') }),
      answer('v', 'done'),
      ...Array.from({ length: 6 }, () => end),
    ]
    const source = conversationFor(repeats)
    const fidelityWith = async (...pins: Pin[]) =>
      (await runOn(losslessProvider, {}, source, null, undefined, pins)).summary.fidelity
    const all = await fidelityWith()
    expect(all?.reversibleTokens).toBeGreaterThan(0)
    expect(all?.supersededTokens).toBeGreaterThan(0)
    expect(await fidelityWith(message(2))).toEqual({ ...all, reversibleTokens: 0 })
    expect(await fidelityWith(message(5))).toEqual({ ...all, supersededTokens: 0 })
  })
})

describe('pins of a stage', () => {
  it('are where the stage left what they pin', async () => {
    const source: Conversation = conversationFor([
      task,
      ...read('a', 'a.ts', long('a')),
      ...readIn('b', 'a.ts', long('a')),
      ...Array.from({ length: 6 }, () => end),
    ])
    const pins = pinsAt(source, [
      [4, 1],
      [3, null],
    ])
    const run = await runOn(
      slidingWindowProvider,
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
