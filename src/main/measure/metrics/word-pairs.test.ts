import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { computeShuffledShare, wordPairs } from './word-pairs.ts'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

function findTestPairs(source: readonly Message[], continuation: readonly Message[]) {
  return wordPairs({ source: conversationFor(source), continuation: conversationFor(continuation) })
}
const listPairNames = (...given: Parameters<typeof findTestPairs>): string[] =>
  (findTestPairs(...given)?.pairs ?? []).map(({ words }) => [...words].toSorted().join(' '))

describe('the pairs of a continuation', () => {
  const source = [user('The watcher holds a stale lock on startup.')]

  it('are words that it writes as close as the history had them', () => {
    expect(listPairNames(source, [assistant('Release the stale lock!')])).toEqual(['lock stale'])
  })

  it('may stand in the arguments of a call, and name a file by its last name', () => {
    const files = [user('In src/deep/watcher.ts there is a stale lock.')]
    expect(listPairNames(files, [call('1', 'Edit', { path: 'lib/watcher.ts', text: 'stale' })])).toEqual([
      'stale watcher.ts',
    ])
  })

  it.each<[string, readonly Message[], readonly Message[]]>([
    [
      'the history has them far apart',
      [user('stale one two three four five six lock')],
      [assistant('stale lock')],
    ],
    ['the history has one of them only', [user('a lock on startup')], [assistant('stale lock')]],
    ['a tool says them first', source, [answer('1', 'a stale lock'), assistant('stale lock')]],
    ['the user says them first', source, [user('Which stale lock?'), assistant('The stale lock.')]],
    [
      'they are everyday words',
      [user('return this function value')],
      [assistant('return this function value')],
    ],
    [
      'many messages hold one of them',
      [...Array.from({ length: 5 }, () => user('a lock')), user('a stale lock')],
      [assistant('a stale lock')],
    ],
  ])('are none where %s', (_name, before, after) => {
    expect(listPairNames(before, after)).toEqual([])
  })
})

describe('shuffled words', () => {
  const words = Array.from({ length: 200 }, (_, at) => `word-${String.fromCharCode(97 + (at % 26))}${at}`)
  const known = findTestPairs([user(words.join(' '))], [assistant(words.join(' '))])!

  it('have few of the pairs, the same ones for the same seed', () => {
    const found = known.find(conversationFor([user(words.join(' '))]))
    expect(found.places.size).toBe(known.pairs.length)
    const share = computeShuffledShare(found, known, 1)
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThan(0.15)
    expect(computeShuffledShare(found, known, 1)).toBe(share)
    expect(computeShuffledShare(found, known, 2)).not.toBe(share)
  })

  it('are none of an empty text', () => {
    expect(computeShuffledShare(known.find({ parts: [] }), known, 1)).toBe(0)
  })
})
