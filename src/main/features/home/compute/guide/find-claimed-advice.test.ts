import { describe, expect, it } from 'vitest'
import {
  claimedAdviceSchema,
  guideAnswerIds,
  type GuideAnswers,
} from '../../../../../shared/home/guide-types.ts'
import { findClaimedAdvice, meetsAllAnswers } from './find-claimed-advice.ts'
import { guideCandidates } from './guide-candidates.ts'
const open = [undefined]
const everyCombination: readonly GuideAnswers[] = [...open, ...guideAnswerIds.budget].flatMap((budget) =>
  [...open, ...guideAnswerIds.latency].flatMap((latency) =>
    [...open, ...guideAnswerIds.loss].flatMap((loss) =>
      [...open, ...guideAnswerIds.config].map((config) => ({
        ...(budget && { budget }),
        ...(latency && { latency }),
        ...(loss && { loss }),
        ...(config && { config }),
      })),
    ),
  ),
)

const asked = ['budget', 'latency', 'loss', 'config'] as const
const answered = (answers: GuideAnswers) => asked.filter((question) => answers[question] !== undefined)
const findAdviceLabel = (answers: GuideAnswers): string => findClaimedAdvice(answers).recommendation.label

describe('what the design names', () => {
  it('is there for every combination of answers, with reasons, and the same each time', () => {
    expect(everyCombination.length).toBe(5 * 6 * 6 * 6)
    for (const answers of everyCombination) {
      const advice = findClaimedAdvice(answers)
      expect(claimedAdviceSchema.parse(advice)).toEqual(advice)
      expect(findClaimedAdvice(answers)).toEqual(advice)
    }
    expect(everyCombination.filter((answers) => findClaimedAdvice(answers).reasons.length === 0)).toEqual([])
  })

  it('names a conflict exactly where nothing meets all answers, and gives a reason for every other answer', () => {
    for (const answers of everyCombination) {
      const { conflicts, reasons } = findClaimedAdvice(answers)
      const questions = answered(answers)
      const isPossible = Object.values(guideCandidates).some((one) =>
        meetsAllAnswers(one, answers, questions),
      )
      expect({ answers, isFree: conflicts.length === 0 }).toEqual({ answers, isFree: isPossible })
      const givenUp = conflicts.map((conflict) => conflict.givenUp)
      const reasoned = reasons.map(({ question }) => question).filter((question) => question !== null)
      expect([...givenUp, ...reasoned].toSorted()).toEqual(questions.toSorted())
      for (const conflict of conflicts) {
        const together = Object.values(guideCandidates).filter((one) =>
          meetsAllAnswers(one, answers, conflict.questions),
        )
        expect(together).toEqual([])
        expect(conflict.questions.length).toBeGreaterThan(1)
        const isBlamed = conflict.questions.map((left) => {
          const others = conflict.questions.filter((question) => question !== left)
          return Object.values(guideCandidates).some((one) => meetsAllAnswers(one, answers, others))
        })
        expect(isBlamed).not.toContain(false)
        expect(conflict.questions).toContain(conflict.givenUp)
      }
    }
  })

  it('offers other things than itself', () => {
    for (const answers of everyCombination) {
      const { recommendation, alternatives } = findClaimedAdvice(answers)
      const labels = [recommendation.label, ...alternatives.map(({ label }) => label)]
      expect(new Set(labels).size).toBe(labels.length)
    }
    expect(
      everyCombination.filter((answers) => findClaimedAdvice(answers).alternatives.length === 0),
    ).toEqual([])
  })

  it.each<[GuideAnswers, string]>([
    [{}, 'Native'],
    [{ budget: 'open' }, 'Native'],
    [{ budget: 'cents' }, 'Native with a cheap model'],
    [{ budget: 'cents', config: 'presets' }, 'Smart, balanced'],
    [{ budget: 'fraction', config: 'presets' }, 'Smart, aggressive'],
    [{ budget: 'free' }, 'Lossless'],
    [{ latency: '100ms' }, 'Truncation'],
    [{ latency: '500ms' }, 'Lossless'],
    [{ latency: '2s' }, 'Native'],
    [{ latency: 'any' }, 'Smart, conservative'],
    [{ loss: 'none' }, 'Lossless, strict'],
    [{ loss: '10%' }, 'Smart, conservative'],
    [{ loss: '30%' }, 'Native'],
    [{ loss: '50%' }, 'Truncation'],
    [{ loss: 'any' }, 'Truncation, suppress'],
    [{ config: 'none' }, 'Native'],
    [{ config: 'presets' }, 'Smart, balanced'],
    [{ config: 'some' }, 'Native with a cheap model'],
    [{ config: 'custom' }, 'Smart, balanced'],
    [{ config: 'per-message', loss: '10%' }, 'Smart, conservative'],
    [{ budget: 'free', config: 'per-message' }, 'Smart, multi-zone'],
    [{ budget: 'free', latency: '100ms', config: 'none' }, 'Truncation'],
  ])('for %j is %s', (answers, label) => {
    expect(findAdviceLabel(answers)).toBe(label)
    expect(findClaimedAdvice(answers).conflicts).toEqual([])
  })

  it('keeps what was said rather than the time, and says that both cannot be had', () => {
    const { recommendation, conflicts, alternatives } = findClaimedAdvice({ latency: '100ms', loss: 'none' })
    expect(recommendation).toMatchObject({ providerId: 'lossless', presetId: 'strict' })
    expect(conflicts).toEqual([
      {
        questions: ['latency', 'loss'],
        givenUp: 'latency',
        text: 'No arm is done in under 100 ms and without any loss. Latency gives way. It works on this machine: 200 to 500 ms are claimed.',
      },
    ])
    expect(alternatives[0]).toMatchObject({ reason: expect.stringContaining('It is not without any loss.') })
    expect(findClaimedAdvice({ latency: '500ms', loss: 'none' }).conflicts).toEqual([])
  })

  it('comes as near as it can to what is given up', () => {
    const { recommendation, alternatives } = findClaimedAdvice({ latency: '100ms', loss: '30%' })
    expect(recommendation.label).toBe('Lossless')
    expect(alternatives.map(({ label }) => label)).toContain('Native')
  })

  it('without money takes no paid model, and offers the one that is free', () => {
    for (const answers of everyCombination.filter(({ budget }) => budget === 'free')) {
      const { recommendation, cautions } = findClaimedAdvice(answers)
      expect(recommendation.label).not.toMatch(/^Native$|cheap|balanced$|conservative|aggressive|Pipeline/)
      expect(cautions.join(' ')).toContain('extractive model is free')
    }
    expect(findClaimedAdvice({ budget: 'free' }).alternatives).toContainEqual(
      expect.objectContaining({ providerId: 'native', profileId: 'extractive' }),
    )
  })

  it.each<[GuideAnswers, RegExp]>([
    [{ latency: '2s', loss: '30%' }, /above 2 s/],
    [{ config: 'custom' }, /passes can be changed/],
    [{ config: 'per-message' }, /overrides for single messages/],
    [{ loss: 'none' }, /20 to 40 %/],
  ])('for %j warns of what to know', (answers, expected) => {
    expect(findClaimedAdvice(answers).cautions.join(' ')).toMatch(expected)
  })
})
