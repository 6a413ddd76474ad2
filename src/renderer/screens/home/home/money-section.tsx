import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue } from 'react'
import { formatInteger, formatLimitUsd, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { LibraryOverview } from '../../../../shared/library/types.ts'
import type { CacheCause } from '../../../../shared/replay/cache-audit-types.ts'
import { sortCausesByLoss, causeWords } from '../../../../shared/replay/cache-breaks-words.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { formatCountWithNoun, formatTokens } from '../../../lib/format.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { Figure, Figures } from '../../../ui/components/figure.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block, Columns, Note } from '../../../ui/layout/layout.tsx'
import { BarRows } from '../../../ui/plots/bars.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { describeBasis } from '../../library/overview/describe-basis.ts'
import { KindChart } from '../../library/overview/overview-charts.tsx'
import {
  describeCacheLoss,
  formatRecordedCost,
  formatShort,
} from '../../library/overview/overview-figures.ts'

/** Milliseconds between looks while there are tasks that are not counted yet. */
const lookAgainMs = 4000

/** What the tasks cost, by kind of part and by what broke their caches. */
export function MoneySection() {
  const { queries } = useEngine()
  const { data } = useQuery(
    queries.library.overview.queryOptions({
      refetchInterval: ({ state: { data: last } }) =>
        last !== undefined && last.surveyed < last.tasks - last.unreadableTasks ? lookAgainMs : false,
    }),
  )
  // Charts take a while to draw: they follow when there is time for it.
  const drawn = useDeferredValue(data)
  return drawn === undefined || drawn.surveyed === 0 ? null : <Money data={drawn} />
}

const Money = memo(function Money({ data }: { readonly data: LibraryOverview }) {
  const lost = describeCacheLoss(data.cacheBreaks)
  return (
    <Block aria-label="Where the money goes" component="section" span="all" miw={0} line="top">
      <SectionHead title="Where the money goes" />
      <Block pb="sm" px="md">
        <Figures>
          <Figure label="Recorded cost" value={formatRecordedCost(data.totals)} />
          <Figure label="In the histories" value={formatTokens(data.totals.tokens)} />
          {lost !== null && <Figure label="Lost to cache breaks" {...lost} />}
        </Figures>
        <Note mt="xs">{describeBasis(data)}</Note>
      </Block>
      <Columns min={440}>
        <KindChart byKind={data.byKind} />
        {data.cacheBreaks !== undefined && <BreaksChart breaks={data.cacheBreaks} />}
      </Columns>
    </Block>
  )
})

type CauseRow = ReturnType<typeof sortCausesByLoss>[number]

const columns: readonly TableColumn<CauseRow>[] = [
  { id: 'cause', header: 'Cause', value: ({ cause }) => findCauseLabel(cause) },
  buildFigureColumn<CauseRow>('breaks', 'Breaks', ({ n }) => n),
  buildFigureColumn<CauseRow>('tokens', 'Tokens paid again', ({ tokens }) => tokens),
  buildFigureColumn<CauseRow>('cost', 'Lost, $', ({ costUsd }) => costUsd, formatUsd),
]

const findCauseLabel = (cause: CacheCause): string => causeWords[cause].label

/** What was paid again because a cache was broken, by cause. */
function BreaksChart({ breaks }: { readonly breaks: NonNullable<LibraryOverview['cacheBreaks']> }) {
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
