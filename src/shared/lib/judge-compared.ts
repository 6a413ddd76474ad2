import type { ArmVerdict, ComparedArm, Goal } from '../domain/answer.ts'
import { controlIds, isTrick, type ControlId } from '../domain/control.ts'
import { rankedFor, verdictsFor, type Judged } from './goal-rule.ts'

/** An arm on one task, and how it stands for a goal. */
export type JudgedArm = {
  readonly arm: ComparedArm
  readonly verdict: ArmVerdict
  /** The trick that does as well; null where none does. */
  readonly trick: ControlId | null
}

/** Arms on one task by the rule of a goal: the best first, then those that fit, then the others by what they keep. */
export function judgeCompared(arms: readonly ComparedArm[], goal: Goal): readonly JudgedArm[] {
  const sound = arms.flatMap((arm) => {
    const judged = judgedOf(arm)
    return judged === null || refusalOf(arm) !== null ? [] : [{ ...judged, arm }]
  })
  const verdictOf = verdictsFor(goal, sound)
  const first = rankedFor(goal, sound).map((one): JudgedArm => ({
    arm: one.arm,
    verdict: verdictOf(one),
    trick: null,
  }))
  const rest = arms
    .filter((arm) => !sound.some((one) => one.arm === arm))
    .toSorted((a, b) => keptOf(b) - keptOf(a))
    .map((arm): JudgedArm => ({ arm, verdict: refusalOf(arm) ?? 'unmeasured', trick: trickOf(arm) }))
  return [...first, ...rest]
}

function keptOf({ figures }: ComparedArm): number {
  return figures['continuation-recall'] ?? -1
}

function judgedOf(arm: ComparedArm): Judged | null {
  const { 'continuation-recall': kept = null, reduction = null } = arm.figures
  return kept === null || reduction === null
    ? null
    : { savedPercent: reduction, kept, costUsd: arm.changeUsd }
}

/** Why an arm is not recommended whatever the goal; null where nothing speaks against it. */
function refusalOf(arm: ComparedArm): ArmVerdict | null {
  if (arm.outcome === 'failed') return 'unmeasured'
  if (!arm.valid) return 'invalid'
  if (arm.outcome === 'unchanged' || (arm.saved ?? 0) <= 0) return 'saves-too-little'
  if (judgedOf(arm) === null) return 'unmeasured'
  return trickOf(arm) === null ? null : 'trick'
}

/** A trick of the same size that does better where knowledge is measured. */
function trickOf({ figures, controls }: ComparedArm): ControlId | null {
  const own = figures['knows-done'] ?? null
  if (own === null) return null
  const scores = controls['knows-done'] ?? {}
  return controlIds.find((id) => isTrick(id) && (scores[id] ?? own) > own) ?? null
}
