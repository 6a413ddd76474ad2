import { describe, expect, it } from 'vitest'
import type { Message } from '../../shared/kernel/message.ts'
import { nativeMethod } from '../methods/own/native/native.ts'
import type { Outcome } from '../methods/run-method.ts'
import { adoptPrepared, type Prepared } from './adopt-prepared.ts'
import { bindTo } from './testing/bind-to.ts'
import { call, modelBy } from './testing/model-by.ts'
import { conversationFor, runOn } from './testing/run-on.ts'
import { runWith } from './testing/run-with.ts'
import * as small from './testing/small-histories.ts'

const talk = (from: number, to: number): Message[] =>
  Array.from({ length: to - from }, (_, at) => ({
    role: (from + at) % 2 === 0 ? 'user' : 'assistant',
    content: `${from + at} ${'words '.repeat(60)}`,
    ts: 1000 + from + at,
  }))
const flavours = ['classic', 'current'] as const

async function prepare(source: Message[], flavour: string): Promise<Prepared> {
  const model = modelBy(() => call('early summary'))
  const { condensed } = await runOn(nativeMethod, { flavour }, conversationFor(source), null, model)
  const { conversation, provenance, tag } = condensed!
  // As they come out of the store: equal and not the same.
  return structuredClone({ source, result: conversation.messages, provenance, tag })
}

async function adopt(prepared: Prepared, messages: Message[], flavour: string) {
  const model = modelBy(() => call('late summary'))
  const method = adoptPrepared(bindTo(nativeMethod, { flavour }), prepared)
  const outcome = await runWith({ method, conversation: conversationFor(messages) }, model)
  return { ...outcome, result: outcome.condensed?.conversation.messages ?? [], asked: model.asked.length }
}

const warnings = ({ summary }: Outcome) => summary.warnings.map(({ code }) => code)

describe.each(flavours)('a result of the %s flavour that was prepared early', (flavour) => {
  it('is taken, with all that came since, and without a call', async () => {
    const prepared = await prepare(talk(0, 10), flavour)
    const outcome = await adopt(prepared, talk(0, 14), flavour)
    expect(outcome.summary.status).toBe('condensed')
    expect(outcome.result).toEqual([...prepared.result, ...talk(10, 14)])
    expect(outcome.asked).toBe(0)
    expect(outcome.summary.stats).toMatchObject({ costUsd: 0, modelCalls: 0 })
    expect(warnings(outcome)).toContain('prepared')
    expect(outcome.condensed?.tag).toEqual(prepared.tag)
  })

  it('is taken where nothing came since', async () => {
    const prepared = await prepare(talk(0, 10), flavour)
    expect((await adopt(prepared, talk(0, 10), flavour)).result).toEqual(prepared.result)
  })

  it('holds the messages of the history themselves where they stay', async () => {
    const messages = talk(0, 12)
    const { result, condensed } = await adopt(await prepare(talk(0, 10), flavour), messages, flavour)
    const kept = condensed?.provenance.messages.flatMap(({ sources: [source], changes }, index) =>
      changes.length === 0 && result[index] !== messages[source!] ? [index] : [],
    )
    expect(kept).toEqual([])
    expect(result.at(-1)).toBe(messages.at(-1))
  })

  it('says where each of its messages came from', async () => {
    const prepared = await prepare(talk(0, 10), flavour)
    const { condensed } = await adopt(prepared, talk(0, 12), flavour)
    const sources = condensed?.provenance.messages.map((message) => message.sources) ?? []
    expect(sources.slice(-2)).toEqual([[10], [11]])
    expect(sources.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index))
  })

  it.each<[string, Message[]]>([
    ['is shorter than its source', talk(0, 9)],
    ['differs in one word', [...talk(0, 9), { ...talk(9, 10)[0]!, content: 'other' }, ...talk(10, 12)]],
    ['differs in one time', [{ ...talk(0, 1)[0]!, ts: 1 }, ...talk(1, 12)]],
    ['lost its first message', talk(1, 14)],
    ['is empty', []],
  ])('is of no use to a history that %s', async (_name, messages) => {
    const outcome = await adopt(await prepare(talk(0, 10), flavour), messages, flavour)
    expect(outcome.summary).toMatchObject({
      status: 'unchanged',
      reason: 'The history is not what the prepared result was made of.',
    })
    expect(outcome.asked).toBe(0)
  })
})

describe('a call at the seam, prepared before it was answered', () => {
  const unanswered = [...talk(0, 9), small.call('1', 'read_file', { path: 'a' })]
  const since = [small.answer('1', 'content'), ...talk(11, 13)]

  it('stays before its result where the last messages are kept', async () => {
    const { summary, result } = await adopt(
      await prepare(unanswered, 'classic'),
      [...unanswered, ...since],
      'classic',
    )
    expect(summary.error).toBeNull()
    expect(result.slice(-4)).toEqual([unanswered.at(-1), ...since])
  })

  it('would lose it where nothing is kept: the prepared result is of no use', async () => {
    const { summary } = await adopt(
      await prepare(unanswered, 'current'),
      [...unanswered, ...since],
      'current',
    )
    expect(summary).toMatchObject({ status: 'unchanged', reason: expect.stringContaining('call') })
  })
})
