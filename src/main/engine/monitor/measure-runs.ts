import type { MeasuredRun } from '../../../shared/domain/measured-run.ts'
import type {
  AttemptStatus,
  MetricsFigures,
  MetricsGrouping,
  MetricsReport,
} from '../../../shared/domain/metrics.ts'
import { attemptsOfRun, type AsksModel } from './attempts-of-run.ts'
import { figuresOf } from './figures-of.ts'
import { groupOf, type GroupKey } from './group-of.ts'

type Measured = Omit<MetricsReport, 'groups'> & {
  readonly groups: readonly (GroupKey & { readonly figures: MetricsFigures })[]
}

/** Figures over runs, and over each group of their attempts; most attempts first. */
export function measureRuns(
  runs: readonly MeasuredRun[],
  by: MetricsGrouping,
  asksModel: AsksModel,
): Measured {
  const attempts = runs.flatMap((run) => attemptsOfRun(run, asksModel))
  const keys = new Map(attempts.map((attempt) => [attempt, groupOf(attempt, by)]))
  const grouped = Map.groupBy(attempts, (attempt) => keys.get(attempt)?.id ?? '')
  const groups = [...grouped.values()].flatMap((members) => {
    const key = members[0] === undefined ? undefined : keys.get(members[0])
    return key === undefined ? [] : [{ ...key, figures: figuresOf(members) }]
  })
  return {
    by,
    runs: runs.length,
    total: figuresOf(attempts),
    groups: groups.toSorted((a, b) => b.figures.attempts - a.figures.attempts || (a.id < b.id ? -1 : 1)),
  }
}

export type AttemptFilter = {
  readonly by: MetricsGrouping
  readonly groupId?: string | undefined
  readonly status?: AttemptStatus | undefined
  readonly code?: string | undefined
}

/** Ids of the runs with an attempt that fits, in their order. */
export function runsWith(
  runs: readonly MeasuredRun[],
  { by, groupId, status, code }: AttemptFilter,
  asksModel: AsksModel,
): string[] {
  return runs
    .filter((run) =>
      attemptsOfRun(run, asksModel).some(
        (attempt) =>
          (groupId === undefined || groupOf(attempt, by).id === groupId) &&
          (status === undefined || attempt.status === status) &&
          (code === undefined || attempt.code === code),
      ),
    )
    .map(({ id }) => id)
}
