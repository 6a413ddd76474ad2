import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../../../../shared/kernel/message.ts'
import { ModelFailure, type ModelMessage } from '../../../kernel/language-model.ts'
import { readTurns } from './read-turns.ts'
import type { Turn } from './turn.ts'

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const call = (id: string, name = 'read_file', input: unknown = { path: 'a' }): ContentBlock => ({
  type: 'tool_use',
  id,
  name,
  input,
})
const result = (id: string, content?: string): ContentBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  ...(content === undefined ? {} : { content }),
})
const user = (...content: ContentBlock[]): ModelMessage => ({ role: 'user', content })
const assistant = (...content: ContentBlock[]): ModelMessage => ({ role: 'assistant', content })

/** Turns in a form that can be read at a glance. */
function sketch(turns: readonly Turn[]): string[] {
  return turns.flatMap(({ role, pieces }) =>
    pieces.map((piece) => {
      if (piece.kind === 'text') return `${role}: ${piece.text}`
      if (piece.kind === 'image') return `${role} image`
      if (piece.kind === 'verbatim') return `${role} has ${piece.block.type}`
      return piece.kind === 'call' ? `${role} calls ${piece.id}` : `${role} answers ${piece.callId}`
    }),
  )
}

it('keeps blocks of the vendor where it takes them back, a compaction first', () => {
  const block: ContentBlock = { type: 'compaction', content: 'Before.' }
  const turns = readTurns([assistant(block, text('On.')), user(text('Go'))], true, (one) =>
    one.type === 'compaction' ? one : undefined,
  )
  expect(sketch(turns)).toEqual(['assistant has compaction', 'assistant: On.', 'user: Go'])
  expect(read(assistant(block))[0]).toContain('The beginning of the conversation')
})

function read(...messages: ModelMessage[]): string[] {
  return sketch(readTurns(messages, true))
}

describe('turns', () => {
  it('keep calls and results that stand in pairs', () => {
    expect(read(user(text('Hi')), assistant(text('So'), call('1')), user(result('1', 'x')))).toEqual([
      'user: Hi',
      'assistant: So',
      'assistant calls 1',
      'user answers 1',
    ])
  })

  it.each<readonly [string, readonly ModelMessage[], readonly string[]]>([
    [
      'a call without a result',
      [user(text('Hi')), assistant(call('1')), user(text('Go on'))],
      ['user: Hi', 'assistant: [Tool call: read_file]\n{"path":"a"}', 'user: Go on'],
    ],
    [
      'a result without a call',
      [user(result('1', 'x'), text('Hi'))],
      ['user: [Tool result]', 'user: x', 'user: Hi'],
    ],
    [
      'a result in a later turn',
      [user(text('Hi')), assistant(call('1')), user(text('a')), assistant(text('b')), user(result('1', 'x'))],
      [
        'user: Hi',
        'assistant: [Tool call: read_file]\n{"path":"a"}',
        'user: a',
        'assistant: b',
        'user: [Tool result]',
        'user: x',
      ],
    ],
    [
      'a call at the end',
      [user(text('Hi')), assistant(call('1'))],
      ['user: Hi', 'assistant: [Tool call: read_file]\n{"path":"a"}'],
    ],
    [
      'an id that was used before',
      [
        user(text('Hi')),
        assistant(call('1')),
        user(result('1', 'x')),
        assistant(call('1')),
        user(result('1', 'y')),
      ],
      [
        'user: Hi',
        'assistant calls 1',
        'user answers 1',
        'assistant: [Tool call: read_file]\n{"path":"a"}',
        'user: [Tool result]',
        'user: y',
      ],
    ],
    [
      'an id that no vendor takes',
      [user(text('Hi')), assistant(call('a b')), user(result('a b'))],
      ['user: Hi', 'assistant: [Tool call: read_file]\n{"path":"a"}', 'user: [Tool result]\n(empty)'],
    ],
    [
      'a name that no vendor takes',
      [user(text('Hi')), assistant(call('1', 'my tool')), user(result('1', 'x'))],
      ['user: Hi', 'assistant: [Tool call: my tool]\n{"path":"a"}', 'user: [Tool result]', 'user: x'],
    ],
    [
      'an input that is no object',
      [user(text('Hi')), assistant(call('1', 'run', 'ls -l')), user(result('1', 'x'))],
      ['user: Hi', 'assistant: [Tool call: run]\nls -l', 'user: [Tool result]', 'user: x'],
    ],
    [
      'a second result of one call',
      [user(text('Hi')), assistant(call('1')), user(result('1', 'x'), result('1', 'y'))],
      ['user: Hi', 'assistant calls 1', 'user answers 1', 'user: [Tool result]', 'user: y'],
    ],
  ])('have as text %s', (_, messages, expected) => {
    expect(read(...messages)).toEqual(expected)
  })

  it('have results first, and join messages of one role', () => {
    expect(
      read(
        user(text('Hi')),
        assistant(call('1')),
        assistant(call('2')),
        user(text('a')),
        user(result('2'), result('1')),
      ),
    ).toEqual([
      'user: Hi',
      'assistant calls 1',
      'assistant calls 2',
      'user answers 2',
      'user answers 1',
      'user: a',
    ])
  })

  it('begin with the user', () => {
    expect(read(assistant(text('So')))).toEqual([
      'user: [The beginning of the conversation is not here.]',
      'assistant: So',
    ])
  })

  it('leave out thinking, and what is empty', () => {
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'old' }
    expect(
      read(
        user(text('Hi'), text(' \n')),
        assistant(thinking, { type: 'reasoning', text: 'Hm.' }, { type: 'redacted_thinking', data: 'x' }),
        { role: 'assistant', content: '' },
        user(text('there')),
      ),
    ).toEqual(['user: Hi', 'user: there'])
  })

  it('have blocks that nobody knows as text, without data that nobody can read', () => {
    const block = { type: 'document', title: 'Plan', data: 'A'.repeat(5000) }
    expect(read(user({ type: 'note', text: 'Mind the gap' }, block))).toEqual([
      'user: Mind the gap',
      'user: [document]\n{"type":"document","title":"Plan","data":"[5000 characters of data]"}',
    ])
  })

  it('mend halves of characters, which vendors refuse', () => {
    expect(read(user(text('half \ud83d')))).toEqual(['user: half \ufffd'])
  })

  it.each<readonly [string, ContentBlock, object | string]>([
    [
      'of Anthropic',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { kind: 'base64', mediaType: 'image/png', data: 'AAAA' },
    ],
    [
      'at an address',
      { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } },
      { kind: 'url', url: 'https://x.test/a.png' },
    ],
    [
      'of OpenAI',
      { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,AAAA' } },
      { kind: 'base64', mediaType: 'image/jpeg', data: 'AAAA' },
    ],
  ])('keep an image %s', (_, block, source) => {
    expect(readTurns([user(block)], true)).toEqual([{ role: 'user', pieces: [{ kind: 'image', source }] }])
  })

  it('name images that the model cannot see, within results as well', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    const seen = { type: 'tool_result', tool_use_id: '1', content: [image] }
    const turns = readTurns([user(image), assistant(call('1'), image), user(seen)], false)
    expect(turns.map(({ pieces }) => pieces)).toEqual([
      [{ kind: 'text', text: '[Image]' }],
      [expect.objectContaining({ kind: 'call' }), { kind: 'text', text: '[Image]' }],
      [expect.objectContaining({ content: [{ kind: 'text', text: '[Image]' }] })],
    ])
  })

  it('are refused where nothing is left to send', () => {
    expect(() => readTurns([user(text(' '))], true)).toThrow(ModelFailure)
  })

  it('leave the messages as they were', () => {
    const messages = [user(text('Hi')), assistant(call('1')), user(result('1', 'x'))]
    const before = structuredClone(messages)
    readTurns(messages, true)
    expect(messages).toEqual(before)
  })
})
