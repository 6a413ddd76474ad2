import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { VariantMark } from '../../../components/variant-mark.tsx'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { payBackText, type PolicyRow } from './policy-rows.ts'
import styles from './results.module.css'
import { signedPercent } from './signed-percent.ts'

type Column = TableColumn<PolicyRow>

/** What the table of policies tells of each, the metrics last. */
export function policyColumns(
  placeOf: (policyId: string) => number,
  metrics: readonly MetricInfo[],
): readonly Column[] {
  return [
    {
      id: 'policy',
      header: 'Policy',
      width: 170,
      value: ({ policy }) => policy.id,
      cell: ({ policy }) => (
        <span className={styles.policy}>
          <VariantMark place={placeOf(policy.id)} />
          {policy.id}
        </span>
      ),
    },
    figure('cost', 'Cost', 84, ({ policy }) => policy.costUsd, formatUsd),
    figure('none', 'To none', 84, ({ againstNone }) => againstNone, signedPercent),
    figure('record', 'To record', 88, ({ againstRecord }) => againstRecord, signedPercent),
    figure('firings', 'Condensed', 84, ({ policy }) => policy.firings.length, formatInteger),
    figure('first', 'First before', 92, ({ firstFiring }) => firstFiring, formatInteger),
    figure('peak', 'Peak (tok)', 92, ({ policy }) => policy.peakContext, formatInteger),
    figure('uncached', 'Uncached (tok)', 112, ({ policy }) => policy.tokens.uncached, formatInteger),
    figure('written', 'Written (tok)', 104, ({ policy }) => policy.tokens.cacheWrite, formatInteger),
    figure('read', 'Read (tok)', 98, ({ policy }) => policy.tokens.cacheRead, formatInteger),
    figure('output', 'Output (tok)', 98, ({ policy }) => policy.tokens.output, formatInteger),
    {
      id: 'payback',
      header: 'Pays back after',
      width: 146,
      value: ({ paysBack }) => (paysBack.length === 0 ? null : payBackText(paysBack)),
    },
    ...metrics.map((metric) =>
      figure(
        `metric ${metric.id}`,
        headerOf(metric),
        Math.max(90, headerOf(metric).length * 7 + 20),
        ({ policy }) => policy.quality[metric.id] ?? null,
        (value) => formatBare(value, metric.unit),
      ),
    ),
  ]
}

function figure(
  id: string,
  header: string,
  width: number,
  value: (row: PolicyRow) => number | null,
  format: (value: number) => string,
): Column {
  return {
    id,
    header,
    width,
    align: 'end',
    value,
    cell: (row) => {
      const own = value(row)
      return own === null ? '–' : format(own)
    },
  }
}
