import { describe, expect, it } from 'vitest'
import {
  comparedProviderIds,
  guideAnswerIds,
  guideMatrixGroupSchema,
  guideQuestionIds,
  guideQuestionSchema,
  guideReferenceSchema,
  type GuideBranch,
  type GuidePick,
} from '../../../../../shared/home/guide-types.ts'
import { findProvider } from '../../../../methods/registry.ts'
import { guideSuits } from './find-claimed-advice.ts'
import { guideCandidates } from './guide-candidates.ts'
import { guideMatrix } from './guide-matrix.ts'
import { picks } from './guide-picks.ts'
import { guideQuestions } from './guide-questions.ts'
import { guideReference } from './guide-reference.ts'
import { guideTree } from './guide-tree.ts'

/** What the workbench calls its providers, strategies and presets. */
const known: Readonly<Record<string, readonly string[]>> = {
  native: ['classic', 'current', 'selective'],
  lossless: ['strict', 'default', 'cache-friendly'],
  truncation: ['default', 'suppress', 'balanced'],
  smart: ['conservative', 'balanced', 'aggressive', 'multi-zone', 'selective'],
  pipeline: [],
  'quality-first': [],
}

const collectLeaves = ({ leaf, branches }: GuideBranch): readonly GuidePick[] => [
  ...(leaf === null ? [] : [leaf.pick]),
  ...branches.flatMap(collectLeaves),
]

describe('the guide as data', () => {
  it('has every question with its answers in order', () => {
    expect(guideQuestions.map(({ id }) => id)).toEqual(guideQuestionIds)
    for (const question of guideQuestions) {
      expect(guideQuestionSchema.parse(question)).toEqual(question)
      expect(question.answers.map(({ id }) => id)).toEqual(guideAnswerIds[question.id])
      expect(question.answers.map(({ letter }) => letter).join('')).toMatch(/^ABCDE?$/)
      expect(Object.keys(guideSuits[question.id])).toEqual(question.answers.map(({ id }) => id))
    }
  })

  it('names only providers and presets that there are', () => {
    const { tree, scenarios, constraints, users } = guideReference
    const inCases = [...scenarios, ...constraints, ...users].flatMap((one) => one.picks)
    const named = [...Object.values(picks), ...tree.branches.flatMap(collectLeaves), ...inCases]
    expect(named.length).toBeGreaterThan(30)
    const unknown = named.filter(
      ({ providerId, presetId }) =>
        known[providerId] === undefined || (presetId !== null && !known[providerId].includes(presetId)),
    )
    expect(unknown).toEqual([])
  })

  it('reaches every candidate under its own name', () => {
    for (const [name, candidate] of Object.entries(guideCandidates)) {
      expect(candidate.pick).toBe(Object.entries(picks).find(([key]) => key === name)?.[1])
    }
  })

  it('has every row of the comparison, each with a claim for each provider', () => {
    const rows = guideMatrix.flatMap((group) => group.rows)
    expect(rows.length).toBe(22)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(22)
    for (const group of guideMatrix) expect(guideMatrixGroupSchema.parse(group)).toEqual(group)
    for (const { claims } of rows) {
      for (const provider of comparedProviderIds) {
        expect(claims[provider].mark ?? claims[provider].text).not.toBe('')
      }
    }
    expect(rows.flatMap(({ measured }) => measured ?? [])).toEqual(['duration', 'reduction', 'cost'])
  })

  it.each([
    ['parallel', [false, true, false, true]],
    ['profiles', [true, false, false, true]],
    ['passes', [false, false, false, true]],
    ['lossless', [false, true, false, true]],
    ['summaries', [true, false, false, true]],
    ['fallback', [false, true, false, true]],
  ])('compares by %s as the provider design does', (id, expected) => {
    const row = guideMatrix.flatMap((group) => group.rows).find((one) => one.id === id)
    expect(comparedProviderIds.map((provider) => row?.claims[provider].mark === 'yes')).toEqual(expected)
  })

  it.each([
    ['native', 'medium'],
    ['lossless', 'fast'],
    ['truncation', 'fast'],
    ['smart', 'medium'],
  ])('calls %s as %s as its times are', (id, speed) => {
    expect(findProvider(id)?.capabilities.speed).toBe(speed)
  })

  it('has a tree of six priorities with eight ends, eight scenarios, six constraints, four users', () => {
    const { tree, scenarios, constraints, users } = guideReferenceSchema.parse(guideReference)
    expect(tree).toEqual(guideTree)
    expect(tree.branches.length).toBe(6)
    expect(tree.branches.flatMap(collectLeaves).map(({ label }) => label)).toEqual([
      'Native',
      'Lossless, strict',
      'Truncation',
      'Lossless',
      'Truncation',
      'Smart, conservative',
      'Pipeline: lossless, truncation, native',
      'Smart',
    ])
    expect([scenarios.length, constraints.length, users.length]).toEqual([8, 6, 4])
  })
})
