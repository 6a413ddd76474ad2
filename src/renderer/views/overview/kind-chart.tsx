import { Link } from 'wouter'
import type { LibraryOverview } from '../../../shared/domain/library.ts'
import { partKinds, type PartKind } from '../../../shared/domain/part.ts'
import { figureColumn } from '../../components/figure-column.ts'
import { KindBadge } from '../../components/marks/kind-badge.tsx'
import { kindLooks } from '../../components/marks/part-kinds.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { formatTokens } from '../../lib/format.ts'
import { kindColumnId } from '../../lib/kind-column-id.ts'
import { routes } from '../../lib/routes.ts'
import { BarRows } from '../../plots/bars.tsx'
import { ChartFrame } from '../../plots/chart-frame.tsx'
import { formatShort, shareOf } from './overview-figures.ts'

type KindSum = { readonly kind: PartKind; readonly tokens: number; readonly share: string }

/** All tasks, those with the most tokens of the kind first. */
const hrefOf = (kind: PartKind): string => routes.libraryTasks({}, kindColumnId(kind))

const columns: readonly TableColumn<KindSum>[] = [
  {
    id: 'kind',
    header: 'Kind',
    value: ({ kind }) => kindLooks[kind].label,
    cell: ({ kind }) => (
      <Link href={hrefOf(kind)}>
        <KindBadge kind={kind} long />
      </Link>
    ),
  },
  figureColumn('tokens', 'Tokens', ({ tokens }) => tokens),
  { id: 'share', header: 'Share', align: 'end', value: ({ share }) => share },
]

/** Where the tokens of the whole Library are, by kind of part. */
export function KindChart({ byKind }: Pick<LibraryOverview, 'byKind'>) {
  const total = Object.values(byKind).reduce((sum, tokens) => sum + tokens, 0)
  const sums = partKinds
    .map((kind): KindSum => {
      const tokens = byKind[kind] ?? 0
      return { kind, tokens, share: shareOf(tokens, total) }
    })
    .filter(({ tokens }) => tokens > 0)
    .toSorted((a, b) => b.tokens - a.tokens)
  return (
    <ChartFrame
      title="Tokens by kind"
      note="Of the histories as they would be sent now, without system prompt and tools. Every row leads to the tasks with the most of it."
      columns={columns}
      rows={sums}
    >
      <BarRows
        label="Tokens by kind"
        formatTick={formatShort}
        unit="tok"
        rows={sums.map(({ kind, tokens, share }) => ({
          id: kind,
          label: <KindBadge kind={kind} long />,
          title: kindLooks[kind].label,
          href: hrefOf(kind),
          segments: [{ value: tokens, color: kindLooks[kind].color }],
          figures: `${formatTokens(tokens)} · ${share}`,
        }))}
      />
    </ChartFrame>
  )
}
