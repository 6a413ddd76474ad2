import { describe, expect, it } from 'vitest'
import type { Readable } from './create-remembered-reading.ts'
import { keepLetters, linesOf } from './line-keys.ts'

const result = (text: string): Readable => ({ kind: 'tool-result', holder: 'text', text })
const readTestLineKeys = (part: Readable): readonly number[] => linesOf(part).keys

describe('a line', () => {
  const plain = '  const total = sumOf(prices)'

  it.each([
    ['a number and an arrow', `    12→${plain}`],
    ['a number and a bar', ` 12 | ${plain}`],
    ['a number and a tab', `12\t${plain}`],
    ['a sign of a patch', `-${plain}`],
    ['other blanks', 'const  total =\tsumOf( prices )'],
  ])('is the same with %s', (_name, text) => {
    expect(readTestLineKeys(result(text))).toEqual(readTestLineKeys(result(plain)))
  })

  it('is another one with another letter, or a capital', () => {
    const keys = [plain, plain.replace('sum', 'sun'), plain.replace('total', 'Total')].flatMap((text) =>
      readTestLineKeys(result(text)),
    )
    expect(new Set(keys).size).toBe(3)
  })

  it.each(['}', 'short words', 'src/main/evaluation/facts/one-word.ts', '--- ----- -- -------- -- ----'])(
    'says too little: %s',
    (text) => expect(readTestLineKeys(result(text))).toEqual([]),
  )

  it('stands behind its number, and knows which one it is', () => {
    const text = `head\n 12→${plain}\nend`
    const { numbers, starts, ends } = linesOf(result(text))
    expect(numbers).toEqual([1])
    expect(text.slice(starts[0], ends[0])).toBe(plain)
  })
})

describe('the lines of a call', () => {
  const line = 'return "a" + render(view)'

  it('are those of its arguments, however JSON writes them', () => {
    const text = `Edit ${JSON.stringify({ file_path: 'a.ts', old_string: line, deep: [{ text: `one\n${line}` }] })}`
    expect(readTestLineKeys({ kind: 'tool-call', holder: 'input', text })).toEqual([
      ...readTestLineKeys(result(line)),
      ...readTestLineKeys(result(line)),
    ])
  })

  it('are read as they stand where they are no JSON', () => {
    expect(readTestLineKeys({ kind: 'tool-call', holder: 'input', text: `Edit {\n${line}\n` })).toEqual(
      readTestLineKeys(result(line)),
    )
  })

  it.each([`<content>${line}\n</content>`, `<content>\n${line}</content>`, `<content>${line}</content>`])(
    'may share a line with the tags of an argument: %j',
    (content) => {
      const text = `<write>\n${content}\n</write>`
      expect(readTestLineKeys({ kind: 'tool-call', holder: 'text', text })).toContain(
        readTestLineKeys(result(line))[0],
      )
    },
  )
})

it('is quoted by prose', () => {
  const text = 'I change `const total = sumOf(prices)` now.'
  const keys = readTestLineKeys({ kind: 'assistant-text', holder: 'text', text })
  expect(keys).toContain(readTestLineKeys(result('const total = sumOf(prices)'))[0])
})

it('is found amid other words by its letters', () => {
  expect(keepLetters('It says `a = b(c)`, é.')).toBe('Itsaysabcé')
})
