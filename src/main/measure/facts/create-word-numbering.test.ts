import { describe, expect, it } from 'vitest'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { call } from '../../kernel/testing/small-histories.ts'
import { createWordNumbering, collectTellingWords } from './create-word-numbering.ts'

const buildTestParts = (text: string) => conversationFor([{ role: 'user', content: text }]).parts.flat()

describe('telling words', () => {
  it.each([
    ['The Watcher keeps locks.', ['watcher', 'keeps', 'locks']],
    ['src/main/File-Lock.ts and C:\\dev\\lock.cs', ['file-lock.ts', 'lock.cs']],
    ['a.b 12345 return function https x', []],
    ['lock lock LOCK', ['lock']],
  ])('of %j are %j', (text, words) => {
    expect(collectTellingWords(buildTestParts(text))).toEqual(words)
  })

  it('of a call are read without its escapes', () => {
    const { parts } = conversationFor([call('1', 'Write', { content: 'one\nlocks "watcher"\tthere' })])
    expect(collectTellingWords(parts.flat())).toEqual(['locks', 'watcher'])
  })
})

it('are found with their places among all words', () => {
  const text = 'A watcher of src/lock.ts'
  const [part] = buildTestParts(text)
  const found = createWordNumbering(['lock.ts', 'watcher'])(part!)
  expect({ ids: [...found.ids], places: [...found.places], size: found.size }).toEqual({
    ids: [1, 0],
    places: [1, 3],
    size: 4,
  })
  expect(text.slice(found.starts[1], found.ends[1])).toBe('lock.ts')
})
