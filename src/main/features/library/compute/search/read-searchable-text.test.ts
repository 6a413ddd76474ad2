import { expect, it } from 'vitest'
import type { Message } from '../../../../../shared/kernel/message.ts'
import { readSearchableText } from './read-searchable-text.ts'

const content: Message['content'] = [
  { type: 'thinking', thinking: 'a thought', signature: 'c2lnbmF0dXJl' },
  { type: 'text', text: 'some text' },
  {
    type: 'tool_use',
    id: 'toolu_1',
    name: 'write_to_file',
    input: { path: 'src/app.ts', content: 'one\ntwo', line: 7, isNew: true, more: [{ deep: 'below' }] },
  },
  {
    type: 'tool_result',
    tool_use_id: 'toolu_1',
    content: [
      { type: 'text', text: 'the result' },
      { type: 'image', source: { type: 'base64', data: 'AAAA' } },
    ],
  },
  { type: 'tool_result', tool_use_id: 'toolu_1', content: 'plain result' },
  { type: 'something_new', id: 'x', payload: { note: 'unheard of' } },
  { type: 'text', text: `data ${'QUJD'.repeat(200)} end` },
]

it('holds what a person reads, and neither images nor ids nor data', () => {
  expect(readSearchableText({ role: 'user', content })).toBe(
    [
      'a thought',
      'some text',
      'write_to_file',
      'path: src/app.ts',
      'content: one\ntwo',
      'line: 7',
      'isNew: true',
      'more: deep: below',
      'the result',
      'plain result',
      'payload: note: unheard of',
      'data  end',
    ].join('\n'),
  )
})

it('takes plain strings and blocks that are damaged', () => {
  expect(readSearchableText({ role: 'user', content: 'plain' })).toBe('plain')
  const damaged: Message['content'] = [
    { type: 'text' },
    { type: 'tool_use', input: 'a string' },
    { type: 'tool_result' },
  ]
  expect(readSearchableText({ role: 'user', content: damaged })).toBe('a string')
})
