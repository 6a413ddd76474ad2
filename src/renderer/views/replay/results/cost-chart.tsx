import { formatUsd } from '../../../../shared/lib/format-figures.ts'
import { sumKnown } from '../../../../shared/lib/sum-known.ts'
import { sharedNote } from '../../../plots/time-series.tsx'
import { useReplay } from '../replay-view.tsx'
import { attemptMarks } from './attempt-marks.ts'
import { cumulativeCost } from './cumulative-cost.ts'
import { RequestChart } from './request-chart.tsx'
import { tickUsd } from './tick-usd.ts'

/** What each policy has cost up to each request. */
export function CostChart() {
  const { shown, hasPrices } = useReplay()
  if (!hasPrices) return null
  return (
    <RequestChart
      title="Cumulative cost over requests"
      note={`Requests up to each one, condensations and attempts included; a mark is a condensation, an unfilled one an attempt that condensed nothing. ${sharedNote}`}
      summary={shown.map(({ id, costUsd }) => `${id}: ${formatUsd(costUsd)}`).join('; ')}
      yLabel="Cost, $"
      valuesOf={(policy) =>
        cumulativeCost(policy).map(({ request, costUsd }) => ({ request, value: costUsd }))
      }
      marksOf={({ id, firings, attempts }, values) => {
        // An agent may have condensed more than once between two answers.
        const fired = Map.groupBy(firings, ({ request }) => request)
        const marks = values.flatMap(({ request, value }) => {
          const own = fired.get(request)
          const costUsd = sumKnown((own ?? []).map((firing) => firing.costUsd))
          const did = own?.every(({ isTruncation }) => isTruncation === true) ? 'truncated' : 'condensed'
          const text = `${id}: ${did} before request ${request} for ${formatUsd(costUsd)}`
          return own === undefined ? [] : [{ x: request, y: value, text }]
        })
        return [...marks, ...attemptMarks(id, attempts, values)]
      }}
      format={formatUsd}
      formatTick={tickUsd}
    />
  )
}
