import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import type { ReplayRequest } from '../../../../shared/domain/replay.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { ChartFrame } from '../../../components/chart/chart-frame.tsx'
import { ChartLegend } from '../../../components/chart/chart-legend.tsx'
import { figureColumn } from '../../../components/figure-column.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { paidKinds, paidLooks } from '../paid-looks.ts'
import { PlotFrame, type PlotArea } from '../plots/plot-frame.tsx'
import plots from '../plots/plots.module.css'
import { rangeOf } from '../plots/range-of.ts'
import { useRequestCursor } from '../use-request-cursor.ts'

const mostBarWidth = 28

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
  return (
    <ChartFrame
      title={`Tokens of ${id} by what was paid for them`}
      note="A bar for each request, from below: read from the cache, written to it, uncached, output."
      columns={columns}
      rows={requests}
    >
      <PlotFrame
        title={`Tokens of ${id} by what was paid for them`}
        summary={paidKinds
          .map((kind) => `${paidLooks[kind].label}: ${formatInteger(tokens[kind])}`)
          .join('; ')}
        yRange={rangeOf([0, ...requests.map((one) => one.contextTokens + one.tokens.output)])}
        inset={mostBarWidth / 2 + 2}
        xLabel="Request"
        yLabel="Tokens"
        formatX={formatInteger}
        formatY={formatInteger}
        cursor={{
          ...cursor,
          label: `Tokens of ${id} by what was paid for them`,
          text: spokenAt(request, at),
        }}
      >
        {(area) => <PaidBars requests={requests} area={area} />}
      </PlotFrame>
      <ChartLegend
        entries={paidKinds.map((kind) => ({
          id: kind,
          name: paidLooks[kind].label,
          mark: paidLooks[kind].color,
          ...(at === undefined ? {} : { value: `${formatInteger(at.tokens[kind])} tok` }),
        }))}
      />
    </ChartFrame>
  )
}

/** The bar at a request in words. */
function spokenAt(request: number, at: ReplayRequest | undefined): string {
  if (at === undefined) return `Request ${request} is not played`
  const parts = paidKinds.map((kind) => `${paidLooks[kind].label} ${formatInteger(at.tokens[kind])} tok`)
  return `Request ${request}: ${parts.join('; ')}; ${formatUsd(at.costUsd)}`
}

type PaidBarsProps = {
  readonly requests: readonly ReplayRequest[]
  readonly area: PlotArea
}

function PaidBars({ requests, area: { across, up } }: PaidBarsProps) {
  const gap = Math.abs(across.place(1) - across.place(0))
  const width = Math.min(mostBarWidth, Math.max(1, gap * 0.72))
  return (
    <>
      {requests.map(({ request, tokens }) => {
        let sum = 0
        return (
          <g key={request} className={plots.bars}>
            {paidKinds.map((kind) => {
              const from = up.place(sum)
              sum += tokens[kind]
              const to = up.place(sum)
              return (
                <rect
                  key={kind}
                  className={plots[kind]}
                  x={across.place(request) - width / 2}
                  width={width}
                  y={to}
                  height={Math.max(0, from - to)}
                />
              )
            })}
          </g>
        )
      })}
    </>
  )
}
