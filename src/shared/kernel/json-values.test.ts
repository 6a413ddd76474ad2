import { describe, expect, it } from 'vitest'
import { createTextSharer, deepestJson, parseJson } from './json-values.ts'

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

it.each(['{"a":[1]}', '\uFEFF{"a":[1]}'])('gives what a text says: %j', (text) =>
  expect(parseJson(text)).toEqual({ a: [1] }),
)

it('takes what nests as deep as may be', () => expect(parseJson(nested(deepestJson))).toHaveProperty('a'))

it.each([deepestJson + 2, 5000, 1_000_000])('refuses what nests %i levels deep', (levels) =>
  expect(() => parseJson(nested(levels))).toThrow('more than 500 levels deep'),
)

it('refuses what is no JSON', () => expect(() => parseJson('{')).toThrow(SyntaxError))

/** Which texts are put in the place of one that a message holds, after another message was seen. */
function findReplacedTexts(
  message: (text: object) => unknown,
  before: unknown,
  text: string,
): readonly string[] {
  const replaced: string[] = []
  const holder = {
    get text() {
      return text
    },
    set text(other: string) {
      replaced.push(other)
    },
  }
  const share = createTextSharer()
  share(before)
  share(message(holder))
  return replaced
}

const long = '✓'.repeat(200)
const before = { role: 'user', content: [{ type: 'text', text: long }] }

describe('texts that messages share', () => {
  it.each([
    ['a block', (holder: object) => ({ role: 'user', content: [holder] })],
    ['a result', (holder: object) => ({ content: [{ type: 'tool_result', content: [holder] }] })],
    ['the input of a tool', (holder: object) => ({ content: [{ type: 'tool_use', input: holder }] })],
  ])('are those in %s', (_name, message) => {
    expect(findReplacedTexts(message, before, long)).toEqual([long])
  })

  it('are those of a length that others have, too', () => {
    const other = `${long.slice(1)}x`
    const texts = { content: [{ text: long }, { text: other }] }
    expect(findReplacedTexts((holder) => ({ content: [holder] }), texts, other)).toEqual([other])
    expect(findReplacedTexts((holder) => ({ content: [holder] }), texts, long)).toEqual([long])
  })

  it.each([
    ['that differ in the end', before, `${long.slice(1)}x`],
    ['that are short', { role: 'user', content: 'short' }, 'short'],
    ['that no message had before', {}, long],
  ])('are not those %s', (_name, other, text) => {
    expect(findReplacedTexts((holder) => ({ content: [holder] }), other, text)).toEqual([])
  })

  it('leave the messages what they were, however deep they nest', () => {
    const text = `{"__proto__":"${long}","7":"${long}","a":${'['.repeat(500)}"${long}"${']'.repeat(500)}}`
    const share = createTextSharer()
    const values: unknown[] = [JSON.parse(text), JSON.parse(text)]
    values.forEach(share)
    expect(JSON.stringify(values[1])).toBe(JSON.stringify(JSON.parse(text)))
  })
})
