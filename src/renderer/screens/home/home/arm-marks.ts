import type { AnswerArm } from '../../../../shared/home/answer-types.ts'

/** An arm with the place that its mark has, which no goal and no order changes. */
export type MarkedArm = AnswerArm & { readonly place: number }

/** Gives every arm its place, by id. */
export function markArms(arms: readonly AnswerArm[]): readonly MarkedArm[] {
  const ids = arms.map(({ id }) => id).toSorted()
  return arms.map((arm) => ({ ...arm, place: ids.indexOf(arm.id) }))
}

/** Arms that no other one beats on both what is saved and a metric, by what they save. */
export function findFront<T extends { readonly x: number; readonly y: number }>(
  points: readonly T[],
): readonly T[] {
  const isBeaten = (point: T): boolean =>
    points.some(
      (other) => other.x >= point.x && other.y >= point.y && (other.x > point.x || other.y > point.y),
    )
  return points.filter((point) => !isBeaten(point)).toSorted((a, b) => a.x - b.x)
}
