import { describe, expect, it } from 'vitest'
import type { Autopsied, MissingThing } from './autopsy-types.ts'
import {
  describeAllMissing,
  describeCondensation,
  describeOthers,
  describeThing,
  selectShownThings,
  writeRestoreNote,
} from './autopsy-words.ts'

const thing: MissingThing = {
  kind: 'read-again',
  texts: ['/w/src/rewind.go'],
  said: 15,
  used: 203,
  tokens: 4120,
  costUsd: 0.04,
  excerpt: 'func rewind() {\n}',
}
const one: Autopsied = {
  n: 1,
  kind: 'summary',
  trigger: 'auto',
  ts: null,
  before: 155_830,
  after: 46_329,
  atRequest: 86,
  followed: 107,
  costUsd: null,
  hidden: { messages: 10, parts: 20, tokens: 114_109 },
  unexamined: null,
  missing: [thing, { ...thing, tokens: 1000, costUsd: 0.01 }],
  others: 441,
  summary: null,
}
const run: MissingThing = { ...thing, kind: 'run-again', texts: ['git diff\n a.go'], costUsd: null }

describe('the words of an autopsy', () => {
  it.each([
    [one, '155,830 → 46,329 tokens. 2 things needed later were missing: read again for 5,120 tokens, $0.05.'],
    [
      { ...one, missing: [run] },
      '155,830 → 46,329 tokens. 1 thing needed later was missing: run again for 4,120 tokens.',
    ],
    [
      { ...one, missing: [] },
      '155,830 → 46,329 tokens. Nothing that it left out was read or run again in the 107 requests that followed.',
    ],
    [{ ...one, before: null, missing: [], followed: 0 }, 'Sizes not recorded. No request followed.'],
    [
      { ...one, unexamined: 'deleted' as const },
      '155,830 → 46,329 tokens. What it left out is no longer in the files.',
    ],
  ])('say first what a condensation did and what was missed', (condensation, text) =>
    expect(describeCondensation(condensation)).toBe(text),
  )

  it.each([
    [
      [one],
      'Of what its condensation left out, 2 things were needed later: read again for 5,120 tokens, $0.05.',
    ],
    [
      [{ missing: [run] }, one],
      'Of what its 2 condensations left out, 3 things were needed later: read or run again for 9,240 tokens.',
    ],
    [[{ missing: [] }], ''],
  ])('sum up all condensations of a task', (all, text) => expect(describeAllMissing(all)).toBe(text))

  it('name what was done again, and count all else', () => {
    expect(describeThing(thing)).toBe('rewind.go read again, 4,120 tokens, $0.04')
    expect(describeThing({ ...thing, texts: ['a.go', 'b.go'] })).toMatch(/^a\.go and 1 more read again,/)
    expect(describeThing(run)).toBe('git diff a.go run again, 4,120 tokens')
    expect(describeOthers(one)).toBe(
      '441 other details are gone and were not needed in the 107 requests that followed.',
    )
    expect(describeOthers({ ...one, others: null })).toBe('')
    expect(selectShownThings({ ...one, missing: Array.from({ length: 12 }, () => thing) })).toMatchObject({
      shown: { length: 10 },
      more: 'and 2 more',
    })
  })

  it('give back what is missing, between marks that it does not hold', () => {
    const note = writeRestoreNote([{ ...one, missing: [{ ...thing, excerpt: '```\ncode\n```' }, run] }])
    expect(note).toContain(
      'From `/w/src/rewind.go` (message 15, before condensation 1):\n\n````\n```\ncode\n```\n````',
    )
    expect(note).toContain('Result of `git diff\n a.go`')
    expect(writeRestoreNote([{ ...one, missing: [] }])).toBe('')
  })
})
