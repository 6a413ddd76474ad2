import { describe, expect, it } from 'vitest'
import {
  comparedProviderIds,
  guideAnswerIds,
  guideMatrixGroupSchema,
  guideQuestionIds,
  guideQuestionSchema,
} from '../../../../../shared/home/guide-types.ts'
import { findMethod } from '../../../../methods/methods.ts'
import { guideMatrix } from './guide-matrix.ts'
import { guideQuestions } from './guide-questions.ts'

describe('the guide as data', () => {
  it('has every question with its answers in order', () => {
    expect(guideQuestions.map(({ id }) => id)).toEqual(guideQuestionIds)
    for (const question of guideQuestions) {
      expect(guideQuestionSchema.parse(question)).toEqual(question)
      expect(question.answers.map(({ id }) => id)).toEqual(guideAnswerIds[question.id])
      expect(question.answers.map(({ letter }) => letter).join('')).toMatch(/^ABCDE?$/)
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
    expect(findMethod(id)?.capabilities.speed).toBe(speed)
  })
})
