import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { roughCounter as counter } from '../../../kernel/testing/run-on.ts'
import { measureDrift, computeHalfLife, type DriftInput } from './measure-drift.ts'

const paths = Array.from({ length: 8 }, (_, index) => `src/part-${index}/file-${index}.ts`)
const user = (content: string): Message => ({ role: 'user', content })
const messages: Message[] = [
  user(`Please look at ${paths.join(' and ')} today`),
  { role: 'assistant', content: 'Yes' },
  user(`Go on with ${paths[0]} now`),
  { role: 'assistant', content: 'Done' },
  user('And further'),
  { role: 'assistant', content: 'Done as well' },
]
const signal = new AbortController().signal
const base = { messages, cuts: [2, 4, 6], counter, signal }

/** A condenser that forgets every second path that it still finds. */
const forgetful: DriftInput['condense'] = ({ messages: own }) => {
  const text = JSON.stringify(own)
  const left = paths.filter((path) => text.includes(path)).filter((_, index) => index % 2 === 1)
  return Promise.resolve({
    messages: [user(`Files: ${left.join(' and ')} remain`)],
    provenance: { messages: [], dropped: [] },
    costUsd: 0.5,
  })
}

describe('drift', () => {
  it('follows the facts of the first segment that no later message states again', async () => {
    const drift = await measureDrift({ ...base, condense: forgetful })
    const shares = drift.cycles.map(({ byClass }) => byClass.path)
    // Of seven paths (the first is said again) four stay, then two, then one.
    expect(shares).toEqual([4 / 7, 2 / 7, 1 / 7])
    expect(drift.cycles.map(({ messages: own, costUsd }) => [own, costUsd])).toEqual([
      [2, 0.5],
      [4, 0.5],
      [6, 0.5],
    ])
    expect(drift.halfLifeCycles).toBeGreaterThan(0.9)
    expect(drift.halfLifeCycles).toBeLessThan(1.2)
  })

  it('has no half-life where nothing is lost', async () => {
    const drift = await measureDrift({ ...base, condense: () => Promise.resolve(null) })
    expect(drift.cycles.map(({ survival }) => survival)).toEqual([1, 1, 1])
    expect(drift.halfLifeCycles).toBeNull()
    expect(drift.cycles[2]?.tokensAfter).toBe(drift.cycles[2]?.tokensBefore)
  })

  it.each([
    ['of halves', [0.5, 0.25, 0.125], 1],
    ['of a slower decay', [2 ** -0.25, 2 ** -0.5, 2 ** -0.75], 4],
    ['is null where nothing is lost', [1, 1], null],
    ['is null without facts', [], null],
  ])('half-life %s', (_name, survivals, expected) => {
    const own = computeHalfLife(survivals, 100)
    expect(own === null ? null : Math.round(own * 1e9) / 1e9).toBe(expected)
  })

  it('half-life is finite where all is lost at once', () => {
    expect(computeHalfLife([0, 0], 100)).toBeGreaterThan(0)
  })
})
