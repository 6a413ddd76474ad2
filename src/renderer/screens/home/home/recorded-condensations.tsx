import { Link } from 'wouter'
import type { Happened } from '../../../../shared/home/happened-types.ts'
import { cutTitle } from '../../../../shared/home/happened-words.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { formatTime } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { PlainTable } from '../../../ui/components/plain-table.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block, Inline, Note } from '../../../ui/layout/layout.tsx'

type Row = Happened['worst'][number]

const columns: readonly TableColumn<Row>[] = [
  {
    id: 'task',
    header: 'Task',
    value: ({ title }) => formatTaskTitle(title),
    cell: ({ taskId, n, title }) => (
      <Link href={routes.condensation(taskId, n)} title={formatTaskTitle(title)}>
        {cutTitle(formatTaskTitle(title))}
      </Link>
    ),
  },
  {
    id: 'condensed',
    header: 'Condensed',
    value: ({ ts }) => formatTime(ts),
    cell: ({ ts }) => <Inline nowrap>{formatTime(ts)}</Inline>,
  },
  buildFigureColumn<Row>('before', 'Before', ({ before }) => before),
  buildFigureColumn<Row>('after', 'After', ({ after }) => after),
  buildFigureColumn<Row>('again', 'Read again', ({ missing }) => missing),
  buildFigureColumn<Row>('tokens', 'Tokens', ({ missingTokens }) => missingTokens),
  buildFigureColumn<Row>('cost', 'Cost', ({ missingUsd }) => missingUsd, formatUsd),
]

/** What the agents condensed, the condensations that cost most afterwards first, each with the way to its page. */
export function RecordedCondensations({ happened }: { readonly happened: Happened }) {
  const { worst, condensations } = happened
  if (worst.length === 0) return null
  const title = 'What happened'
  const more = condensations - worst.length
  return (
    <Block component="section" aria-label={title} line="top">
      <SectionHead title={title} />
      <Block px="md">
        <PlainTable label="Recorded condensations" columns={columns} rows={worst} />
      </Block>
      <Note pt="xs" pb="sm" px="md">
        Worst first: what was read or run again because it was gone.
        {more > 0 && ` ${formatCount(more)} more are in the Library.`}
      </Note>
    </Block>
  )
}
