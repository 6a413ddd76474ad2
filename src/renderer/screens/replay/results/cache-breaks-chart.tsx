import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatInteger, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { CacheCause } from '../../../../shared/replay/cache-audit-types.ts'
import { causeWords } from '../../../../shared/replay/cache-breaks-words.ts'
import { formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block } from '../../../ui/layout/layout.tsx'
import { BarRows } from '../../../ui/plots/bars.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { useReplay } from '../replay-view.tsx'
import { pickCacheBreakMeasure, buildCacheBreakRows, type CacheBreakRow } from './build-cache-break-rows.ts'
import { formatTickUsd } from './format-tick-usd.ts'

/** Every cause has its colour, whichever of them a replay has. */
const causeColors: Readonly<Record<CacheCause, string>> = {
  condensation: 'var(--variant-0)',
  clearing: 'var(--variant-1)',
  placeholder: 'var(--variant-4)',
  reordered: 'var(--kind-image)',
  prefix: 'var(--variant-3)',
  timestamp: 'var(--kind-opaque)',
  model: 'var(--variant-5)',
  pause: 'var(--variant-2)',
  'look-back': 'var(--kind-environment)',
  edited: 'var(--kind-assistant-text)',
  settings: 'var(--variant-6)',
  vendor: 'var(--variant-7)',
  unknown: 'var(--kind-prefix)',
}

/** What each policy lost to broken prompt caches, by cause. */
export function CacheBreaksChart() {
  const { taskId, result, findShortName, findName, findTableState } = useReplay()
  const rows = buildCacheBreakRows(result.policies)
  const audited = result.policies.filter(({ cache }) => cache !== undefined)
  if (audited.length === 0) return null
  const measure = pickCacheBreakMeasure(rows)
  const causes = [...new Set(rows.map(({ cause }) => cause))]
  const bars = audited
    .map(({ id, cache }) => ({ id, cache, own: rows.filter(({ policyId }) => policyId === id) }))
    .toSorted((a, b) => sumLoss(b.own, measure) - sumLoss(a.own, measure))
  return (
    <ChartFrame
      title="Lost to cache breaks"
      table={findTableState('Lost to cache breaks')}
      note="What requests paid again for tokens that a cache had held, beyond the price of reading them, by cause. A bar for each policy, the most expensive first."
      columns={buildColumns(findName)}
      rows={rows}
    >
      {rows.length === 0 ? (
        <Block component="p" p="md" fz="xs">
          No policy broke a cache.
        </Block>
      ) : (
        <BarRows
          label="Lost to cache breaks"
          formatTick={measure === 'costUsd' ? formatTickUsd : formatInteger}
          {...(measure === 'costUsd' ? {} : { unit: 'tok' })}
          legend={causes.map((cause) => ({ label: causeWords[cause].label, color: causeColors[cause] }))}
          rows={bars.map(({ id, cache, own }) => ({
            id,
            label: findShortName(id),
            title: findName(id),
            href: routes.replay(taskId, 'context'),
            segments: causes.map((cause) => ({
              value: sumLoss(
                own.filter((row) => row.cause === cause),
                measure,
              ),
              color: causeColors[cause],
            })),
            figures: `${measure === 'costUsd' ? formatUsd(cache?.costUsd ?? 0) : formatTokens(cache?.tokens ?? 0)} · ${formatCountWithNoun(cache?.breaks.length ?? 0, 'break')}`,
          }))}
        />
      )}
    </ChartFrame>
  )
}

function sumLoss(rows: readonly CacheBreakRow[], measure: 'costUsd' | 'tokens'): number {
  return rows.reduce((sum, row) => sum + (row[measure] ?? 0), 0)
}

const buildColumns = (nameOf: (policyId: string) => string): readonly TableColumn<CacheBreakRow>[] => [
  { id: 'policy', header: 'Policy', value: ({ policyId }) => nameOf(policyId) },
  { id: 'cause', header: 'Cause', value: ({ cause }) => causeWords[cause].label },
  buildFigureColumn('breaks', 'Breaks', ({ breaks }) => breaks, formatInteger),
  buildFigureColumn('tokens', 'Tokens paid again', ({ tokens }) => tokens, formatInteger),
  buildFigureColumn('lost', 'Lost, $', ({ costUsd }) => costUsd, formatUsd),
]
