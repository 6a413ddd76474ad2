import { useMemo } from 'react'
import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import type { ReplayFiring } from '../../../../shared/domain/replay.ts'
import { formatUsd } from '../../../../shared/lib/format-figures.ts'
import { payBackOf } from '../../../../shared/lib/pay-back-of.ts'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { figureColumn } from '../../../components/figure-column.ts'
import { PlainTable } from '../../../components/plain-table.tsx'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { countOf, formatChange } from '../../../lib/format.ts'
import { useReplay } from '../replay-view.tsx'
import styles from './results.module.css'

/** The condensations of a policy in their order; each leads to its request. */
export function FiringsTable({ policy }: { readonly policy: ReplayedPolicy }) {
  const { metrics, setRequest } = useReplay()
  const columns = useMemo(() => firingColumns(metrics, policy, setRequest), [metrics, policy, setRequest])
  return (
    <>
      <div className={styles.firings}>
        <PlainTable label={`Condensations of ${policy.id}`} columns={columns} rows={policy.firings} />
        <CopyTableButton columns={columns} rows={policy.firings} />
      </div>
      <p className={styles.empty}>
        Input is that of the whole request, system prompt and tools included; reduction and the other figures
        of quality are of the messages alone.
      </p>
    </>
  )
}

/** Only an agent truncates. */
const kindColumn: TableColumn<ReplayFiring> = {
  id: 'kind',
  header: 'What',
  value: ({ isTruncation }) => (isTruncation === true ? 'truncated' : 'condensed'),
}

function firingColumns(
  metrics: readonly MetricInfo[],
  policy: ReplayedPolicy,
  onLook: (request: number) => void,
): readonly TableColumn<ReplayFiring>[] {
  const payBack = (firing: ReplayFiring): string => {
    const after = payBackOf(policy, firing)
    return typeof after === 'number' ? countOf(after, 'request') : after
  }
  return [
    {
      id: 'request',
      header: 'Before request',
      align: 'end',
      value: ({ request }) => request,
      cell: ({ request }) => (
        <button
          type="button"
          className={styles.go}
          aria-label={`Look at request ${request}`}
          onClick={() => onLook(request)}
        >
          {request}
        </button>
      ),
    },
    ...(policy.firings.some(({ isTruncation }) => isTruncation === true) ? [kindColumn] : []),
    figureColumn('before', 'Input before (tok)', ({ before }) => before),
    figureColumn('after', 'Input after (tok)', ({ after }) => after),
    {
      id: 'change',
      header: 'Change of input',
      align: 'end',
      value: ({ before, after }) => formatChange(before, after),
    },
    figureColumn('cost', 'Cost', ({ costUsd }) => costUsd, formatUsd),
    { id: 'payback', header: 'Pays back after', align: 'end', value: payBack },
    ...metrics.map((metric) =>
      figureColumn<ReplayFiring>(
        metric.id,
        headerOf(metric),
        ({ quality }) => quality?.[metric.id] ?? null,
        (value) => formatBare(value, metric.unit),
      ),
    ),
  ]
}
