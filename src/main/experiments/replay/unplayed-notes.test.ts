import { expect, it } from 'vitest'
import { prepareExample } from '../testing/prepare-example.ts'
import { exampleTask } from '../testing/replay-example.ts'
import { unplayedNotes } from './unplayed-notes.ts'

const { steps } = prepareExample(exampleTask())
const played = {
  steps: steps.map((step, index) =>
    index === 5 ? { ...step, ownCondensations: { count: 1, costUsd: 0.1, unpaid: 0 } } : step,
  ),
}
const at = (request: number | null) => ({ kind: 'condensation' as const, request })

it('says how often the agent condensed where that cannot be played', () => {
  expect(unplayedNotes({ steps }, [at(2), at(4)])).toEqual([
    {
      request: 0,
      text: 'The agent condensed 2 times, before requests 2, 4; none of that can be played, and what it cost is in no figure here.',
    },
  ])
})

it.each([
  ['some of it is played', [at(2), at(5)], /2 times, before request 2; 1 of that cannot be played/],
  ['nothing says where', [at(null)], /^The agent condensed 1 time; (?:none|1) of that can/],
] as const)('says so where %s', (_name, firings, text) => {
  const task = firings.length === 1 ? { steps } : played
  expect(unplayedNotes(task, firings)[0]?.text).toMatch(text)
})

it('says nothing where all of it is played, or there was none', () => {
  expect(unplayedNotes(played, [at(5), { kind: 'truncation', request: 2 }])).toEqual([])
  expect(unplayedNotes({ steps }, [])).toEqual([])
})
