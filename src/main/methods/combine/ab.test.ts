import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { exchangeHistory } from '../../kernel/testing/exchange-history.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { findMethod } from '../methods.ts'
import { abStrategy, assignArm } from './ab.ts'
const keyCount = 10_000
const families: readonly (readonly [string, (index: number) => string])[] = [
  ['numbers', (index) => `${index}`],
  ['even numbers', (index) => `${index * 2}`],
  ['doubled numbers', (index) => `${index}-${index}`],
  ['addresses', (index) => `user${index}@example.com`],
  ['ids of equal length', (index) => `task-${index.toString(16).padStart(8, '0')}`],
  ['times', (index) => `${1_750_000_000_000 + index * 1000}`],
  ['repeated letters', (index) => String.fromCodePoint(97 + (index % 26)).repeat(1 + Math.floor(index / 26))],
]

describe.each(families)('keys that are %s', (_name, keyOf) => {
  it.each([2, 3, 5])('give each of %i arms its share, within 2 % of all', (arms) => {
    const counts = Array.from({ length: arms }, () => 0)
    for (let index = 0; index < keyCount; index += 1) {
      const { at } = assignArm(keyOf(index), arms)
      counts[at] = (counts[at] ?? 0) + 1
    }
    for (const count of counts) expect(Math.abs(count / keyCount - 1 / arms)).toBeLessThan(0.02)
  })
})

const arms = ['lossless', 'truncation', 'sliding-window'].map((providerId) => ({ providerId }))
const history = exchangeHistory(21, 'xml')

async function armFor(key: string, messages: readonly Message[] = history, target: number | null = null) {
  const { summary } = await runOn(abStrategy, { key, arms }, conversationFor(messages), target)
  const chosen = summary.trace.filter(({ reason }) => reason.includes('the key hashes to'))
  expect(chosen).toHaveLength(1)
  expect(summary.trace.filter(({ reason }) => reason.includes('assigned to another'))).toHaveLength(2)
  return chosen[0]?.label
}

describe('the A/B strategy', () => {
  const keys = Array.from({ length: 30 }, (_, index) => `user-${index}`)

  it('takes the arm of the key, whatever the history and the target', async () => {
    for (const key of keys) {
      const expected = arms[assignArm(key, arms.length).at]?.providerId
      expect(await armFor(key)).toBe(expected)
      expect(await armFor(key, exchangeHistory(9, 'native'), 100)).toBe(expected)
    }
  })

  it('meets every arm', async () => {
    const met = await Promise.all(keys.map((key) => armFor(key)))
    expect(new Set(met)).toEqual(new Set(['lossless', 'sliding-window', 'truncation']))
  })

  it('takes the first message for the key where it has none: the rest of the history is of no account', async () => {
    const first = await armFor('')
    expect(await armFor('', exchangeHistory(31, 'xml'))).toBe(first)
    const others = await Promise.all(
      keys.map((key) => armFor('', [{ role: 'user', content: key }, ...history.slice(1)])),
    )
    expect(new Set(others).size).toBe(3)
  })

  it.each([
    ['one arm', { arms: arms.slice(0, 1) }, ['arms']],
    ['27 arms', { arms: Array.from({ length: 27 }, () => arms[0]) }, ['arms']],
    ['an arm without a provider', { arms: [arms[0], {}] }, ['arms', 1, 'providerId']],
    ['a field that there is not', { armz: arms }, []],
  ])('does not take %s', (_name, settings, path) => {
    const { issues } = abStrategy.bind(settings, findMethod)
    expect(issues.map((issue) => issue.path)).toEqual([path])
  })
})
