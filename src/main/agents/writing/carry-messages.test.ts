import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { carryMessages, firstPromptText, interruptedText, type Carriage } from './carry-messages.ts'

const plain: Carriage = { reasoning: 'none', images: false }
const user = (...content: ContentBlock[]): Message => ({ role: 'user', content })
const answer = (...content: ContentBlock[]): Message => ({ role: 'assistant', content })
const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const call = (id: string): ContentBlock => ({ type: 'tool_use', id, name: 'read', input: { path: id } })
const result = (id: string): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` })
const interrupted = (id: string): ContentBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content: interruptedText,
  is_error: true,
})
const thought = (signature?: string): ContentBlock => ({
  type: 'thinking',
  thinking: 'Hm.',
  ...(signature === undefined ? {} : { signature }),
})
const picture = (source: object): ContentBlock => ({ type: 'image', source })
const inline = picture({ type: 'base64', media_type: 'image/png', data: 'AA==' })
const linked = picture({ type: 'url', url: 'https://example.org/a.png' })

describe('carrying a condensed history', () => {
  it('leaves a history of whole pairs as it is', () => {
    const messages = [
      user(text('Go')),
      answer(text('Yes'), call('a'), call('b')),
      user(result('a'), result('b')),
    ]
    expect(carryMessages(messages, plain)).toEqual({ messages, leftOut: [], added: [] })
  })

  it('begins with a prompt', () => {
    const carried = carryMessages([answer(text('Done'))], plain)
    expect(carried.messages[0]).toEqual({ role: 'user', content: firstPromptText })
    expect(carried.added).toEqual([{ kind: 'first-prompt', count: 1 }])
  })

  it('takes results without a call out, and with them what is empty then', () => {
    const carried = carryMessages([user(result('gone')), user(result('gone too'), text('Go'))], plain)
    expect(carried.messages).toEqual([user(text('Go'))])
    expect(carried.leftOut).toEqual([{ kind: 'orphan-result', count: 2 }])
  })

  it('has the last of two results of a call, which may be what the first one points to', () => {
    const pointer: ContentBlock = { ...result('a'), content: '[Same result as message #4]' }
    const carried = carryMessages(
      [user(text('Go')), answer(call('a')), user(pointer), user(result('a'), text('On')), user(result('b'))],
      plain,
    )
    expect(carried.messages).toEqual([
      user(text('Go')),
      answer(call('a')),
      user(result('a')),
      user(text('On')),
    ])
    expect(carried.leftOut).toEqual([
      { kind: 'repeated-result', count: 1 },
      { kind: 'orphan-result', count: 1 },
    ])
  })

  it('leaves out what the agent tells anew, and keeps the prompt beside it', () => {
    const carried = carryMessages(
      [user(text('<session_context>here'), text('Go')), answer(text('<session_context>quoted'))],
      { ...plain, renews: /^<session_context>/ },
    )
    expect(carried.messages).toEqual([user(text('Go')), answer(text('<session_context>quoted'))])
    expect(carried.leftOut).toEqual([{ kind: 'renewed-text', count: 1 }])
  })

  it('names prompts that the agent would pass over', () => {
    const results = user(result('a'), text('/tmp is full'))
    const carried = carryMessages(
      [user(text('Go')), answer(call('a')), results, { role: 'user', content: '/tmp is full' }],
      { ...plain, skips: /^[/?]/ },
    )
    expect(carried.messages).toEqual([user(text('Go')), answer(call('a')), results])
    expect(carried.leftOut).toEqual([{ kind: 'skipped-prompt', count: 1 }])
  })

  it('answers each call that has no result, in the middle and at the end', () => {
    const carried = carryMessages(
      [
        user(text('Go')),
        answer(call('a'), call('b')),
        user(result('b')),
        user(text('Stop')),
        answer(call('c')),
      ],
      plain,
    )
    expect(carried.messages.slice(2)).toEqual([
      user(result('b')),
      user(interrupted('a'), text('Stop')),
      answer(call('c')),
      user(interrupted('c')),
    ])
    expect(carried.added).toEqual([{ kind: 'interrupted-result', count: 2 }])
  })

  it('waits for results that come in several messages', () => {
    const messages = [
      user(text('Go')),
      answer(call('a'), call('b')),
      user(result('a')),
      user(result('b'), text('And?')),
    ]
    expect(carryMessages(messages, plain)).toEqual({ messages, leftOut: [], added: [] })
  })

  it('puts results before the other blocks of their message', () => {
    const { messages } = carryMessages(
      [user(text('Go')), answer(call('a')), user(text('Now'), result('a'))],
      plain,
    )
    expect(messages.at(-1)).toEqual(user(result('a'), text('Now')))
  })

  it('says nothing of empty texts that it takes out', () => {
    const carried = carryMessages([user(text('Go')), answer(text(''), call('a')), user(result('a'))], plain)
    expect(carried.messages[1]).toEqual(answer(call('a')))
    expect(carried.leftOut).toEqual([])
  })

  it('keeps signed reasoning as a whole or not at all', () => {
    const signed: Carriage = { reasoning: 'signed', images: false }
    const whole = [user(text('Go')), answer(thought('s'), text('Yes'))]
    expect(carryMessages(whole, signed).messages).toEqual(whole)
    const broken = [...whole, user(text('On')), answer(thought(), text('No'))]
    const carried = carryMessages(broken, signed)
    expect(JSON.stringify(carried.messages)).not.toContain('thinking')
    expect(carried.leftOut).toEqual([{ kind: 'reasoning', count: 2 }])
  })

  it('keeps the words of reasoning where the format holds them, and lists what is sealed', () => {
    const carried = carryMessages(
      [user(text('Go')), answer(thought('s'), { type: 'reasoning', encrypted_content: 'x' }, text('Yes'))],
      { reasoning: 'text', images: false },
    )
    expect(carried.messages[1]).toEqual(answer({ type: 'thinking', thinking: 'Hm.' }, text('Yes')))
    expect(carried.leftOut).toEqual([{ kind: 'sealed-reasoning', count: 1 }])
  })

  it.each([
    [true, 0],
    ['inline', 2],
    [false, 4],
  ] as const)('with images: %s leaves out %d of two and two', (images, count) => {
    const seen: ContentBlock = { ...result('a'), content: [text('seen'), inline, linked] }
    const carried = carryMessages([user(inline, linked, text('Go')), answer(call('a')), user(seen)], {
      reasoning: 'none',
      images,
    })
    expect(carried.leftOut).toEqual(count === 0 ? [] : [{ kind: 'image', count }])
  })

  it('lists opaque summaries, unknown blocks and messages of which nothing is left', () => {
    const carried = carryMessages(
      [
        user(text('Go')),
        answer({ type: 'compaction', encrypted_content: 'x' }),
        user({ type: 'audio' }, text('On')),
      ],
      plain,
    )
    expect(carried.messages).toEqual([user(text('Go')), user(text('On'))])
    expect(carried.leftOut).toEqual([
      { kind: 'opaque-summary', count: 1 },
      { kind: 'empty-message', count: 1 },
      { kind: 'unknown-block', count: 1 },
    ])
  })

  it('takes marks of arms and other agents off', () => {
    const marked: Message = {
      ...user(text('Go')),
      ts: 5,
      isSummary: true,
      condenseId: 'x',
      truncationId: 'y',
    }
    expect(carryMessages([marked], plain).messages).toEqual([{ ...user(text('Go')), ts: 5, isSummary: true }])
  })
})
