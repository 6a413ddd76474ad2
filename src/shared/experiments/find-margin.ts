import type { MetricInfo, MetricUnit } from '../activity/quality-types.ts'

/**
 * Differences that nobody would act on, where the experiment sets no margin of its own: two points of a hundred for
 * shares and scores, one for percentages, a twentieth of the scale for grades. Tokens, money and time depend on the task.
 */
const defaultMargins: Readonly<Record<MetricUnit, number>> = {
  share: 0.02,
  score: 0.02,
  percent: 1,
  grade: 0.25,
  count: 0,
  tokens: 0,
  usd: 0,
  'usd-change': 0,
  milliseconds: 0,
}

/** Differences on a metric up to this, in its unit, are not worth naming. */
export function findMargin({ id, unit }: MetricInfo, margins: Readonly<Record<string, number>>): number {
  return margins[id] ?? defaultMargins[unit]
}
