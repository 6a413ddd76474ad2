import { formatInteger, formatLimitUsd, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { LibraryOverview } from '../../../../shared/library/types.ts'
import type { CacheCause } from '../../../../shared/replay/cache-audit-types.ts'
import { sortCausesByLoss, causeWords } from '../../../../shared/replay/cache-breaks-words.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { BarRows } from '../../../ui/plots/bars.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { formatShort } from './overview-figures.ts'

type CauseRow = ReturnType<typeof sortCausesByLoss>[number]

const columns: readonly TableColumn<CauseRow>[] = [
  { id: 'cause', header: 'Cause', value: ({ cause }) => findCauseLabel(cause) },
  buildFigureColumn<CauseRow>('breaks', 'Breaks', ({ n }) => n),
  buildFigureColumn<CauseRow>('tokens', 'Tokens paid again', ({ tokens }) => tokens),
  buildFigureColumn<CauseRow>('cost', 'Lost, $', ({ costUsd }) => costUsd, formatUsd),
]

const findCauseLabel = (cause: CacheCause): string => causeWords[cause].label

/** What was paid again because a cache was broken, by cause. */
export function BreaksChart({ breaks }: { readonly breaks: NonNullable<LibraryOverview['cacheBreaks']> }) {
  const rows = sortCausesByLoss(breaks)
  const isPriced = rows.some(({ costUsd }) => (costUsd ?? 0) > 0)
  return (
    <ChartFrame
      title="Lost to cache breaks"
      note="What requests paid again for tokens that a cache had held, beyond the price of reading them. Point at a cause to see what it means."
      columns={columns}
      rows={rows}
    >
      <BarRows
        label="Lost to cache breaks"
        formatTick={isPriced ? formatLimitUsd : formatShort}
        {...(isPriced ? {} : { unit: 'tok' })}
        rows={rows.map(({ cause, costUsd, tokens, n }) => ({
          id: cause,
          label: findCauseLabel(cause),
          title: causeWords[cause].definition,
          href: null,
          segments: [{ value: isPriced ? (costUsd ?? 0) : tokens, color: 'var(--kind-tool-call)' }],
          figures: `${isPriced ? formatUsd(costUsd) : `${formatInteger(tokens)} tok`} · ${formatCountWithNoun(n, 'break')}`,
        }))}
      />
    </ChartFrame>
  )
}
