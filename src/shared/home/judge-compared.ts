import { controlIds, isTrick, type ControlId } from '../kernel/control.ts'
import { recordedMethodId } from '../methods/method-choice-types.ts'
import type { ArmVerdict, ComparedArm, Goal } from './answer-types.ts'
import { rankForGoal, createGoalJudge, type Judged } from './goal-rule.ts'

/** An arm on one task, and how it stands for a goal. */
export type JudgedArm = {
  readonly arm: ComparedArm
  readonly verdict: ArmVerdict
  /** The trick that does as well; null where none does. */
  readonly trick: ControlId | null
}

/**
 * Arms on one task by the rule of a goal: what the agent did, then the best, then those that fit, then the others by what
 * they keep.
 */
export function judgeCompared(arms: readonly ComparedArm[], goal: Goal): readonly JudgedArm[] {
  const sound = arms.flatMap((arm) => {
    const judged = buildJudged(arm)
    return judged === null || findRefusal(arm) !== null ? [] : [{ ...judged, arm }]
  })
  const verdictOf = createGoalJudge(goal, sound)
  const first = rankForGoal(goal, sound).map((one): JudgedArm => ({
    arm: one.arm,
    verdict: verdictOf(one),
    trick: null,
  }))
  const rest = arms
    .filter((arm) => !sound.some((one) => one.arm === arm))
    .toSorted((a, b) => readKept(b) - readKept(a))
    .map((arm): JudgedArm => ({ arm, verdict: findRefusal(arm) ?? 'unmeasured', trick: findTrick(arm) }))
  const isRecorded = ({ verdict }: JudgedArm): boolean => verdict === 'recorded'
  return [...first, ...rest].toSorted((a, b) => Number(isRecorded(b)) - Number(isRecorded(a)))
}

function readKept({ figures }: ComparedArm): number {
  return figures['continuation-recall'] ?? -1
}

function buildJudged(arm: ComparedArm): Judged | null {
  const { 'continuation-recall': kept = null, reduction = null } = arm.figures
  return kept === null || reduction === null
    ? null
    : { savedPercent: reduction, kept, costUsd: arm.changeUsd }
}

/** Why an arm is not recommended whatever the goal; null where nothing speaks against it. */
function findRefusal(arm: ComparedArm): ArmVerdict | null {
  // Nobody can set what has happened.
  if (arm.id === recordedMethodId) return 'recorded'
  if (arm.outcome === 'failed') return 'unmeasured'
  if (!arm.valid) return 'invalid'
  if (arm.outcome === 'unchanged' || (arm.saved ?? 0) <= 0) return 'saves-too-little'
  if (buildJudged(arm) === null) return 'unmeasured'
  return findTrick(arm) === null ? null : 'trick'
}

/** A trick of the same size that does better where knowledge is measured. */
function findTrick({ figures, controls }: ComparedArm): ControlId | null {
  const own = figures['knows-done'] ?? null
  if (own === null) return null
  const scores = controls['knows-done'] ?? {}
  return controlIds.find((id) => isTrick(id) && (scores[id] ?? own) > own) ?? null
}
