import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { formatLimitUsd } from '../../lib/format.ts'
import { ClaimChart } from './claim-chart.tsx'
import styles from './comparison-tab.module.css'
import { MatrixTable } from './matrix-table.tsx'
import { costPoints, measuredPoints, qualityPoints } from './chart-points.ts'
import { useMeasured } from './use-measured.ts'

/** What is claimed of the four providers, beside what one’s own runs measured. */
export function ComparisonTab() {
  const { queries } = useEngine()
  const matrix = useQuery(queries.guide.matrix.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const reference = useQuery(queries.guide.reference.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const measured = useMeasured()
  const failed = [matrix, reference].find((query) => query.isError)
  if (failed?.error)
    return <ErrorPanel problem={toProblem(failed.error)} onRetry={() => void failed.refetch()} />
  if (matrix.data === undefined || reference.data === undefined)
    return <SkeletonRows label="Loading the comparison" />
  const { points } = reference.data
  return (
    <>
      <MatrixTable groups={matrix.data} measured={measured} />
      <div className={styles.charts}>
        <ClaimChart
          title="Quality against tokens saved"
          note="Both are claims. Bars are the stated range of what is saved."
          points={qualityPoints(points)}
          yLabel="Quality kept (%)"
          yTicks={[0, 25, 50, 75, 100]}
          formatY={(value) => `${value} %`}
        />
        <ClaimChart
          title="Cost against tokens saved"
          note="Filled marks are claims, hollow ones the medians of your own runs."
          points={[...costPoints(points), ...measuredPoints(measured)]}
          yLabel="Cost of a run ($)"
          yTicks={[0, 0.02, 0.04, 0.06, 0.08]}
          formatY={formatLimitUsd}
        />
      </div>
    </>
  )
}
