import { Link } from 'wouter'
import type { LibraryOverview } from '../../../shared/domain/library.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { figureColumn } from '../../components/figure-column.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { countOf, formatTokens } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { BarRows } from '../../plots/bars.tsx'
import { ChartFrame } from '../../plots/chart-frame.tsx'
import { endOfPath, formatShort, queryOfTool } from './overview-figures.ts'

type ToolSum = LibraryOverview['byTool'][number]

const columns: readonly TableColumn<ToolSum>[] = [
  {
    id: 'tool',
    header: 'Tool',
    value: ({ tool }) => tool,
    cell: ({ tool }) => <Link href={routes.librarySearch(queryOfTool(tool), {})}>{showControls(tool)}</Link>,
  },
  figureColumn('tasks', 'Tasks', ({ tasks }) => tasks),
  figureColumn('calls', 'Calls', ({ calls }) => calls),
  figureColumn('callTokens', 'Tokens of calls', ({ callTokens }) => callTokens),
  figureColumn('resultTokens', 'Tokens of results', ({ resultTokens }) => resultTokens),
]

/** Tokens that calls of each tool and their results take. */
export function ToolChart({ byTool }: Pick<LibraryOverview, 'byTool'>) {
  return (
    <ChartFrame
      title="Tokens by tool"
      note="Calls and their results. Every row leads to the messages that name the tool."
      columns={columns}
      rows={byTool}
    >
      <BarRows
        label="Tokens by tool"
        formatTick={formatShort}
        unit="tok"
        legend={[
          { label: 'Results', color: 'var(--kind-tool-result)' },
          { label: 'Calls', color: 'var(--kind-tool-call)' },
        ]}
        rows={byTool.map(({ tool, calls, callTokens, resultTokens }) => ({
          id: tool,
          label: endOfPath(showControls(tool)),
          title: tool,
          href: routes.librarySearch(queryOfTool(tool), {}),
          segments: [
            { value: resultTokens, color: 'var(--kind-tool-result)' },
            { value: callTokens, color: 'var(--kind-tool-call)' },
          ],
          figures: `${formatTokens(callTokens + resultTokens)} · ${countOf(calls, 'call')}`,
        }))}
      />
    </ChartFrame>
  )
}
