import { guideAnswerIds, guideQuestionIds } from '../../../shared/domain/guide.ts'
import type { GuideAnswers, GuideQuestionId } from '../../../shared/domain/guide.ts'
import { guideCandidates, type GuideCandidate } from './guide-candidates.ts'
import type { PickName } from './guide-picks.ts'
import { guideSuits, type GuideSuit } from './guide-suits.ts'

/** A candidate held against some answers. */
export type RankedCandidate = {
  readonly candidate: GuideCandidate
  /** Answers that it does not meet. */
  readonly missed: readonly GuideQuestionId[]
  /** How many of the answers name it. */
  readonly named: number
  readonly rank: readonly [missedWeight: number, missedSteps: number, unnamed: number]
}

/** What is given up last weighs most: a loss cannot be made good, a wait or a wish can. */
const weights: Readonly<Record<GuideQuestionId, number>> = { loss: 8, budget: 4, latency: 2, config: 1 }

const efforts = ['none', 'presets', 'some']

/** The questions that have an answer, in their order. */
export function answeredOf(answers: GuideAnswers): readonly GuideQuestionId[] {
  return guideQuestionIds.filter((question) => answers[question] !== undefined)
}

/** What the guide makes of the answer to a question; null where there is none. */
export function suitOf(answers: GuideAnswers, question: GuideQuestionId): GuideSuit | null {
  const answer = answers[question]
  // The schema ties answers to their questions, which a type cannot say across a union.
  const suits = guideSuits[question] as Readonly<Record<string, GuideSuit>>
  return answer === undefined ? null : (suits[answer] ?? null)
}

/** By how many answers a candidate falls short of one; 0 where it meets it. */
function stepsShort(candidate: GuideCandidate, answers: GuideAnswers, question: GuideQuestionId): number {
  const answer = answers[question]
  if (answer === undefined) return 0
  switch (question) {
    case 'budget': {
      // From loose to strict, the other way round than the other two.
      const ids: readonly string[] = guideAnswerIds.budget
      return Math.max(0, ids.indexOf(answer) - ids.indexOf(candidate.meets.budget))
    }
    case 'latency':
    case 'loss': {
      const ids: readonly string[] = guideAnswerIds[question]
      return Math.max(0, ids.indexOf(candidate.meets[question]) - ids.indexOf(answer))
    }
    case 'config':
      if (answer === 'custom' || answer === 'per-message') return candidate.hasPasses ? 0 : 1
      return Math.max(0, efforts.indexOf(candidate.effort) - efforts.indexOf(answer))
  }
}

/** Whether a candidate meets all of these answers. */
export function meetsAll(
  candidate: GuideCandidate,
  answers: GuideAnswers,
  questions: readonly GuideQuestionId[],
): boolean {
  return questions.every((question) => stepsShort(candidate, answers, question) === 0)
}

/**
 * All candidates, the best first: the one that gives up least, then the one that is nearest to what it gives up, then
 * the one that most answers name, then the plainest.
 */
export function rankCandidates(answers: GuideAnswers): readonly RankedCandidate[] {
  const answered = answeredOf(answers)
  // Keys of a literal, which `Object.entries` widens to string.
  const entries = Object.entries(guideCandidates) as [PickName, GuideCandidate][]
  const ranked = entries.map(([name, candidate]): RankedCandidate => {
    const missed = answered.filter((question) => stepsShort(candidate, answers, question) > 0)
    const weight = missed.reduce((sum, question) => sum + weights[question], 0)
    const steps = missed.reduce((sum, question) => sum + stepsShort(candidate, answers, question), 0)
    const named = answered.filter((question) => suitOf(answers, question)?.names.includes(name)).length
    return { candidate, missed, named, rank: [weight, steps, answered.length - named] }
  })
  // Sorting is stable, so that equals stay in their order: the plainest first.
  return ranked.toSorted((a, b) => compareRanks(a.rank, b.rank))
}

/** Below 0 where the first is better. */
export function compareRanks(a: RankedCandidate['rank'], b: RankedCandidate['rank']): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
