import { assertNever } from '../kernel/assert-never.ts'
import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatDuration, formatUsd } from '../kernel/format-figures.ts'
import {
  describeArmEffects,
  describeArmVerdict,
  goalLabels,
  explainNaming,
  describeReasons,
} from './answers-words.ts'
import { fewestOwnTasks, type GuideAdvice, type GuideArm, type GuideBasis } from './guide-advice-types.ts'
import { guideQuestionIds, type GuideQuestionId } from './guide-types.ts'

/** What a recommendation rests on, to stand behind a figure: `measured on your 34 tasks`. */
export function describeBasis(basis: GuideBasis): string {
  switch (basis.kind) {
    case 'library':
      return `measured on ${describeBasisTasks(basis)}`
    case 'bundled':
      return `measured on ${describeBasisTasks(basis)}, Dewpoint ${basis.writtenBy}`
    case 'none':
      return 'not measured'
    default:
      return assertNever(basis)
  }
}

function describeBasisTasks({ kind, tasks }: Exclude<GuideBasis, { readonly kind: 'none' }>): string {
  return kind === 'library' ? `your ${formatCount(tasks)} tasks` : `the ${formatCount(tasks)} bundled tasks`
}

/** What should be known of a basis, in sentences; none for one's own tasks. */
export function listBasisNotes(basis: GuideBasis): readonly string[] {
  switch (basis.kind) {
    case 'library':
      return []
    case 'bundled': {
      const { ownTasks, stale, measuredTs, writtenBy } = basis
      const own =
        ownTasks === 0
          ? `Once ${fewestOwnTasks} of your tasks are measured, those are used.`
          : `You have ${formatCountWithNoun(ownTasks, 'measured task')}. From ${fewestOwnTasks} on, your own are used.`
      const date = new Date(measuredTs).toISOString().slice(0, 10)
      return [
        `Measured with Dewpoint ${writtenBy} on ${date}. ${own}`,
        ...(stale.length === 0
          ? []
          : [`Changed since, so these figures are from an older version: ${stale.join(', ')}.`]),
      ]
    }
    case 'none':
      return [`${basis.problem}. Nothing is recommended.`]
    default:
      return assertNever(basis)
  }
}

/** Which arm to use and what it does, in a sentence with its numbers. */
export function describeAdvice({
  recommendation,
  naming,
  basis,
  answer,
  answers,
  arms,
}: GuideAdvice): string {
  if (basis.kind === 'none') return 'Nothing is measured, so there is no recommendation.'
  const meeting = arms.filter(({ shortOf }) => shortOf.length === 0)
  const lossless = arms.filter(({ shortOf }) => !shortOf.includes('loss'))
  if (naming.kind === 'none' && answers.loss === 'none')
    return `On ${describeBasisTasks(basis)}, no lossless method fits${describeReasons(lossless)}`
  if (recommendation === null)
    return explainNaming(describeBasisTasks(basis), {
      naming,
      arms: meeting.length > 0 ? meeting : (answer?.arms ?? []),
    })
  return `Use ${recommendation.label}. On ${describeBasisTasks(basis)} it ${describeArmEffects(recommendation)}.`
}

/** A figure that speaks for an arm, or against it; `open` where nothing was asked. */
export type AdviceReason = {
  readonly title: string
  readonly text: string
  readonly standing: 'met' | 'short' | 'open'
}

/** Why an arm is recommended: its figure for each question, then how it stands for the goal. */
export function buildAdviceReasons({
  answers,
  goal,
  recommendation,
}: Pick<GuideAdvice, 'answers' | 'goal' | 'recommendation'>): readonly AdviceReason[] {
  if (recommendation === null) return []
  const { verdict, shortOf } = recommendation
  const isAnswered = (question: GuideQuestionId): boolean => answers[question] !== undefined
  const isFit = verdict === 'recommended'
  const best = guideQuestionIds.some(isAnswered)
    ? `The best for “${goalLabels[goal]}” of those that meet most of your answers.`
    : `The best for “${goalLabels[goal]}” by the rule above.`
  return [
    ...guideQuestionIds
      .filter((question) => question !== 'config' || isAnswered(question))
      .map((question): AdviceReason => ({
        title: questionTitles[question],
        text: describeArmFigure(recommendation, question),
        standing: isAnswered(question) ? (shortOf.includes(question) ? 'short' : 'met') : 'open',
      })),
    {
      title: 'Goal',
      text: isFit
        ? best
        : `${describeArmVerdict(recommendation)}. None that meets your answers does better for “${goalLabels[goal]}”.`,
      standing: isFit ? 'met' : 'short',
    },
  ]
}

/** What was measured of an arm about a question. */
export function describeArmFigure(arm: GuideArm, question: GuideQuestionId): string {
  const { condensingUsd, timeMs, isExtracted, kept, pick } = arm
  switch (question) {
    case 'budget':
      if (condensingUsd === null) return 'Its price is not known.'
      return condensingUsd === 0
        ? 'It calls no model: $0.'
        : `A condensation costs about ${formatUsd(condensingUsd)}, estimated at the prices of the tasks.`
    case 'latency': {
      if (timeMs === null) return 'Its time was not measured.'
      const own = `It takes a median of ${formatDuration(timeMs)}`
      return isExtracted ? `${own}, plus the model call: 2 to 5 s as a rule, not measured.` : `${own}.`
    }
    case 'loss':
      return kept === null
        ? 'What it loses was not measured.'
        : `${formatLost(kept)} of the facts the agent went on to use is gone.`
    case 'config':
      return pick.providerId === 'smart'
        ? 'It starts from a preset, and every pass can be changed.'
        : 'It is a preset with nothing to configure.'
    default:
      return assertNever(question)
  }
}

function formatLost(kept: number): string {
  const percent = 100 * (1 - kept)
  if (percent < 0.05) return 'Nothing'
  return percent < 1 ? 'Under 1 %' : `${Math.round(percent)} %`
}

const questionTitles: Readonly<Record<GuideQuestionId, string>> = {
  budget: 'Budget',
  latency: 'Latency',
  loss: 'Loss',
  config: 'Configuration',
}

/** That answers cannot be had together, and which gives way; empty where they can. */
export function describeGivenUp({ givenUp }: Pick<GuideAdvice, 'givenUp'>): string {
  if (givenUp.length === 0) return ''
  const names = givenUp.map((question) => questionTitles[question])
  return `No measured method meets all your answers. ${names.join(' and ')} ${names.length === 1 ? 'gives' : 'give'} way.`
}
