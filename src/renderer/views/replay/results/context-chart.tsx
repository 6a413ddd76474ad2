import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { formatTokens } from '../../../lib/format.ts'
import { sharedNote } from '../../../plots/time-series.tsx'
import { useReplay } from '../replay-view.tsx'
import { attemptMarks } from './attempt-marks.ts'
import { RequestChart } from './request-chart.tsx'
import { triggerLimits } from './results-figures.ts'

/** The input of each request under each policy, with the window and the threshold of the selected one. */
export function ContextChart() {
  const { shown, selected, entries, shortOf } = useReplay()
  const peak = Math.max(0, ...shown.map(({ peakContext }) => peakContext))
  const entry = selected === null ? undefined : entries.get(selected.id)
  return (
    <RequestChart
      title="Context over requests"
      note={`Input of each request. A mark is a condensation, at the size that it left; an unfilled one is an attempt that condensed nothing; a bar ends each line, with its name beside it. ${sharedNote} Click, drag or use the arrow keys to look at a request.`}
      summary={shown
        .map(
          ({ id, peakContext, firings }) =>
            `${id}: at most ${formatInteger(peakContext)} tokens, ${firings.length} condensations`,
        )
        .join('; ')}
      yLabel="Input, tok"
      valuesOf={({ requests }) => requests.map((one) => ({ request: one.request, value: one.contextTokens }))}
      marksOf={({ id, firings, attempts }, values) => [
        ...firings.map(({ request, before, after }) => ({
          x: request,
          y: after,
          text: `${id} before request ${request}: ${formatInteger(before)} to ${formatInteger(after)} tok`,
        })),
        ...attemptMarks(id, attempts, values),
      ]}
      format={formatInteger}
      formatWithUnit={formatTokens}
      limits={entry?.provider === undefined ? [] : limitsOf(shortOf(entry.id), triggerLimits(entry), peak)}
    />
  )
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
