import { useMemo } from 'react'
import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import type { ReplayFiring } from '../../../../shared/domain/replay.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { PlainTable } from '../../../components/plain-table.tsx'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { formatChange } from '../../../lib/format.ts'
import { useReplay } from '../replay-view.tsx'
import styles from './results.module.css'

/** The condensations of a policy in their order; each leads to its request. */
export function FiringsTable({ policy }: { readonly policy: ReplayedPolicy }) {
  const { metrics, setRequest } = useReplay()
  const columns = useMemo(
    () => firingColumns(metrics, policy.id === 'recorded', setRequest),
    [metrics, policy.id, setRequest],
  )
  return (
    <div className={styles.firings}>
      <PlainTable label={`Condensations of ${policy.id}`} columns={columns} rows={policy.firings} />
      <CopyTableButton columns={columns} rows={policy.firings} />
    </div>
  )
}

type Column = TableColumn<ReplayFiring>

function firingColumns(
  metrics: readonly MetricInfo[],
  isRecorded: boolean,
  onLook: (request: number) => void,
): readonly Column[] {
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
    figure('before', 'Before (tok)', ({ before }) => before),
    figure('after', 'After (tok)', ({ after }) => after),
    {
      id: 'change',
      header: 'Change',
      align: 'end',
      value: ({ before, after }) => formatChange(before, after),
    },
    {
      id: 'cost',
      header: 'Cost',
      align: 'end',
      value: ({ costUsd }) => costUsd,
      cell: ({ costUsd }) => formatUsd(costUsd),
    },
    { id: 'payback', header: 'Pays back after', align: 'end', value: payBack },
    ...metrics.map((metric): Column => {
      const value = ({ quality }: ReplayFiring): number | null => quality?.[metric.id] ?? null
      return {
        id: metric.id,
        header: headerOf(metric),
        align: 'end',
        value,
        cell: (firing) => formatBare(value(firing), metric.unit),
      }
    }),
  ]
}

function figure(id: string, header: string, value: (firing: ReplayFiring) => number): Column {
  return { id, header, align: 'end', value, cell: (firing) => formatInteger(value(firing)) }
}
