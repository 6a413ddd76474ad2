import { describe, expect, it } from 'vitest'
import type { FactClassId } from '../../../../shared/kernel/fact.ts'
import {
  stripPlaces,
  buildSurvivalBins,
  countSurvival,
  filterFacts,
  collectSurvivalFacts,
  type SurvivalFact,
} from './collect-survival-facts.ts'

const place = (messageIndex: number) => ({ messageIndex, partIndex: 0, start: 0, end: 1 })
const fact = (messageIndex: number, isKept: boolean, classId: FactClassId = 'path'): SurvivalFact => ({
  id: `${classId} ${messageIndex}`,
  classId,
  text: `fact ${messageIndex}`,
  isKept,
  stood: [place(messageIndex)],
  stands: isKept ? [place(0)] : [],
})

describe('the facts of a run', () => {
  it('come from the survival of every class, and from no other metric', () => {
    const one = { classId: 'path' as const, key: 'src/a.ts', text: './src/a.ts', places: [place(3)] }
    const two = { ...one, classId: 'url' as const, key: 'u' }
    const facts = collectSurvivalFacts([
      {
        metric: 'survival-path',
        value: 1,
        evidence: { kind: 'facts', facts: [{ fact: one, now: [place(1)] }] },
      },
      { metric: 'survival-url', value: 0, evidence: { kind: 'facts', facts: [{ fact: two, now: [] }] } },
      {
        metric: 'continuation-recall',
        value: 1,
        evidence: {
          kind: 'continuation',
          chance: 0,
          byClass: [],
          facts: [{ fact: one, now: [place(1)] }],
        },
      },
      { metric: 'survival-error', value: null, evidence: null },
    ])
    expect(facts.map(({ id, isKept, text }) => [id, isKept, text])).toEqual([
      ['path src/a.ts', true, './src/a.ts'],
      ['url u', false, './src/a.ts'],
    ])
  })

  const facts = [fact(0, true), fact(1, false), fact(2, false, 'constraint')]

  it.each([
    [[], [], 3],
    [['path'], [], 2],
    [[], ['lost'], 2],
    [['path'], ['lost'], 1],
    [['url'], [], 0],
  ] as const)('are filtered by class %j and fate %j', (classIds, fates, count) => {
    expect(filterFacts(facts, { classIds, fates })).toHaveLength(count)
  })

  it('are counted by the classes that occur', () => {
    expect(countSurvival(facts)).toEqual([
      { classId: 'path', kept: 1, total: 2 },
      { classId: 'constraint', kept: 0, total: 1 },
    ])
  })
})

describe('the strip', () => {
  it.each([
    [10, 1000, 10],
    [10_000, 1000, 200],
    [0, 1000, 1],
    [10, 0, 1],
  ])('over %s messages in %s pixels has %s places', (messages, width, places) => {
    expect(stripPlaces(messages, width)).toBe(places)
  })

  it('puts each fact into the place of its message, and leads to what was lost', () => {
    const bins = buildSurvivalBins([fact(9, true), fact(0, true), fact(1, false), fact(4, true)], 10, 5)
    expect(bins).toEqual([
      expect.objectContaining({ position: 0, first: 0, last: 1, kept: 1, lost: 1 }),
      expect.objectContaining({ position: 2, first: 4, last: 5, kept: 1, lost: 0 }),
      expect.objectContaining({ position: 4, first: 8, last: 9, kept: 1, lost: 0 }),
    ])
    expect(bins.map(({ lead }) => lead.text)).toEqual(['fact 1', 'fact 4', 'fact 9'])
  })

  it.each([
    [7, 3],
    [100, 33],
    [3, 3],
  ])('names for %s messages in %s places the messages whose facts are there', (messages, places) => {
    const facts = Array.from({ length: messages }, (_, at) => fact(at, true))
    const bins = buildSurvivalBins(facts, messages, places)
    expect(bins.flatMap(({ first, last }) => [last - first + 1])).toEqual(bins.map(({ kept }) => kept))
    expect(bins.reduce((sum, { kept }) => sum + kept, 0)).toBe(messages)
    expect(bins.map(({ lead, first }) => lead.text === `fact ${first}`)).not.toContain(false)
  })

  it('stays bounded with five thousand facts', () => {
    const facts = Array.from({ length: 5000 }, (_, at) => fact(at % 4000, at % 3 === 0))
    expect(buildSurvivalBins(facts, 4000, stripPlaces(4000, 1200)).length).toBeLessThanOrEqual(240)
  })
})
