import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { losslessMethod } from '../../methods/own/lossless/lossless.ts'
import { nativeMethod } from '../../methods/own/native/native.ts'
import { slidingWindowMethod } from '../../methods/own/sliding-window/sliding-window.ts'
import { smartMethod } from '../../methods/own/smart/smart.ts'
import { truncationMethod } from '../../methods/own/truncation/truncation.ts'
import type { Conversation } from '../conversation.ts'
import type { Method } from '../method.ts'
import { validHistory } from '../testing/arbitrary-history.ts'
import { hasRealHistories, realHistories } from '../testing/real-histories.ts'
import { conversationFor, runOn } from '../testing/run-on.ts'
import { unsoundPlaces } from '../testing/unsound-places.ts'
import { composeStages } from './compose-stages.ts'
import { buildUntouchedStage, type Stage } from './stage.ts'

type Step = readonly [Method, Record<string, unknown>]
const suppress = {
  toolResults: { mode: 'suppress' },
  preserveRecentCount: 0,
  minTokens: 0,
  environment: 'suppress',
}
const chains: readonly (readonly [string, readonly Step[]])[] = [
  [
    'lossless, truncation',
    [
      [losslessMethod, {}],
      [truncationMethod, { minTokens: 0 }],
    ],
  ],
  [
    'truncation twice',
    [
      [truncationMethod, { minTokens: 20 }],
      [truncationMethod, suppress],
    ],
  ],
  [
    'lossless keeping the first copy, sliding window',
    [
      [losslessMethod, { keep: 'first' }],
      [slidingWindowMethod, {}],
    ],
  ],
  [
    'lossless, native',
    [
      [losslessMethod, { keep: 'first' }],
      [nativeMethod, {}],
    ],
  ],
  [
    'sliding window, truncation',
    [
      [slidingWindowMethod, {}],
      [truncationMethod, { minTokens: 0 }],
    ],
  ],
  [
    'native, truncation, lossless',
    [
      [nativeMethod, { keepLast: 8 }],
      [truncationMethod, { minTokens: 0 }],
      [losslessMethod, {}],
    ],
  ],
]

async function runChain(source: Conversation, steps: readonly Step[]): Promise<Stage> {
  let at = source
  let stage = buildUntouchedStage(source.messages)
  for (const [provider, settings] of steps) {
    const { condensed } = await runOn(provider, settings, at)
    if (condensed === null) continue
    const { provenance, conversation } = condensed
    stage = composeStages(source, stage, { messages: conversation.messages, provenance })
    at = conversationFor(stage.messages)
  }
  return stage
}

describe.each(chains)('%s in a row', (_name, steps) => {
  it('give a result that is valid and whose record speaks of the source, for any history', async () => {
    await fc.assert(
      fc.asyncProperty(validHistory(), async (messages) => {
        const source = conversationFor(messages)
        expect(unsoundPlaces(source, await runChain(source, steps))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it.skipIf(!hasRealHistories).each(realHistories())('do so on $name', async ({ messages }) => {
    const source = conversationFor(messages)
    expect(unsoundPlaces(source, await runChain(source, steps))).toEqual([])
  })
})

describe('a reference', () => {
  const body = Array.from({ length: 60 }, (_, line) => `line ${line} of the file`).join('\n')
  const read = (id: string): Message[] => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read_file', input: { path: 'a.ts' } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `File: a.ts\n${body}` }] },
  ]
  const chat = (count: number): Message[] =>
    Array.from({ length: count }, (_, at) => ({
      role: at % 2 === 0 ? 'assistant' : 'user',
      content: `word ${at}`,
    }))
  const messages: Message[] = [
    { role: 'user', content: 'task' },
    ...chat(4),
    ...read('1'),
    ...chat(2),
    ...read('2'),
    ...chat(2),
  ]

  it('is renumbered where messages before its target went', async () => {
    const source = conversationFor(messages)
    const { messages: result, provenance } = await runChain(source, [
      [losslessMethod, { keep: 'first', preserveRecentCount: 0 }],
      [slidingWindowMethod, { fraction: 0.34 }],
    ])
    const target = provenance.messages.findIndex(({ sources }) => sources[0] === 6)
    expect(target).toBeGreaterThan(0)
    expect(target).toBeLessThan(6)
    expect(JSON.stringify(result)).toContain(`(see message #${target})`)
    expect(JSON.stringify(result)).not.toContain('(see message #6)')
  })

  it('gets its text back where its target went', async () => {
    const source = conversationFor(messages)
    const { messages: result } = await runChain(source, [
      [losslessMethod, { keep: 'first', preserveRecentCount: 0 }],
      [slidingWindowMethod, { variant: 'keep-last', keepLast: 4, keepFirst: 1 }],
    ])
    expect(JSON.stringify(result)).not.toContain('see message #')
    expect(JSON.stringify(result)).toContain('line 59 of the file')
  })
})

describe('a summary of what was cut before', () => {
  it('stands for all the tokens that the source had there', async () => {
    const talk = Array.from({ length: 12 }, (_, at): Message => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `message ${at} ${'word '.repeat(200)}`,
    }))
    const source = conversationFor(talk)
    const { provenance } = await runChain(source, [
      [truncationMethod, { preserveUserMessages: false, preserveAssistantText: false, minTokens: 0 }],
      [nativeMethod, { maxSummaryTokens: 200 }],
    ])
    const summary = provenance.messages.find(({ sources }) => sources.length > 1)
    const tokens = summary?.sources.reduce((sum, index) => sum + source.messageTokens[index]!, 0)
    expect(summary?.changes[0]).toMatchObject({ kind: 'summary', tokensBefore: tokens })
  })

  it('does not pass for the one message that it stands for beside what was written before', () => {
    const texts = ['task', 'answer', 'result'].map((text) => ({ type: 'text', text }))
    const source = conversationFor([
      { role: 'user', content: 'task' },
      { role: 'assistant', content: 'answer' },
      { role: 'user', content: texts },
    ])
    const written: Message = { role: 'user', content: 'In short.', isSummary: true }
    const [task, , result] = source.messages as [Message, Message, Message]
    const change = {
      at: { messageIndex: 1, blockIndex: 0 },
      kind: 'summary',
      operation: 'summarised',
      passId: 'summary',
      reason: 'summarised',
      tokensBefore: 9,
      tokensAfter: 2,
      lengthAfter: 9,
    } as const
    const gone = { operation: 'summarised', passId: 'summary', reason: 'summarised' } as const
    const stage = (messages: Message[], sources: number[][], dropped: number[]): Stage => ({
      messages,
      provenance: {
        messages: sources.map((own, at) => ({ sources: own, changes: at === 1 ? [change] : [] })),
        dropped: dropped.map((sourceIndex) => ({ ...gone, sourceIndex })),
      },
    })
    const first = stage([task, written, result], [[0], [], [2]], [1])
    const composed = composeStages(source, first, stage([task, written], [[0], [1, 2]], []))
    expect(unsoundPlaces(source, composed)).toEqual([])
    expect(composed.provenance.messages[1]).toMatchObject({ sources: [], changes: [{ tokensBefore: 0 }] })
    expect(composed.provenance.dropped.map(({ sourceIndex }) => sourceIndex)).toEqual([1, 2])
  })
})

it('a text of several parts that became one keeps its place when it is cut', async () => {
  const body =
    '<files>\n<file><path>a.ts</path>\n<content lines="1-9">\nsome text\n</content>\n</file>\n</files>'
  const environment = '<environment_details>\nnow\n</environment_details>'
  const texts = ["[read_file for 'a.ts'] Result:", body, environment]
  const source = conversationFor([
    { role: 'user', content: 'task' },
    { role: 'assistant', content: '<read_file>\n<path>a.ts</path>\n</read_file>' },
    { role: 'user', content: texts.map((text) => ({ type: 'text', text })) },
    { role: 'assistant', content: 'done' },
  ])
  const keep = { operation: 'keep' }
  const cut = { operation: 'truncate', params: { truncate: { maxLines: 1, addEllipsis: false } } }
  const pass = (id: string, where: object, toolResults: object) => ({
    id,
    name: id,
    selection: { type: 'custom', where },
    mode: 'individual',
    individualConfig: {
      defaults: { messageText: keep, toolParameters: keep, environment: keep, toolResults },
    },
  })
  const passes = [pass('out', { paths: ['a.ts'] }, { operation: 'suppress' }), pass('cut', {}, cut)]
  const settings = { losslessPrelude: { enabled: false }, passes }
  const { condensed } = await runOn(smartMethod, settings, source)
  const { provenance, conversation } = condensed!
  expect(unsoundPlaces(source, { messages: conversation.messages, provenance })).toEqual([])
  expect(provenance.messages[2]?.changes.map(({ lengthAfter }) => lengthAfter)).toEqual([7, 0, 0])
})
