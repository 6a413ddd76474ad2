import { RequestBar } from '../request-bar.tsx'
import { useReplay } from '../replay-view.tsx'
import { ContextChart } from './context-chart.tsx'
import { CostChart } from './cost-chart.tsx'
import { NothingFired } from './nothing-fired.tsx'
import { ParetoChart } from './pareto-chart.tsx'
import { PolicyChips } from './policy-chips.tsx'
import { PolicyDetail } from './policy-detail.tsx'
import { PolicyTable } from './policy-table.tsx'
import { RecordAgreement } from './record-agreement.tsx'
import styles from './results.module.css'
import { SweepChart } from './sweep-chart.tsx'

/** What every policy comes to, and how far that can be believed. */
export function ResultsPane() {
  const { result, selected } = useReplay()
  const hasRequests = result.policies.some(({ requests }) => requests.length > 0)
  return (
    <>
      {hasRequests && <RequestBar />}
      <div className={styles.page} tabIndex={0} role="region" aria-label="Results of the replay">
        <RecordAgreement />
        <NothingFired />
        {hasRequests && (
          <>
            <PolicyTable />
            <PolicyChips />
            <div className={styles.charts}>
              <ContextChart />
              <CostChart />
              <ParetoChart />
              <SweepChart />
            </div>
            {selected !== null && <PolicyDetail policy={selected} />}
          </>
        )}
      </div>
    </>
  )
}
