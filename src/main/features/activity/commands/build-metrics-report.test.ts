import { describe, expect, it } from 'vitest'
import type { MetricsReport } from '../../../../shared/activity/metrics-types.ts'
import { measuredAttempt, measuredRun } from '../../../kernel/testing/measured-run.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { measureRuns } from '../measure-runs.ts'
import { buildMetricsReport } from './build-metrics-report.ts'

const formatMetricsReport = (report: MetricsReport): string => drawDocument(buildMetricsReport(report))

const paid = {
  totalUsd: 1.5,
  runsUsd: 0.5,
  experimentsUsd: 1,
  otherUsd: 0,
  calls: 12,
  perhapsPaid: { calls: 0, usd: 0 },
}

function formatMeasuredRuns(runs: Parameters<typeof measureRuns>[0]): string {
  const { groups, ...report } = measureRuns(runs, 'provider', (providerId) => providerId === 'native')
  return formatMetricsReport({
    ...report,
    paid,
    groups: groups.map((group) => ({ ...group, label: group.id })),
  })
}
const timeout = measuredRun({
  status: 'failed',
  attempts: [measuredAttempt({ status: 'failed', code: 'timeout', reductionPercent: 0, costUsd: 0 })],
})

describe('figures for people', () => {
  it('say what to do where there are none', () => {
    expect(formatMeasuredRuns([])).toBe(
      `No runs to measure. Start one with \`dewpoint condense <task> --provider lossless\`.

actually paid  $1.50: $1.00 experiments, $0.5000 runs, in 12 calls to models
`,
    )
  })

  it('are a line a group, reasons of failures, and what is left out', () => {
    const quality = {
      survival: 0.75,
      facts: 8,
      continuationRecall: null,
      used: 0,
      survivalGap: null,
      continuationGap: 'nothing-after' as const,
    }
    const runs = [
      measuredRun({ quality }),
      timeout,
      measuredRun({ status: 'cancelled', attempts: [], stats: null }),
      measuredRun({ stats: { cacheHits: 1 } }),
      measuredRun({
        attempts: [measuredAttempt({ providerId: 'lossless', status: 'insufficient', reductionPercent: 9 })],
      }),
    ]
    expect(formatMeasuredRuns(runs)).toBe(`\
provider  attempts  reduction (mean)        q1 to q3  survival  kept used  time p50    p95  tok/s  cost each   in sum  failed  too little  fallbacks
native           3            50.0 %  50.0 to 50.0 %    75.0 %                2.0 s  2.0 s    500    $0.0200  $0.0400  33.3 %       0.0 %      0.0 %
lossless         1             9.0 %    9.0 to 9.0 %                          2.0 s  2.0 s    500    $0.0200  $0.0200   0.0 %     100.0 %      0.0 %
all              4            36.3 %  29.5 to 50.0 %    75.0 %                2.0 s  2.0 s    500    $0.0200  $0.0600  25.0 %      33.3 %      0.0 %

failed  reason   attempts  of all
native  timeout         1  33.3 %

measured             4 attempts in 5 runs
not counted          1 cancelled
not timed or priced  1 attempt answered from the cache
kept used            none for 1 result (nothing was recorded after it)
quality              not measured yet for 2 results (--quality measures it)

actually paid  $1.50: $1.00 experiments, $0.5000 runs, in 12 calls to models
`)
  })
})
