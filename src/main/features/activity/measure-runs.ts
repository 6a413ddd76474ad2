import {
  type AttemptStatus,
  type MetricsFigures,
  type MetricsGrouping,
  type MetricsReport,
  attemptStatuses,
} from '../../../shared/activity/metrics-types.ts'
import type { QualityGap, RunQualitySummary } from '../../../shared/activity/quality-types.ts'
import type { MeasuredRun } from '../../../shared/condense/run-types.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import { computeSpread } from './compute-spread.ts'
import { findAttemptGroup, type GroupKey } from './find-attempt-group.ts'
import { listRunAttempts, type AsksModel, type MeasuredAttempt } from './list-run-attempts.ts'

const counted: readonly AttemptStatus[] = ['condensed', 'insufficient', 'unchanged', 'failed']

type Quality = Pick<MetricsFigures, 'survival' | 'continuationRecall' | 'qualityGaps'>

type Gap = MetricsFigures['qualityGaps'][number]

const computePercent = (part: number, whole: number): number | null =>
  whole === 0 ? null : (100 * part) / whole

type Measured = Omit<MetricsReport, 'groups' | 'paid'> & {
  readonly groups: readonly (GroupKey & { readonly figures: MetricsFigures })[]
}

/** Figures over runs, and over each group of their attempts; most attempts first. */
export function measureRuns(
  runs: readonly MeasuredRun[],
  by: MetricsGrouping,
  asksModel: AsksModel,
): Measured {
  const attempts = runs.flatMap((run) => listRunAttempts(run, asksModel))
  const keys = new Map(attempts.map((attempt) => [attempt, findAttemptGroup(attempt, by)]))
  const grouped = Map.groupBy(attempts, (attempt) => keys.get(attempt)?.id ?? '')
  const groups = [...grouped.values()].flatMap((members) => {
    const key = members[0] === undefined ? undefined : keys.get(members[0])
    return key === undefined ? [] : [{ ...key, figures: measureAttempts(members) }]
  })
  return {
    by,
    runs: runs.length,
    total: measureAttempts(attempts),
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
export function findRunsWithAttempt(
  runs: readonly MeasuredRun[],
  { by, groupId, status, code }: AttemptFilter,
  asksModel: AsksModel,
): string[] {
  return runs
    .filter((run) =>
      listRunAttempts(run, asksModel).some(
        (attempt) =>
          (groupId === undefined || findAttemptGroup(attempt, by).id === groupId) &&
          (status === undefined || attempt.status === status) &&
          (code === undefined || attempt.code === code),
      ),
    )
    .map(({ id }) => id)
}

/** The figures of a set of attempts; the schema says on which of them each is measured. */
function measureAttempts(all: readonly MeasuredAttempt[]): MetricsFigures {
  const ended = all.filter(({ status }) => counted.includes(status))
  const results = ended.filter(({ status }) => status === 'condensed' || status === 'insufficient')
  const fresh = results.filter(({ isReused, isUnanswered }) => !isReused && !isUnanswered)
  const byStatus = countByStatus(all)
  return {
    attempts: ended.length,
    byStatus,
    reused: ended.filter(({ isReused }) => isReused).length,
    unpriced: ended.filter(({ isUnpriced }) => isUnpriced).length,
    reductionPercent: computeSpread(results.map(({ reductionPercent }) => reductionPercent)),
    ...measureQuality(results.filter(({ isChosen }) => isChosen)),
    tokensSaved: sum(all.map(({ savedTokens }) => savedTokens)),
    ...measureSpeed(fresh),
    costUsd: computeSpread(fresh.filter(({ isUnpriced }) => !isUnpriced).map(({ costUsd }) => costUsd)),
    totalCostUsd: sum(all.map(({ costUsd }) => costUsd)),
    failurePercent: computePercent(byStatus.failed, ended.length),
    failures: countFailures(ended),
    insufficientPercent: computePercent(byStatus.insufficient, results.length),
    fallbackPercent: computePercent(ended.filter(({ isFallback }) => isFallback).length, ended.length),
  }
}

function countByStatus(attempts: readonly MeasuredAttempt[]): Record<AttemptStatus, number> {
  const counts = new Map<AttemptStatus, number>(attemptStatuses.map((status) => [status, 0]))
  for (const { status } of attempts) counts.set(status, (counts.get(status) ?? 0) + 1)
  // The map holds every status.
  return Object.fromEntries(counts) as Record<AttemptStatus, number>
}

function measureSpeed(
  fresh: readonly MeasuredAttempt[],
): Pick<MetricsFigures, 'durationMs' | 'tokensPerSecond'> {
  const timed = fresh.flatMap(({ durationMs, sourceTokens }) =>
    durationMs === null ? [] : [{ durationMs, sourceTokens }],
  )
  const totalMs = sum(timed.map(({ durationMs }) => durationMs))
  return {
    durationMs: computeSpread(timed.map(({ durationMs }) => durationMs)),
    tokensPerSecond:
      totalMs === 0 ? null : (1000 * sum(timed.map(({ sourceTokens }) => sourceTokens))) / totalMs,
  }
}

function measureQuality(chosen: readonly MeasuredAttempt[]): Quality {
  const measureQualityFigure = (name: 'survival' | 'continuationRecall') =>
    computeSpread(chosen.flatMap(({ quality }) => quality?.[name] ?? []))
  return {
    survival: measureQualityFigure('survival'),
    continuationRecall: measureQualityFigure('continuationRecall'),
    qualityGaps: [
      ...countQualityGaps('survival', chosen, ({ survivalGap }) => survivalGap),
      ...countQualityGaps('continuationRecall', chosen, ({ continuationGap }) => continuationGap),
    ],
  }
}

function countQualityGaps(
  figure: Gap['figure'],
  chosen: readonly MeasuredAttempt[],
  gapOf: (quality: RunQualitySummary) => QualityGap | null,
): Gap[] {
  const codes = chosen.flatMap(({ quality }): Gap['code'][] => {
    const gap = quality === null ? 'pending' : gapOf(quality)
    return gap === null ? [] : [gap]
  })
  return [...Map.groupBy(codes, (code) => code)]
    .map(([code, { length }]) => ({ figure, code, attempts: length }))
    .toSorted((a, b) => b.attempts - a.attempts || (a.code < b.code ? -1 : 1))
}

function countFailures(ended: readonly MeasuredAttempt[]): MetricsFigures['failures'] {
  const codes = Map.groupBy(
    ended.filter(({ status }) => status === 'failed'),
    ({ code }) => code,
  )
  return [...codes]
    .map(([code, { length }]) => ({ code, attempts: length, percent: (100 * length) / ended.length }))
    .toSorted((a, b) => b.attempts - a.attempts || (a.code < b.code ? -1 : 1))
}
