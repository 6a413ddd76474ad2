import { describe, expect, it } from 'vitest'
import { makeAutopsied, rewind } from '../testing/make-autopsied.ts'
import type { MissingThing } from './autopsy-types.ts'
import {
  describeAllMissing,
  describeCondensation,
  describeOccasion,
  describeOthers,
  describeSurvived,
  describeThing,
  explainMissingSummary,
  selectShownThings,
  writeRestoreNote,
} from './autopsy-words.ts'

const thing = rewind
const one = makeAutopsied()
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
      'Of what the agent’s condensation left out, 2 things were needed later: read again for 5,120 tokens, $0.05.',
    ],
    [
      [{ missing: [run] }, one],
      'Of what the agent’s 2 condensations left out, 3 things were needed later: read or run again for 9,240 tokens.',
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
    expect(describeOthers({ ...one, others: null })).toMatch(/not counted in a session of this size/)
    expect(describeOthers({ ...one, others: null, kind: 'opaque' })).toBe('')
    expect(describeOthers({ ...one, others: null, unexamined: 'deleted' })).toBe('')
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

  it.each([
    ['auto', 'automatic'],
    ['manual', 'by hand'],
    ['overflow', 'overflow'],
  ])('say of the trigger %s that it was %s', (trigger, words) =>
    expect(describeOccasion({ ...one, trigger, ts: 5 }, () => 'then')).toBe(
      `summary, ${words}, then, before request 86`,
    ),
  )

  it.each([
    [1, 'it'],
    [2, 'both'],
    [3, 'all 3'],
  ])('say what survived condensation %i', (n, words) =>
    expect(describeSurvived({ n, survived: one.survived })).toBe(
      `Of 504 details in the context before the first condensation, 54 survived ${words}.`,
    ),
  )

  it('say what cannot be seen of a summary, and nothing of one that can be read', () => {
    expect(explainMissingSummary(one)).toBe('')
    expect(explainMissingSummary({ kind: 'opaque', summary: null })).toMatch(/^The summary is encrypted\./)
    expect(explainMissingSummary({ kind: 'truncation', summary: null })).toMatch(/oldest messages/)
  })
})
