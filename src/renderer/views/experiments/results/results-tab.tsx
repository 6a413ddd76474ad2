import { EmptyPanel } from '../../../components/empty-panel.tsx'
import { SkeletonRows } from '../../../components/skeleton-rows.tsx'
import { Split } from '../../../components/split.tsx'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { useExperiment } from '../experiment-context.ts'
import { AssertionTable } from './assertion-table.tsx'
import { FigurePane } from './figure-pane.tsx'
import { ResultCharts } from './result-charts.tsx'
import { ResultsTable } from './results-table.tsx'
import styles from './results-tab.module.css'
import { useFigureFocus } from './use-figure-focus.ts'
import { VerdictList } from './verdict-list.tsx'

type ResultsTabProps = {
  /** Which figure is looked into; null for none. */
  readonly variantKey: string | null
  readonly metric: string | null
}

/** What came of it: in words, as a table, as plots; and beside them what is behind the chosen figure. */
export function ResultsTab({ variantKey, metric }: ResultsTabProps) {
  const { results, names, metrics, detail } = useExperiment()
  const split = useSplitLayout('experiment', 62)
  const pageRef = useFigureFocus(variantKey, metric)
  if (results === null) return <SkeletonRows label="Computing the figures" />
  if (results.cells.done === 0) {
    return (
      <EmptyPanel>
        {detail.summary.status === 'running'
          ? 'No cell has ended yet. The figures come in by themselves.'
          : 'No cell came to a result, so there are no figures.'}
      </EmptyPanel>
    )
  }
  const variantId = variantKey === null ? null : names.idOf(variantKey)
  const info = metrics.find(({ id }) => id === metric)
  const chosen = variantId === null || info === undefined ? null : { variantId, metric: info }
  const page = (
    <div ref={pageRef} className={styles.page} tabIndex={0} role="region" aria-label="Results">
      {variantKey !== null && chosen === null && (
        <p className={styles.unknown} role="status">
          {variantId === null ? 'No variant' : 'No metric'} of this experiment has the name in the address, so
          no figure is shown beside the results.
        </p>
      )}
      <VerdictList />
      <ResultsTable chosen={chosen} />
      <AssertionTable />
      <ResultCharts />
    </div>
  )
  if (chosen === null) return page
  return (
    <div className={styles.halves}>
      <Split
        id="experiment"
        direction="horizontal"
        {...split}
        label="Width of the results"
        first={page}
        second={<FigurePane {...chosen} />}
      />
    </div>
  )
}
