import type { MetricInfo } from '../activity/quality-types.ts'
import type { Cell, ExperimentPlan, ValueGap } from './experiment-types.ts'

/** A metric that has no value anywhere, or whose model failed in some of the cells. */
export type MissingFigure = {
  readonly metric: MetricInfo
  /** Cells that were done and are to have a value of it. */
  readonly cells: number
  readonly withoutValue: number
  /** Cells in which a call failed. */
  readonly failed: number
  /** The most frequent reason, and its cells; null where none was kept. */
  readonly reason: { readonly cells: number; readonly gaps: readonly ValueGap[] } | null
}

/** Figures that were asked for and are not there, in the order of the plan. */
export function findMissingFigures(
  { metrics, baselineId }: Pick<ExperimentPlan, 'metrics' | 'baselineId'>,
  cells: readonly Cell[],
): readonly MissingFigure[] {
  const done = cells.filter(({ status }) => status === 'done')
  return metrics.flatMap((metric): MissingFigure[] => {
    const { id, group } = metric
    // The preference of the baseline to itself is given, not judged.
    const own = done.filter(({ variantId }) => group !== 'judge' || variantId !== baselineId)
    const without = own.filter(({ values }) => (values[id] ?? null) === null)
    const gaps = without.flatMap((cell) => cell.gaps?.[id] ?? [])
    const failed = gaps.filter(({ code }) => code === 'failed').length
    if (own.length === 0 || (without.length < own.length && failed === 0)) return []
    const counts = { cells: own.length, withoutValue: without.length, failed }
    return [{ metric, ...counts, reason: findMostFrequent(gaps) }]
  })
}

/** Whether calls failed in every cell that had something to ask about, so that there is no value at all. */
export function hasFailedEverywhere({ cells, withoutValue, failed, reason }: MissingFigure): boolean {
  return withoutValue === cells && failed > 0 && reason?.gaps[0]?.code === 'failed'
}

function findMostFrequent(gaps: readonly ValueGap[]): MissingFigure['reason'] {
  const alike = new Map<string, ValueGap[]>()
  for (const gap of gaps) {
    const key = 'message' in gap ? `${gap.code} ${gap.message}` : gap.code
    alike.set(key, [...(alike.get(key) ?? []), gap])
  }
  const [most] = [...alike.values()].toSorted((one, other) => other.length - one.length)
  return most === undefined ? null : { cells: most.length, gaps: most }
}
