import { attemptStatuses, type AttemptStatus, type MetricsFigures } from '../../../shared/domain/metrics.ts'
import type { QualityGap, RunQualitySummary } from '../../../shared/domain/run-quality.ts'
import { sum } from '../../../shared/lib/sum.ts'
import type { MeasuredAttempt } from './attempts-of-run.ts'
import { spreadOf } from './spread-of.ts'

const counted: readonly AttemptStatus[] = ['condensed', 'insufficient', 'unchanged', 'failed']

/** The figures of a set of attempts; the schema says on which of them each is measured. */
export function figuresOf(all: readonly MeasuredAttempt[]): MetricsFigures {
  const ended = all.filter(({ status }) => counted.includes(status))
  const results = ended.filter(({ status }) => status === 'condensed' || status === 'insufficient')
  const fresh = results.filter(({ isReused, isUnanswered }) => !isReused && !isUnanswered)
  const byStatus = countByStatus(all)
  return {
    attempts: ended.length,
    byStatus,
    reused: ended.filter(({ isReused }) => isReused).length,
    unpriced: ended.filter(({ isUnpriced }) => isUnpriced).length,
    reductionPercent: spreadOf(results.map(({ reductionPercent }) => reductionPercent)),
    ...qualityOf(results.filter(({ isChosen }) => isChosen)),
    tokensSaved: sum(all.map(({ savedTokens }) => savedTokens)),
    ...speedOf(fresh),
    costUsd: spreadOf(fresh.filter(({ isUnpriced }) => !isUnpriced).map(({ costUsd }) => costUsd)),
    totalCostUsd: sum(all.map(({ costUsd }) => costUsd)),
    failurePercent: percentOf(byStatus.failed, ended.length),
    failures: failuresOf(ended),
    insufficientPercent: percentOf(byStatus.insufficient, results.length),
  }
}

function countByStatus(attempts: readonly MeasuredAttempt[]): Record<AttemptStatus, number> {
  const counts = new Map<AttemptStatus, number>(attemptStatuses.map((status) => [status, 0]))
  for (const { status } of attempts) counts.set(status, (counts.get(status) ?? 0) + 1)
  // The map holds every status.
  return Object.fromEntries(counts) as Record<AttemptStatus, number>
}

function speedOf(fresh: readonly MeasuredAttempt[]): Pick<MetricsFigures, 'durationMs' | 'tokensPerSecond'> {
  const timed = fresh.flatMap(({ durationMs, sourceTokens }) =>
    durationMs === null ? [] : [{ durationMs, sourceTokens }],
  )
  const totalMs = sum(timed.map(({ durationMs }) => durationMs))
  return {
    durationMs: spreadOf(timed.map(({ durationMs }) => durationMs)),
    tokensPerSecond:
      totalMs === 0 ? null : (1000 * sum(timed.map(({ sourceTokens }) => sourceTokens))) / totalMs,
  }
}

type Quality = Pick<MetricsFigures, 'survival' | 'continuationRecall' | 'qualityGaps'>

function qualityOf(chosen: readonly MeasuredAttempt[]): Quality {
  const figure = (name: 'survival' | 'continuationRecall') =>
    spreadOf(chosen.flatMap(({ quality }) => quality?.[name] ?? []))
  return {
    survival: figure('survival'),
    continuationRecall: figure('continuationRecall'),
    qualityGaps: [
      ...gapsOf('survival', chosen, ({ survivalGap }) => survivalGap),
      ...gapsOf('continuationRecall', chosen, ({ continuationGap }) => continuationGap),
    ],
  }
}

type Gap = MetricsFigures['qualityGaps'][number]

function gapsOf(
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

function failuresOf(ended: readonly MeasuredAttempt[]): MetricsFigures['failures'] {
  const codes = Map.groupBy(
    ended.filter(({ status }) => status === 'failed'),
    ({ code }) => code,
  )
  return [...codes]
    .map(([code, { length }]) => ({ code, attempts: length, percent: (100 * length) / ended.length }))
    .toSorted((a, b) => b.attempts - a.attempts || (a.code < b.code ? -1 : 1))
}

const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole)
