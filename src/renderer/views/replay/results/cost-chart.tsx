import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { ChartFrame } from '../../../components/chart/chart-frame.tsx'
import { ChartLegend } from '../../../components/chart/chart-legend.tsx'
import { LinePlot, type PlotLine } from '../plots/line-plot.tsx'
import { useReplay } from '../replay-view.tsx'
import { nearestRequest, playedRequests } from '../request-bar.tsx'
import { cumulativeCost } from './cumulative-cost.ts'
import { requestTable } from './request-table.ts'
import { tickUsd } from './tick-usd.ts'

/** What each policy has cost up to each request. */
export function CostChart() {
  const view = useReplay()
  const { shown, placeOf, selected, request, setRequest } = view
  const costs = new Map(shown.map((policy) => [policy.id, cumulativeCost(policy)]))
  const table = requestTable(
    shown,
    ({ id }) => (costs.get(id) ?? []).map((one) => ({ request: one.request, value: one.costUsd })),
    formatUsd,
  )
  const lines = shown.map(({ id, firings }): PlotLine => {
    const own = costs.get(id) ?? []
    const points = own.map((one) => ({ x: one.request, y: one.costUsd }))
    const fired = new Map(firings.map((firing) => [firing.request, firing.costUsd]))
    return {
      id,
      name: id,
      place: placeOf(id),
      points,
      marks: points.flatMap(({ x, y }) => {
        const cost = fired.get(x)
        return cost === undefined
          ? []
          : [{ x, y, text: `${id}: condensed before request ${x} for ${formatUsd(cost)}` }]
      }),
    }
  })
  return (
    <ChartFrame
      title="Cumulative cost over requests"
      note="Requests up to each one, condensations included; a mark is a condensation."
      columns={table.columns}
      rows={table.rows}
    >
      <LinePlot
        title="Cumulative cost over requests"
        summary={shown.map(({ id, costUsd }) => `${id}: ${formatUsd(costUsd)}`).join('; ')}
        lines={lines}
        strongId={selected?.id}
        wholeX
        xLabel="Request"
        yLabel="Cost, $"
        formatX={formatInteger}
        formatY={tickUsd}
        cursor={request}
        onPoint={(x) => setRequest(nearestRequest(playedRequests(view), x))}
      />
      <ChartLegend
        entries={shown.map(({ id }) => {
          const at = costs.get(id)?.find((one) => one.request === request)
          return {
            id,
            name: id,
            mark: placeOf(id),
            ...(at === undefined ? {} : { value: formatUsd(at.costUsd) }),
          }
        })}
      />
    </ChartFrame>
  )
}
