import type {
  MeasuredAnswer,
  AnswerArm,
  ArmVerdict,
  Goal,
  Naming,
} from '../../../../shared/home/answer-types.ts'
import { pickTypicalUsd, findGoalFailure } from '../../../../shared/home/goal-rule.ts'
import type { GuideAdvice, GuideArm } from '../../../../shared/home/guide-advice-types.ts'
import {
  guideAnswerIds,
  guideQuestionIds,
  type GuideAnswers,
  type GuidePick,
  type GuideQuestionId,
} from '../../../../shared/home/guide-types.ts'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import type { ProviderCapabilities } from '../../../../shared/methods/provider-types.ts'
import { nameMethod, type NamingTask } from '../../../measure/name-method.ts'
import { defaultComparisonRules } from '../../../measure/statistics/comparison-rules.ts'
import { findMethod } from '../../../methods/methods.ts'
import { computeKeptShare, findRefusal, listNameable } from './build-answer.ts'
import { guideQuestions } from './guide/guide-questions.ts'

/** What the guide needs of an arm beside what Home shows. */
export type ArmEffort = {
  /** US dollars, the mean over the tasks: 0 where no model is asked, null where a price is not known. */
  readonly condensingUsd: number | null
  /** Milliseconds, the median over the tasks. */
  readonly timeMs: number | null
}

/** What was measured over some tasks: Home's answer for the goal, and the effort by id of arm. */
export type Measured = {
  readonly answer: MeasuredAnswer
  readonly efforts: Readonly<Record<string, ArmEffort>>
  readonly tasks: readonly NamingTask[]
  readonly arms: readonly ArmInfo[]
}

type Advised = Pick<GuideAdvice, 'recommendation' | 'naming' | 'givenUp' | 'arms' | 'meeting'>

/** What is given up last counts most: a loss cannot be made good, a wait or a wish can. */
const weights: Readonly<Record<GuideQuestionId, number>> = { loss: 8, budget: 4, latency: 2, config: 1 }

/** An arm that asks a model takes no less than its call, which is not measured; the design claims 2 to 5 s. */
const callMs = 2000

/** Shares that are equal to a tenth of a percent are the same. */
const alike = 0.0005

type Held = {
  readonly arm: AnswerArm
  readonly effort: ArmEffort
  readonly shortOf: readonly GuideQuestionId[]
  /** Weight of the answers that it does not meet, and by how many answers it misses them. */
  readonly short: readonly [weight: number, steps: number]
}

/**
 * The arm that the evidence names for the goal among those that meet the answers. Where none does, among those that come
 * nearest; without answers it is the one that Home names. Where nothing may be lost no other answer gives way for a
 * lossy one, and what raises the bill is none for a goal that rules it out. The only one that answers leave is named
 * without further evidence.
 */
export function advise({ answer, efforts, tasks, arms }: Measured, answers: GuideAnswers): Advised {
  const held = answer.arms.map((arm) =>
    hold(arm, efforts[arm.id] ?? { condensingUsd: null, timeMs: null }, answers),
  )
  const nameable = listNameable(answer.arms)
  const sound = held.filter(({ arm }) => nameable.includes(arm.id))
  const candidates = sound.filter(
    ({ arm }) => !raisesBill(arm, answer.goal) && (answers.loss !== 'none' || isLossless(arm.id)),
  )
  const groups = [...Map.groupBy(candidates, ({ short }) => short.join(' ')).values()].toSorted(
    compareShortfalls,
  )
  const group = groups[0] ?? []
  const naming = nameAmong(group, { answers, goal: answer.goal, tasks })
  const best = naming.kind === 'named' ? group.find(({ arm }) => arm.id === naming.id) : undefined
  const ordered = held.toSorted(
    (a, b) =>
      Number(b === best) - Number(a === best) ||
      Number(findRefusal(b.arm) === null) - Number(findRefusal(a.arm) === null) ||
      compareShort(a.short, b.short),
  )
  const rows = ordered.map((one) => buildGuideArm(one, one === best, arms))
  return {
    recommendation: (best === undefined ? null : rows[0]) ?? null,
    naming,
    givenUp: [...(best?.shortOf ?? [])],
    arms: rows,
    meeting: Object.fromEntries(
      guideQuestionIds.map((question) => [question, countMeeting(sound, question)]),
    ),
  }
}

function hold(arm: AnswerArm, effort: ArmEffort, answers: GuideAnswers): Held {
  const steps = guideQuestionIds.map((question) => {
    const given = answers[question]
    return { question, steps: given === undefined ? 0 : countStepsShort({ arm, effort }, question, given) }
  })
  const missed = steps.filter((one) => one.steps > 0)
  return {
    arm,
    effort,
    shortOf: missed.map(({ question }) => question),
    short: [
      missed.reduce((sum, { question }) => sum + weights[question], 0),
      missed.reduce((sum, one) => sum + one.steps, 0),
    ],
  }
}

function compareShort(a: Held['short'], b: Held['short']): number {
  return a[0] - b[0] || a[1] - b[1]
}

function compareShortfalls([a]: readonly Held[], [b]: readonly Held[]): number {
  return a === undefined || b === undefined ? 0 : compareShort(a.short, b.short)
}

/** What the evidence names of a group; the only one of it where nothing may be lost, for which it takes none. */
function nameAmong(
  group: readonly Held[],
  { answers, goal, tasks }: Pick<Measured, 'tasks'> & { readonly answers: GuideAnswers; readonly goal: Goal },
): Naming {
  const [first, ...others] = group
  if (first === undefined) return { kind: 'none' }
  if (others.length === 0 && answers.loss === 'none') return { kind: 'named', id: first.arm.id }
  return nameMethod({ goal, methods: group.map(({ arm }) => arm.id), tasks, rules: defaultComparisonRules })
}

type Own = Pick<Held, 'arm' | 'effort'>

/** By how many answers an arm falls short of one; 0 where it meets it. */
function countStepsShort(own: Own, question: GuideQuestionId, given: string): number {
  const ids: readonly string[] = guideAnswerIds[question]
  const at = ids.indexOf(given)
  // Budgets become stricter down the list, the others looser.
  const looser = question === 'budget' ? ids.slice(0, at + 1).toReversed() : ids.slice(at)
  const step = looser.findIndex((id) => meetsAnswer(own, question, id))
  return step < 0 ? ids.length : step
}

function meetsAnswer({ arm, effort }: Own, question: GuideQuestionId, answerId: string): boolean {
  const upTo = guideQuestions
    .find(({ id }) => id === question)
    ?.answers.find(({ id }) => id === answerId)?.upTo
  switch (question) {
    case 'budget':
      return upTo == null || (effort.condensingUsd !== null && effort.condensingUsd <= upTo)
    case 'latency':
      return upTo == null || (measureArmTime(arm, effort) ?? Number.POSITIVE_INFINITY) <= upTo
    case 'loss':
      if (answerId === 'none') return isLossless(arm.id)
      return upTo == null || 1 - (computeKeptShare(arm) ?? 0) <= upTo / 100 + alike
    case 'config':
      return answerId === 'custom' || answerId === 'per-message' ? hasPasses(arm.id) : true
  }
}

/** What an arm takes, with the least that a call of a model takes. */
function measureArmTime(
  { isExtracted }: Pick<AnswerArm, 'isExtracted'>,
  { timeMs }: ArmEffort,
): number | null {
  if (timeMs === null) return null
  return isExtracted ? timeMs + callMs : timeMs
}

/** Arms of `smart` are made of passes, which can be changed down to single messages. */
function hasPasses(armId: string): boolean {
  return findArmCapabilities(armId)?.multiPass ?? false
}

/** Whether an arm takes nothing out that could not be put back. What was used next may be there without that. */
function isLossless(armId: string): boolean {
  const capabilities = findArmCapabilities(armId)
  return capabilities !== undefined && capabilities.lossless && !capabilities.lossy
}

function findArmCapabilities(armId: string): ProviderCapabilities | undefined {
  const [providerId = ''] = armId.split('-')
  return findMethod(providerId)?.capabilities
}

function raisesBill(arm: AnswerArm, goal: Goal): boolean {
  const judged = { savedPercent: arm.savedPercent ?? 0, kept: 1, costUsd: pickTypicalUsd(arm) }
  return findGoalFailure(judged, [judged], goal) === 'raises-bill'
}

function countMeeting(sound: readonly Own[], question: GuideQuestionId): Record<string, number> {
  return Object.fromEntries(
    guideAnswerIds[question].map((id) => [id, sound.filter((own) => meetsAnswer(own, question, id)).length]),
  )
}

function buildGuideArm({ arm, effort, shortOf }: Held, isBest: boolean, arms: readonly ArmInfo[]): GuideArm {
  const { id, label, isExtracted, savedPercent, verdict } = arm
  const { costUsdPerTask, costUsdMedian, isCostUneven } = arm
  return {
    id,
    label,
    isExtracted,
    savedPercent,
    costUsdPerTask,
    costUsdMedian,
    isCostUneven,
    verdict: adjustArmVerdict(verdict, isBest),
    kept: computeKeptShare(arm),
    ...effort,
    shortOf: [...shortOf],
    pick: buildGuidePick(arm, arms),
  }
}

/** Among those that meet the answers another arm may come first than among all; a lack stays a lack. */
function adjustArmVerdict(verdict: ArmVerdict, isBest: boolean): ArmVerdict {
  if (isBest) return verdict === 'candidate' ? 'recommended' : verdict
  return verdict === 'recommended' ? 'candidate' : verdict
}

function buildGuidePick({ id, label }: Pick<AnswerArm, 'id' | 'label'>, arms: readonly ArmInfo[]): GuidePick {
  const arm = arms.find((one) => one.id === id)
  return { providerId: arm?.providerId ?? id, presetId: arm?.presetId ?? null, profileId: null, label }
}
