import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import type { ReplayRequest } from '../../../../shared/domain/replay.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { figureColumn } from '../../../components/figure-column.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { paidKinds, paidLooks } from '../paid-looks.ts'
import { ChartFrame } from '../../../plots/chart-frame.tsx'
import type { LegendEntry } from '../../../plots/chart-legend.tsx'
import { BarSeries } from '../../../plots/bar-series.tsx'
import { useRequestCursor } from '../use-request-cursor.ts'

const columns: readonly TableColumn<ReplayRequest>[] = [
  { id: 'request', header: 'Request', align: 'end', value: ({ request }) => request },
  ...paidKinds.map((kind) =>
    figureColumn<ReplayRequest>(kind, `${paidLooks[kind].label} (tok)`, ({ tokens }) => tokens[kind]),
  ),
  figureColumn('cost', 'Cost', ({ costUsd }) => costUsd, formatUsd),
]

/** The tokens of each request of a policy, stacked by what was paid for them. */
export function PaidChart({ policy }: { readonly policy: ReplayedPolicy }) {
  const cursor = useRequestCursor()
  const request = cursor.value
  const { id, requests, tokens } = policy
  const at = requests.find((one) => one.request === request)
  const title = `Tokens of ${id} by what was paid for them`
  return (
    <ChartFrame
      title={title}
      note="A bar for each request, from below: read from the cache, written to it, uncached, output."
      columns={columns}
      rows={requests}
    >
      <BarSeries
        title={title}
        summary={paidKinds
          .map((kind) => `${paidLooks[kind].label}: ${formatInteger(tokens[kind])}`)
          .join('; ')}
        parts={paidKinds.map((kind) => ({ id: kind, color: paidLooks[kind].color }))}
        rows={requests.map((one) => ({ x: one.request, values: one.tokens }))}
        xLabel="Request"
        yLabel="Tokens"
        formatX={formatInteger}
        formatY={formatInteger}
        cursor={{ ...cursor, label: title, text: spokenAt(request, at) }}
        legend={entriesOf(at)}
        readingAt={(x) => {
          const one = requests.find((played) => played.request === x)
          return {
            heading: `Request ${formatInteger(x)}`,
            entries: entriesOf(one),
            notes: one ? [formatUsd(one.costUsd)] : [],
          }
        }}
      />
    </ChartFrame>
  )
}

function entriesOf(at: ReplayRequest | undefined): readonly LegendEntry[] {
  return paidKinds.map((kind) => ({
    id: kind,
    name: paidLooks[kind].label,
    mark: paidLooks[kind].color,
    ...(at && { value: `${formatInteger(at.tokens[kind])} tok` }),
  }))
}

/** The bar at a request in words. */
function spokenAt(request: number, at: ReplayRequest | undefined): string {
  if (at === undefined) return `Request ${request} is not played`
  const parts = paidKinds.map((kind) => `${paidLooks[kind].label} ${formatInteger(at.tokens[kind])} tok`)
  return `Request ${request}: ${parts.join('; ')}; ${formatUsd(at.costUsd)}`
}
