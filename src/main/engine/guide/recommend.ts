import type {
  GuideAdvice,
  GuideAnswers,
  GuideConflict,
  GuideQuestionId,
  GuideReason,
} from '../../../shared/domain/guide.ts'
import { guideCandidates } from './guide-candidates.ts'
import { guideQuestions } from './guide-questions.ts'
import { answeredOf, compareRanks, meetsAll, rankCandidates, suitOf } from './rank-candidates.ts'
import type { RankedCandidate } from './rank-candidates.ts'

const mostAlternatives = 4
/** What gives up more is no help. */
const mostMissed = 2

/** What suits some answers, why, what they cannot have together, and what else would do. The same for the same answers. */
export function recommend(answers: GuideAnswers): GuideAdvice {
  const ranked = rankCandidates(answers)
  const [best] = ranked
  if (best === undefined) throw new Error('The guide has nothing to recommend')
  return {
    answers,
    recommendation: best.candidate.pick,
    reasons: [...reasonsFor(best, ranked, answers)],
    conflicts: best.missed.map((question) => conflictAbout(question, best, answers)),
    cautions: [...cautionsFor(best, answers)],
    alternatives: [...alternativesTo(best, ranked, answers)],
  }
}

function reasonsFor(
  best: RankedCandidate,
  ranked: readonly RankedCandidate[],
  answers: GuideAnswers,
): readonly GuideReason[] {
  const { says, merit } = best.candidate
  const answered = answeredOf(answers)
  if (answered.length === 0)
    return [{ question: null, text: `Nothing is asked for, so the default will do. ${merit}` }]
  const equals = ranked.filter(({ rank }) => compareRanks(rank, best.rank) === 0)
  return [
    ...answered
      .filter((question) => !best.missed.includes(question))
      .map((question) => ({ question, text: says[question] })),
    ...(equals.length > 1
      ? [{ question: null, text: `It is the plainest of ${equals.length} that suit these answers equally.` }]
      : []),
  ]
}

/** Names the fewest answers that nothing meets together with the one that is given up. */
function conflictAbout(
  givenUp: GuideQuestionId,
  best: RankedCandidate,
  answers: GuideAnswers,
): GuideConflict {
  const kept = answeredOf(answers).filter((question) => !best.missed.includes(question))
  const candidates = Object.values(guideCandidates)
  const isImpossible = (questions: readonly GuideQuestionId[]): boolean =>
    candidates.every((candidate) => !meetsAll(candidate, answers, questions))
  // The best gives up as little as can be, so what it keeps cannot go together with this one.
  const against = subsetsBySize(kept).find((questions) => isImpossible([givenUp, ...questions])) ?? kept
  const phrases = [givenUp, ...against].map((question) => suitOf(answers, question)?.phrase ?? '')
  return {
    questions: [givenUp, ...against],
    givenUp,
    text: `Nothing is at once ${joinWords(phrases)}. ${titleOf(givenUp)} gives way. ${best.candidate.says[givenUp]}`,
  }
}

function cautionsFor({ candidate }: RankedCandidate, answers: GuideAnswers): readonly string[] {
  return [
    ...candidate.cautions,
    ...(answers.latency === '2s' ? candidate.cautionsAt2s : []),
    ...(answers.budget === 'free'
      ? [
          'A budget of $0 rules out paid models only: the built-in extractive model is free, and so is a model on your own machine.',
        ]
      : []),
    ...(candidate.hasPasses && answers.config === 'custom'
      ? ['Take it as a start: its passes can be changed, added and reordered.']
      : []),
    ...(candidate.hasPasses && answers.config === 'per-message'
      ? ['Take it as a start: passes in individual mode take overrides for single messages.']
      : []),
  ]
}

function alternativesTo(
  best: RankedCandidate,
  ranked: readonly RankedCandidate[],
  answers: GuideAnswers,
): GuideAdvice['alternatives'] {
  const firstOfProvider = ranked
    .filter((entry) => entry !== best && entry.missed.length <= mostMissed)
    .filter(
      ({ candidate }, index, all) =>
        all.findIndex((other) => other.candidate.pick.providerId === candidate.pick.providerId) === index,
    )
  return firstOfProvider.slice(0, mostAlternatives).map(({ candidate, missed }) => {
    const phrases = missed.map((question) => suitOf(answers, question)?.phrase ?? '')
    return { ...candidate.pick, reason: `${candidate.merit}${shortcoming(phrases)}` }
  })
}

function shortcoming([one, ...more]: readonly string[]): string {
  if (one === undefined) return ''
  return more.length === 0 ? ` It is not ${one}.` : ` It is neither ${[one, ...more].join(' nor ')}.`
}

function titleOf(question: GuideQuestionId): string {
  return guideQuestions.find(({ id }) => id === question)?.title ?? question
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

/** All subsets that are not empty, the smallest first. */
function subsetsBySize<T>(items: readonly T[]): readonly (readonly T[])[] {
  const all = items.reduce<readonly (readonly T[])[]>(
    (subsets, item) => [...subsets, ...subsets.map((subset) => [...subset, item])],
    [[]],
  )
  return all.filter((subset) => subset.length > 0).toSorted((a, b) => a.length - b.length)
}
