import {
  type ClaimedAdvice,
  type GuideAnswers,
  type GuideConflict,
  type GuideQuestionId,
  type GuideReason,
  guideAnswerIds,
  guideQuestionIds,
} from '../../../../../shared/home/guide-types.ts'
import { guideCandidates, type GuideCandidate } from './guide-candidates.ts'
import type { PickName } from './guide-picks.ts'
import { guideQuestions } from './guide-questions.ts'

/** What the guide makes of an answer. */
type GuideSuit = {
  /** The answer inside a sentence: “nothing is at once … and …”. */
  readonly phrase: string
  /** What the provider design names for it; others may meet it as well. */
  readonly names: readonly PickName[]
}

type Suits = {
  readonly [Question in GuideQuestionId]: Readonly<
    Record<(typeof guideAnswerIds)[Question][number], GuideSuit>
  >
}

const losslesses: readonly PickName[] = ['lossless', 'losslessStrict']

const truncations: readonly PickName[] = ['truncation', 'truncationBalanced', 'truncationSuppress']

const smarts: readonly PickName[] = ['smartBalanced', 'smartConservative', 'smartAggressive', 'smartZones']

/** The answers of the four questions, with what is named for each. */
export const guideSuits: Suits = {
  budget: {
    open: { phrase: 'free to cost anything', names: ['native', 'smartConservative'] },
    cents: { phrase: 'at most $0.05', names: ['nativeProfile', 'smartBalanced'] },
    fraction: { phrase: 'at most $0.01', names: ['smartAggressive', ...truncations] },
    free: { phrase: 'free', names: [...losslesses, ...truncations] },
  },
  latency: {
    '100ms': { phrase: 'done in under 100 ms', names: truncations },
    '500ms': { phrase: 'done in under 500 ms', names: [...losslesses, ...truncations] },
    '2s': {
      phrase: 'done in under 2 s',
      names: ['native', 'nativeProfile', 'smartAggressive', 'smartZones'],
    },
    '10s': {
      phrase: 'done in under 10 s',
      names: ['native', 'nativeProfile', 'smartBalanced', 'smartConservative'],
    },
    any: { phrase: 'as slow as it likes', names: ['smartConservative'] },
  },
  loss: {
    none: { phrase: 'without any loss', names: ['losslessStrict'] },
    '10%': { phrase: 'within 10 % loss', names: ['smartConservative', 'losslessNative'] },
    '30%': { phrase: 'within 30 % loss', names: ['native', 'nativeProfile', 'smartBalanced'] },
    '50%': { phrase: 'within 50 % loss', names: ['smartAggressive', 'truncation', 'truncationBalanced'] },
    any: { phrase: 'indifferent to loss', names: ['truncationSuppress'] },
  },
  config: {
    none: { phrase: 'ready as it is', names: ['native'] },
    presets: { phrase: 'a matter of choosing a preset', names: smarts },
    some: { phrase: 'a matter of a few settings', names: ['nativeProfile', ...truncations] },
    custom: { phrase: 'made of passes of your own', names: smarts },
    'per-message': { phrase: 'controlled message by message', names: smarts },
  },
}

/** A candidate held against some answers. */
type RankedCandidate = {
  readonly candidate: GuideCandidate
  /** Answers that it does not meet. */
  readonly missed: readonly GuideQuestionId[]
  /** How many of the answers name it. */
  readonly named: number
  readonly rank: readonly [missedWeight: number, missedSteps: number, unnamed: number]
}

/** What is given up last counts most: a loss cannot be made good, a wait or a wish can. */
const weights: Readonly<Record<GuideQuestionId, number>> = { loss: 8, budget: 4, latency: 2, config: 1 }

const efforts = ['none', 'presets', 'some']

const mostAlternatives = 4
/** What gives up more is no help. */
const mostMissed = 2

/**
 * What the original design names for some answers, by its own figures: why, what they cannot have together, and what else
 * would do. The same for the same answers.
 */
export function findClaimedAdvice(answers: GuideAnswers): ClaimedAdvice {
  const ranked = rankCandidates(answers)
  const [best] = ranked
  if (best === undefined) throw new Error('The guide has nothing to recommend')
  return {
    answers,
    recommendation: best.candidate.pick,
    reasons: [...listAdviceReasons(best, ranked, answers)],
    conflicts: best.missed.map((question) => findConflict(question, best, answers)),
    cautions: [...listCautions(best, answers)],
    alternatives: [...listAlternatives(best, ranked, answers)],
  }
}

function listAdviceReasons(
  best: RankedCandidate,
  ranked: readonly RankedCandidate[],
  answers: GuideAnswers,
): readonly GuideReason[] {
  const { says, merit } = best.candidate
  const answered = listAnsweredQuestions(answers)
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
function findConflict(givenUp: GuideQuestionId, best: RankedCandidate, answers: GuideAnswers): GuideConflict {
  const kept = listAnsweredQuestions(answers).filter((question) => !best.missed.includes(question))
  const candidates = Object.values(guideCandidates)
  const isImpossible = (questions: readonly GuideQuestionId[]): boolean =>
    candidates.every((candidate) => !meetsAllAnswers(candidate, answers, questions))
  // The best gives up as little as can be, so what it keeps cannot go together with this one.
  const against = listSubsetsBySize(kept).find((questions) => isImpossible([givenUp, ...questions])) ?? kept
  const phrases = [givenUp, ...against].map((question) => findGuideSuit(answers, question)?.phrase ?? '')
  return {
    questions: [givenUp, ...against],
    givenUp,
    text: `No arm is ${joinWords(phrases)}. ${findQuestionTitle(givenUp)} gives way. ${best.candidate.says[givenUp]}`,
  }
}

function listCautions({ candidate }: RankedCandidate, answers: GuideAnswers): readonly string[] {
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

function listAlternatives(
  best: RankedCandidate,
  ranked: readonly RankedCandidate[],
  answers: GuideAnswers,
): ClaimedAdvice['alternatives'] {
  const firstOfProvider = ranked
    .filter((entry) => entry !== best && entry.missed.length <= mostMissed)
    .filter(
      ({ candidate }, index, all) =>
        all.findIndex((other) => other.candidate.pick.providerId === candidate.pick.providerId) === index,
    )
  return firstOfProvider.slice(0, mostAlternatives).map(({ candidate, missed }) => {
    const phrases = missed.map((question) => findGuideSuit(answers, question)?.phrase ?? '')
    return { ...candidate.pick, reason: `${candidate.merit}${describeShortcoming(phrases)}` }
  })
}

function describeShortcoming([one, ...more]: readonly string[]): string {
  if (one === undefined) return ''
  return more.length === 0 ? ` It is not ${one}.` : ` It is neither ${[one, ...more].join(' nor ')}.`
}

function findQuestionTitle(question: GuideQuestionId): string {
  return guideQuestions.find(({ id }) => id === question)?.title ?? question
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

/** All subsets that are not empty, the smallest first. */
function listSubsetsBySize<T>(items: readonly T[]): readonly (readonly T[])[] {
  const all = items.reduce<readonly (readonly T[])[]>(
    (subsets, item) => [...subsets, ...subsets.map((subset) => [...subset, item])],
    [[]],
  )
  return all.filter((subset) => subset.length > 0).toSorted((a, b) => a.length - b.length)
}

/** The questions that have an answer, in their order. */
function listAnsweredQuestions(answers: GuideAnswers): readonly GuideQuestionId[] {
  return guideQuestionIds.filter((question) => answers[question] !== undefined)
}

/** What the guide makes of the answer to a question; null where there is none. */
function findGuideSuit(answers: GuideAnswers, question: GuideQuestionId): GuideSuit | null {
  const answer = answers[question]
  // The schema ties answers to their questions, which a type cannot say across a union.
  const suits = guideSuits[question] as Readonly<Record<string, GuideSuit>>
  return answer === undefined ? null : (suits[answer] ?? null)
}

/** By how many answers a candidate falls short of one; 0 where it meets it. */
function countStepsShort(
  candidate: GuideCandidate,
  answers: GuideAnswers,
  question: GuideQuestionId,
): number {
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
export function meetsAllAnswers(
  candidate: GuideCandidate,
  answers: GuideAnswers,
  questions: readonly GuideQuestionId[],
): boolean {
  return questions.every((question) => countStepsShort(candidate, answers, question) === 0)
}

/**
 * All candidates, the best first: the one that gives up least, then the one that is nearest to what it gives up, then
 * the one that most answers name, then the plainest.
 */
function rankCandidates(answers: GuideAnswers): readonly RankedCandidate[] {
  const answered = listAnsweredQuestions(answers)
  // Keys of a literal, which `Object.entries` widens to string.
  const entries = Object.entries(guideCandidates) as [PickName, GuideCandidate][]
  const ranked = entries.map(([name, candidate]): RankedCandidate => {
    const missed = answered.filter((question) => countStepsShort(candidate, answers, question) > 0)
    const weight = missed.reduce((sum, question) => sum + weights[question], 0)
    const steps = missed.reduce((sum, question) => sum + countStepsShort(candidate, answers, question), 0)
    const named = answered.filter((question) => findGuideSuit(answers, question)?.names.includes(name)).length
    return { candidate, missed, named, rank: [weight, steps, answered.length - named] }
  })
  // Sorting is stable, so that equals stay in their order: the plainest first.
  return ranked.toSorted((a, b) => compareRanks(a.rank, b.rank))
}

/** Below 0 where the first is better. */
function compareRanks(a: RankedCandidate['rank'], b: RankedCandidate['rank']): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
