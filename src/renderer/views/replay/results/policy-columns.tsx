import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { figureColumn } from '../../../components/figure-column.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { ShortName } from '../../../components/short-name.tsx'
import { VariantMark } from '../../../components/variant-mark.tsx'
import { formatBare, headerOf } from '../../../lib/bare-figures.ts'
import { formatSignedPercent } from '../../../lib/format.ts'
import type { ReplayView } from '../replay-view.tsx'
import { payBackText, type PolicyRow } from './policy-rows.ts'
import styles from './results.module.css'

type Column = TableColumn<PolicyRow>

const figure = figureColumn<PolicyRow>

/** What the table of policies tells of each, what was paid as what last. */
export function policyColumns(
  { placeOf, shortOf }: Pick<ReplayView, 'placeOf' | 'shortOf'>,
  rows: readonly PolicyRow[],
  metrics: readonly MetricInfo[],
): readonly Column[] {
  return [
    {
      id: 'policy',
      header: 'Policy',
      width: namesWidth(rows.map(({ policy }) => shortOf(policy.id))),
      value: ({ policy }) => policy.id,
      cell: ({ policy }) => (
        <span className={styles.policy}>
          <VariantMark place={placeOf(policy.id)} />
          <ShortName name={policy.id} short={shortOf(policy.id)} />
        </span>
      ),
    },
    figure('cost', 'Cost', ({ policy }) => policy.costUsd, formatUsd, 84),
    figure('estimated', 'Estimated', ({ policy }) => policy.estimatedUsd, formatUsd, 88),
    figure('none', 'To none', ({ againstNone }) => againstNone, formatSignedPercent, 84),
    figure('played', 'To played', ({ againstPlayed }) => againstPlayed, formatSignedPercent, 88),
    {
      ...figure('firings', 'Condensed', ({ policy }) => policy.firings.length, formatInteger, 84),
      cell: ({ policy, ownCondensations: own }) => {
        const played = formatInteger(policy.firings.length)
        return own === null ? played : `${played} of ${formatInteger(own)}`
      },
    },
    {
      id: 'payback',
      header: 'Pays back after',
      width: 146,
      value: ({ paysBack }) => (paysBack.length === 0 ? null : payBackText(paysBack)),
    },
    figure('attempts', 'In vain', ({ policy }) => policy.attempts.length, formatInteger, 70),
    figure('first', 'First before', ({ firstFiring }) => firstFiring, formatInteger, 92),
    figure('peak', 'Peak (tok)', ({ policy }) => policy.peakContext, formatInteger, 92),
    ...metrics.map((metric) =>
      figure(
        `metric ${metric.id}`,
        headerOf(metric),
        ({ policy }) => policy.quality[metric.id] ?? null,
        (value) => formatBare(value, metric.unit),
        Math.max(90, headerOf(metric).length * 7 + 20),
      ),
    ),
    figure('uncached', 'Uncached (tok)', ({ policy }) => policy.tokens.uncached, formatInteger, 112),
    figure('written', 'Written (tok)', ({ policy }) => policy.tokens.cacheWrite, formatInteger, 104),
    figure('read', 'Read (tok)', ({ policy }) => policy.tokens.cacheRead, formatInteger, 98),
    figure('output', 'Output (tok)', ({ policy }) => policy.tokens.output, formatInteger, 98),
  ]
}

/** Of the 12 px that tables are lettered in, and what stands beside a name; in pixels. */
const charWidth = 6.9
const besideName = 44
const leastWidth = 120

function namesWidth(names: readonly string[]): number {
  const longest = Math.max(0, ...names.map((name) => name.length))
  return Math.max(leastWidth, Math.ceil(besideName + charWidth * longest))
}
