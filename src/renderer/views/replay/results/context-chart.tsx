import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { ChartFrame } from '../../../components/chart/chart-frame.tsx'
import { ChartLegend } from '../../../components/chart/chart-legend.tsx'
import { LinePlot, type PlotLine } from '../plots/line-plot.tsx'
import { useReplay } from '../replay-view.tsx'
import { nearestRequest, playedRequests } from '../request-bar.tsx'
import { requestTable } from './request-table.ts'
import { triggerLimits } from './trigger-limits.ts'

/** The input of each request under each policy, with the window and the threshold of the selected one. */
export function ContextChart() {
  const view = useReplay()
  const { shown, placeOf, selected, entries, request, setRequest } = view
  const table = requestTable(
    shown,
    ({ requests }) => requests.map((one) => ({ request: one.request, value: one.contextTokens })),
    formatInteger,
  )
  const lines = shown.map((policy) => lineOf(policy, placeOf(policy.id)))
  const peak = Math.max(0, ...shown.map(({ peakContext }) => peakContext))
  const entry = selected === null ? undefined : entries.get(selected.id)
  const limits = entry?.provider === undefined ? [] : limitsOf(entry.id, triggerLimits(entry), peak)
  return (
    <ChartFrame
      title="Context over requests"
      note="Input of each request. A mark is a condensation, at the size that it left. Click or drag to look at a request."
      columns={table.columns}
      rows={table.rows}
    >
      <LinePlot
        title="Context over requests"
        summary={shown
          .map(
            ({ id, peakContext, firings }) =>
              `${id}: at most ${formatInteger(peakContext)} tokens, ${firings.length} condensations`,
          )
          .join('; ')}
        lines={lines}
        limits={limits}
        strongId={selected?.id}
        wholeX
        xLabel="Request"
        yLabel="Input, tok"
        formatX={formatInteger}
        formatY={formatInteger}
        cursor={request}
        onPoint={(x) => setRequest(nearestRequest(playedRequests(view), x))}
      />
      <ChartLegend
        entries={shown.map(({ id, requests }) => {
          const at = requests.find((one) => one.request === request)
          return {
            id,
            name: id,
            mark: placeOf(id),
            ...(at === undefined ? {} : { value: `${formatInteger(at.contextTokens)} tok` }),
          }
        })}
      />
    </ChartFrame>
  )
}

function lineOf({ id, requests, firings }: ReplayedPolicy, place: number): PlotLine {
  return {
    id,
    name: id,
    place,
    points: requests.map((one) => ({ x: one.request, y: one.contextTokens })),
    marks: firings.map(({ request, before, after }) => ({
      x: request,
      y: after,
      text: `${id} before request ${request}: ${formatInteger(before)} to ${formatInteger(after)} tok`,
    })),
  }
}

/** A window of a million above a context of fifty thousand would leave of the lines nothing but the floor. */
const mostHeadroom = 2.5

function limitsOf(
  id: string,
  { windowTokens, triggerTokens }: ReturnType<typeof triggerLimits>,
  peak: number,
): readonly { readonly y: number; readonly text: string }[] {
  return [
    { y: triggerTokens, text: `${id} condenses at ${formatInteger(triggerTokens)}` },
    { y: windowTokens, text: `window of ${formatInteger(windowTokens)}` },
  ].filter(({ y }) => y <= peak * mostHeadroom)
}
