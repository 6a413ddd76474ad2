import { useMemo } from 'react'
import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import type { ReplayFiring } from '../../../../shared/domain/replay.ts'
import { formatUsd } from '../../../../shared/lib/format-figures.ts'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { figureColumn } from '../../../components/figure-column.ts'
import { PlainTable } from '../../../components/plain-table.tsx'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { formatChange } from '../../../lib/format.ts'
import { useReplay } from '../replay-view.tsx'
import styles from './results.module.css'

/** The condensations of a policy in their order; each leads to its request. */
export function FiringsTable({ policy }: { readonly policy: ReplayedPolicy }) {
  const { metrics, setRequest, hasPrices } = useReplay()
  const columns = useMemo(
    () => firingColumns(metrics, { isRecorded: policy.id === 'recorded', hasPrices }, setRequest),
    [metrics, policy.id, hasPrices, setRequest],
  )
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

function firingColumns(
  metrics: readonly MetricInfo[],
  { isRecorded, hasPrices }: { readonly isRecorded: boolean; readonly hasPrices: boolean },
  onLook: (request: number) => void,
): readonly TableColumn<ReplayFiring>[] {
  const payBack = ({ paysBackAfter }: ReplayFiring): string =>
    isRecorded
      ? 'not judged'
      : paysBackAfter === null
        ? 'never'
        : `${paysBackAfter} ${paysBackAfter === 1 ? 'request' : 'requests'}`
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
    figureColumn('before', 'Input before (tok)', ({ before }) => before),
    figureColumn('after', 'Input after (tok)', ({ after }) => after),
    {
      id: 'change',
      header: 'Change of input',
      align: 'end',
      value: ({ before, after }) => formatChange(before, after),
    },
    figureColumn('cost', 'Cost', ({ costUsd }) => (hasPrices ? costUsd : null), formatUsd),
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
