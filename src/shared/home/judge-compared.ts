import { recordedMethodId } from '../methods/method-choice-types.ts'
import { type ArmVerdict, type ComparedArm, type Goal, keptFigure } from './answer-types.ts'
import { findGoalFailure, rankForGoal, type Judged } from './goal-rule.ts'

/** An arm on one task, and how it stands for a goal. */
export type JudgedArm = { readonly arm: ComparedArm; readonly verdict: ArmVerdict }

/**
 * Arms on one task by the rule of a goal: what the agent did, then those that fit, then the others by what they keep. One
 * task names none of them.
 */
export function judgeCompared(arms: readonly ComparedArm[], goal: Goal): readonly JudgedArm[] {
  const sound = arms.flatMap((arm) => {
    const judged = toJudged(arm)
    return judged === null || findRefusal(arm) !== null ? [] : [{ ...judged, arm }]
  })
  const first = rankForGoal(goal, sound).map((one): JudgedArm => ({
    arm: one.arm,
    verdict: findGoalFailure(one, sound, goal) ?? 'candidate',
  }))
  const rest = arms
    .filter((arm) => !sound.some((one) => one.arm === arm))
    .toSorted((a, b) => readKept(b) - readKept(a))
    .map((arm): JudgedArm => ({ arm, verdict: findRefusal(arm) ?? 'unmeasured' }))
  const isRecorded = ({ verdict }: JudgedArm): boolean => verdict === 'recorded'
  return [...first, ...rest].toSorted((a, b) => Number(isRecorded(b)) - Number(isRecorded(a)))
}

function readKept({ figures }: ComparedArm): number {
  return figures[keptFigure] ?? -1
}

function toJudged(arm: ComparedArm): Judged | null {
  const { [keptFigure]: kept = null, reduction = null } = arm.figures
  return kept === null || reduction === null
    ? null
    : { savedPercent: reduction, kept, costUsd: arm.changeUsd }
}

/** Why an arm fits no goal; null where nothing speaks against it. */
function findRefusal(arm: ComparedArm): ArmVerdict | null {
  // Nobody can set what has happened.
  if (arm.id === recordedMethodId) return 'recorded'
  if (arm.outcome === 'failed') return 'unmeasured'
  if (!arm.valid) return 'invalid'
  if (arm.outcome === 'unchanged' || (arm.saved ?? 0) <= 0) return 'saves-too-little'
  return toJudged(arm) === null ? 'unmeasured' : null
}
