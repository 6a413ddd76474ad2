import { describe, expect, it } from 'vitest'
import { splitHistory } from '../../src/main/kernel/history/split-parts.ts'
import { findXmlParameters } from '../../src/main/kernel/history/xml-elements.ts'
import { hostileTexts } from './hostile-texts.ts'

const chars = 6000

describe('a hostile text', () => {
  it.each(hostileTexts)('is split into parts that hold all of it: $name', ({ make }) => {
    const text = make(chars)
    const messages = [
      { role: 'user', content: [{ type: 'text', text }] },
      { role: 'assistant', content: [{ type: 'text', text }] },
      { role: 'user', content: [{ type: 'text', text: `[read_file for 'a'] Result:\n${text}` }] },
    ]
    const parts = splitHistory(messages)
    expect(parts.map((own) => own.map((part) => part.text).join(''))).toEqual([
      text,
      text,
      `[read_file for 'a'] Result:\n${text}`,
    ])
  })
})

it('is no deeper than the stack: hundred thousands of elements within each other', () => {
  const times = 100_000
  const call = `<read_file>${'<args><file>'.repeat(times)}<path>a</path>${'</file></args>'.repeat(times)}</read_file>`
  expect(findXmlParameters(call).map(({ start, end }) => call.slice(start, end))).toEqual(['a'])
})
