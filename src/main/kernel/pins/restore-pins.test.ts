import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { losslessMethod } from '../../methods/own/lossless/lossless.ts'
import { nativeMethod } from '../../methods/own/native/native.ts'
import { slidingWindowMethod } from '../../methods/own/sliding-window/sliding-window.ts'
import { buildEffectiveHistory } from '../history/build-effective-history.ts'
import { repairReferences } from '../stages/repair-references.ts'
import type { Stage } from '../stages/stage.ts'
import { call as saying, modelBy } from '../testing/model-by.ts'
import { conversationFor, runOn } from '../testing/run-on.ts'
import { answer, call, end, long, read, task } from '../testing/small-histories.ts'
import type { Pin } from './pin.ts'
import { restorePins, findSpeakerBefore, completeExchanges } from './restore-pins.ts'
const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `message ${at} ${'word '.repeat(80)}`,
  }))
const inOrder = (found: Iterable<number>) => [...found].toSorted((a, b) => a - b)
const message = (messageIndex: number): Pin => ({ messageIndex, part: null })
const brief = () => modelBy(() => saying('In short.'))

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
    const found = completeExchanges(messages, indices, (index) => there.includes(index))
    expect(inOrder(found)).toEqual(all)
  })

  it('brings the result of a call that its turn repeats, and the copy that it answers too', () => {
    const asked = (): Message => call('a', 'x', {})
    const copied = [task, asked(), asked(), answer('a', 'one'), end]
    const found = completeExchanges(copied, [1], (index) => index === 0)
    expect(inOrder(found)).toEqual([1, 2, 3])
  })

  it('brings what lies between a call and its result: nothing else may come there', () => {
    const odd = { type: 'tool_use', id: 'odd', name: 'x', input: 'text' } as const
    const torn: Message[] = [
      task,
      call('a', 'x', {}),
      { role: 'assistant', content: [odd] },
      answer('a', 'one'),
    ]
    expect(inOrder(completeExchanges(torn, [1], (index) => index === 0))).toEqual([1, 2, 3])
  })

  it.each([
    [4, 0],
    [6, 5],
  ])('to stand first as #%i, an assistant’s, takes what was said to it: #%i', (index, speaker) => {
    expect(findSpeakerBefore([...messages, end], index)).toBe(speaker)
  })

  it('lets no assistant speak first', async () => {
    const source = conversationFor(talk(40))
    const settings = { variant: 'keep-last', keepLast: 5, keepFirst: 0 }
    const { condensed } = await runOn(slidingWindowMethod, settings, source, null, undefined, [message(7)])
    const sources = condensed?.provenance.messages.flatMap((entry) => entry.sources) ?? []
    expect(sources.slice(0, 3)).toEqual([6, 7, 34])
  })

  it('stands behind the summary that the history starts at', async () => {
    const source = conversationFor(talk(12))
    const settings = { flavour: 'current' }
    const pins = [message(0), message(5)]
    const { condensed } = await runOn(nativeMethod, settings, source, null, brief(), pins)
    expect(condensed?.provenance.messages.map(({ sources }) => sources)).toEqual([
      [1, 2, 3, 4, 6, 7, 8, 9, 10, 11],
      [0],
      [5],
    ])
    expect(condensed && buildEffectiveHistory(condensed.conversation.messages).messages).toHaveLength(3)
  })

  it('stands before the summary of what came after it, where nothing starts afresh', async () => {
    const source = conversationFor(talk(12))
    const { condensed } = await runOn(nativeMethod, { flavour: 'classic' }, source, null, brief(), [
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

  it('does not leave a summary before words that are older than all it stands for', () => {
    const history = talk(6)
    const summary: Message = { role: 'user', content: 'In short.', isSummary: true }
    const stage: Stage = {
      messages: [summary, history[1]!, history[5]!],
      provenance: {
        messages: [
          { sources: [0, 2, 3, 4], changes: [] },
          { sources: [1], changes: [] },
          { sources: [5], changes: [] },
        ],
        dropped: [],
      },
    }
    const { provenance } = restorePins(conversationFor(history), stage, [message(0)])
    expect(provenance.messages.map(({ sources }) => sources)).toEqual([[0], [1], [2, 3, 4], [5]])
  })

  it('takes the summary of nothing else away', async () => {
    const source = conversationFor(talk(12))
    const pins = [1, 2, 3, 4, 5, 6, 7, 8].map(message)
    const { summary } = await runOn(nativeMethod, { flavour: 'classic' }, source, null, brief(), pins)
    expect(summary).toMatchObject({ status: 'failed', error: { code: 'context-grew' } })
    expect(summary.error?.message).toContain('Pinned messages were put back')
  })
})

describe('a stage with pins', () => {
  const source = conversationFor(talk(9))
  const summary = (...sources: number[]) => ({
    message: { role: 'assistant', content: `summary of ${sources.join(', ')}`, isSummary: true },
    provenance: {
      sources,
      changes: [
        {
          at: { messageIndex: sources[0] ?? 0, blockIndex: 0 },
          kind: 'summary' as const,
          operation: 'summarised' as const,
          passId: 'x',
          reason: '',
          tokensBefore: 1,
          tokensAfter: 1,
          lengthAfter: 1,
        },
      ],
    },
  })
  const own = (index: number) => ({
    message: source.messages[index]!,
    provenance: { sources: [index], changes: [] },
  })
  const buildStage = (entries: readonly ReturnType<typeof summary | typeof own>[]): Stage => ({
    messages: entries.map(({ message: made }) => made),
    provenance: { messages: entries.map(({ provenance }) => provenance), dropped: [] },
  })
  const two = buildStage([own(0), summary(1, 2), summary(3, 4, 5), own(6), own(7), own(8)])

  it('keeps a summary of what did not come back, and none of what did', () => {
    const restored = restorePins(source, two, [message(2), message(1), message(4)])
    expect(restored.provenance.messages.map(({ sources }) => sources)).toEqual([
      [0],
      [1],
      [2],
      [3, 5],
      [4],
      [6],
      [7],
      [8],
    ])
    expect(restored.messages[3]?.isSummary).toBe(true)
  })

  it('has what comes back as the very same message, so that an agent need not write it again', () => {
    const { messages } = restorePins(source, two, [message(4)])
    expect(messages[3]).toBe(source.messages[4])
  })

  it('is the same stage where nothing was taken away', () => {
    expect(restorePins(source, two, [message(0), message(7)])).toBe(two)
    expect(restorePins(source, two, [])).toBe(two)
  })

  it('has references that lead to where their text stands once something came back before it', async () => {
    const repeats = conversationFor([
      task,
      { role: 'assistant', content: 'words' },
      { role: 'user', content: 'more words' },
      ...read('a', 'a.ts', long('a')),
      ...read('b', 'a.ts', long('a')),
      ...Array.from({ length: 6 }, () => end),
    ])
    const { condensed } = await runOn(losslessMethod, {}, repeats)
    const without = <T>(all: readonly T[]): T[] => all.filter((_, index) => index !== 1 && index !== 2)
    const stage = repairReferences(repeats, {
      messages: without(condensed!.conversation.messages),
      provenance: {
        messages: without(condensed!.provenance.messages),
        dropped: [1, 2].map((sourceIndex) => ({
          sourceIndex,
          operation: 'dropped' as const,
          passId: 'x',
          reason: '',
        })),
      },
    })
    const joinStageTexts = ({ messages }: Stage): string => JSON.stringify(messages)
    expect(joinStageTexts(stage)).toContain('message #4')
    const restored = restorePins(repeats, stage, [message(2)])
    expect(joinStageTexts(restored)).toContain('message #5')
    expect(JSON.stringify(restored.messages[5])).toContain(long('a').slice(0, 20))
    expect(restored.provenance.dropped.map(({ sourceIndex }) => sourceIndex)).toEqual([1])
  })
})
