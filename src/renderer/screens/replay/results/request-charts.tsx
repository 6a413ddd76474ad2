import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { formatInteger, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { sumKnown } from '../../../../shared/kernel/numbers.ts'
import type { ReplayedPolicy } from '../../../../shared/replay/contract.ts'
import type { ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'
import type { ReplayAttempt } from '../../../../shared/replay/types.ts'
import { formatTokens } from '../../../lib/format.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { ShortName } from '../../../ui/components/short-name.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Bar, Note } from '../../../ui/layout/layout.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import type { LegendEntry } from '../../../ui/plots/chart-legend.tsx'
import type { PlotPoint } from '../../../ui/plots/policy-lines.tsx'
import { sharedNote, LinePlot } from '../../../ui/plots/time-series.tsx'
import { useReplay } from '../replay-view.tsx'
import { useRequestCursor } from '../use-request-cursor.ts'
import { formatTickUsd } from './format-tick-usd.ts'
import { computeTriggerLimits, sumCumulativeCost } from './results-figures.ts'

/** What a chart over requests shows of a policy. */
type RequestFigure = {
  readonly buildValues: (policy: ReplayedPolicy) => readonly RequestValue[]
  readonly buildMarks: (
    name: string,
    policy: ReplayedPolicy,
    values: readonly RequestValue[],
  ) => readonly PlotPoint[]
}

const contextFigure: RequestFigure = {
  buildValues: ({ requests }) => requests.map((one) => ({ request: one.request, value: one.contextTokens })),
  buildMarks: (name, { firings, attempts }, values) => [
    ...firings.map(({ request, before, after }) => ({
      x: request,
      y: after,
      text: `${name} before request ${request}: ${formatInteger(before)} to ${formatInteger(after)} tok`,
    })),
    ...buildAttemptMarks(name, attempts, values),
  ],
}

const costFigure: RequestFigure = {
  buildValues: (policy) =>
    sumCumulativeCost(policy).map(({ request, costUsd }) => ({ request, value: costUsd })),
  buildMarks: (name, { firings, attempts }, values) => {
    // An agent may have condensed more than once between two answers.
    const byRequest = Map.groupBy(firings, ({ request }) => request)
    const marks = values.flatMap(({ request, value }) => {
      const own = byRequest.get(request)
      const costUsd = sumKnown((own ?? []).map((condensation) => condensation.costUsd))
      const did = own?.every(({ isTruncation }) => isTruncation === true) ? 'truncated' : 'condensed'
      const text = `${name}: ${did} before request ${request} for ${formatUsd(costUsd)}`
      return own === undefined ? [] : [{ x: request, y: value, text }]
    })
    return [...marks, ...buildAttemptMarks(name, attempts, values)]
  },
}

/** The input of each request under each policy, with the window and the threshold of the selected one. */
export function ContextChart() {
  const { shown, selected, entries, findName, findShortName } = useReplay()
  const peak = findLargest(
    shown.map(({ peakContext }) => peakContext),
    0,
  )
  const entry = selected === null ? undefined : entries.get(selected.id)
  const limits = selected === null ? null : findLimits(selected, entry)
  return (
    <RequestChart
      title="Context over requests"
      note={`Input of each request. A mark is a condensation, at the size that it left. An unfilled one is an attempt that condensed nothing. A bar ends each line, with its name beside it. ${sharedNote} Click, drag or use the arrow keys to look at a request.`}
      summary={shown
        .map(
          ({ id, peakContext, firings }) =>
            `${findName(id)}: at most ${formatInteger(peakContext)} tokens, ${firings.length} condensations`,
        )
        .join('; ')}
      yLabel="Input, tok"
      figure={contextFigure}
      format={formatInteger}
      formatWithUnit={formatTokens}
      limits={limits === null ? [] : buildLimitLines(findShortName(limits.id), limits, peak)}
    />
  )
}

/** Where the selected policy condenses: as the replay says, or by its entry where that is of an older one. Null where it does not go by size. */
function findLimits({ id, trigger }: ReplayedPolicy, entry: ReplayPolicyEntry | undefined) {
  if (trigger?.kind === 'own')
    return trigger.tokens === null
      ? null
      : { id, windowTokens: trigger.windowTokens, triggerTokens: trigger.tokens }
  if (entry === undefined || (entry.provider === undefined && entry.arm === undefined)) return null
  return { id, ...computeTriggerLimits(entry) }
}

/** A window of a million above a context of fifty thousand would leave of the lines nothing but the floor. */
const mostHeadroom = 2.5

function buildLimitLines(
  id: string,
  { windowTokens, triggerTokens }: ReturnType<typeof computeTriggerLimits>,
  peak: number,
): readonly { readonly y: number; readonly text: string }[] {
  return [
    { y: triggerTokens, text: `${id} condenses at ${formatInteger(triggerTokens)}` },
    { y: windowTokens, text: `window of ${formatInteger(windowTokens)}` },
  ].filter(({ y }) => y <= peak * mostHeadroom)
}

/** What each policy has cost up to each request. */
export function CostChart() {
  const { shown, hasPrices, findName } = useReplay()
  if (!hasPrices) return null
  return (
    <RequestChart
      title="Cumulative cost over requests"
      note={`Requests up to each one, condensations and attempts included. A mark is a condensation, an unfilled one an attempt that condensed nothing. ${sharedNote}`}
      summary={shown.map(({ id, costUsd }) => `${findName(id)}: ${formatUsd(costUsd)}`).join('; ')}
      yLabel="Cost, $"
      figure={costFigure}
      format={formatUsd}
      formatTick={formatTickUsd}
    />
  )
}

type RequestChartProps = {
  readonly title: string
  readonly note: string
  readonly summary: string
  readonly yLabel: string
  readonly figure: RequestFigure
  readonly format: (value: number) => string
  /** At the axis. Absent where it is as everywhere. */
  readonly formatTick?: (value: number) => string
  /** In the legend, where no header names the unit. Absent where it is as everywhere. */
  readonly formatWithUnit?: (value: number) => string
  readonly limits?: readonly { readonly y: number; readonly text: string }[]
}

/** A figure of each policy over its requests. A click or a drag looks at a request. */
function RequestChart(props: RequestChartProps) {
  const { title, note, figure, format, formatTick = format, formatWithUnit = format, ...plot } = props
  const cursor = useRequestCursor()
  const { shown, findPlace, findName, findShortName, selected, request, findTableState } = useReplay()
  const figures = useMemo(
    () =>
      shown.map((policy) => {
        const values = figure.buildValues(policy)
        return {
          policy,
          name: findName(policy.id),
          values,
          place: findPlace(policy.id),
          marks: figure.buildMarks(findName(policy.id), policy, values),
        }
      }),
    [figure, shown, findPlace, findName],
  )
  const table = useMemo(() => buildRequestTable(figures, format), [figures, format])
  const buildEntries = (x: number): readonly LegendEntry[] =>
    figures.map(({ policy: { id }, values, place }) => {
      const at = values.find((one) => one.request === x)
      return { id, name: findName(id), mark: place, ...(at && { value: formatWithUnit(at.value) }) }
    })
  const legend = buildEntries(request)
  const spoken = legend.flatMap(({ name, value }) => (value === undefined ? [] : [`${name} ${value}`]))
  return (
    <ChartFrame
      title={title}
      note={note}
      table={findTableState(title)}
      columns={table.columns}
      rows={table.rows}
    >
      <LinePlot
        {...plot}
        title={title}
        lines={figures.map(({ policy, values, place, marks }) => ({
          id: policy.id,
          name: findShortName(policy.id),
          place,
          points: values.map((one) => ({ x: one.request, y: one.value })),
          marks,
        }))}
        strongId={selected?.id}
        xLabel="Request"
        formatX={formatInteger}
        formatY={formatTick}
        cursor={{ ...cursor, label: title, text: `Request ${request}: ${spoken.join('; ')}` }}
        legend={legend}
        findReading={(x) => ({
          heading: `Request ${formatInteger(x)}`,
          entries: buildEntries(x).filter(({ value }) => value !== undefined),
          notes: figures.flatMap(({ marks }) => readMarkTexts(marks, x)),
        })}
      />
    </ChartFrame>
  )
}

function readMarkTexts(marks: readonly PlotPoint[], x: number): readonly string[] {
  return marks.flatMap((mark) => (mark.x === x ? (mark.text ?? []) : []))
}

/** Marks of what was tried and condensed nothing, on the line of its policy. */
function buildAttemptMarks(
  policyId: string,
  attempts: readonly ReplayAttempt[],
  values: readonly RequestValue[],
): readonly PlotPoint[] {
  return attempts.flatMap(({ request, text }) => {
    const at = values.find((one) => one.request === request)
    const title = `${policyId}: nothing condensed before request ${request}. ${text}`
    return at === undefined ? [] : [{ x: request, y: at.value, text: title, isHollow: true as const }]
  })
}

/** A figure of a policy at a request. */
type RequestValue = { readonly request: number; readonly value: number }

/** One request with a figure for each policy. */
type RequestRow = { readonly request: number; readonly values: ReadonlyMap<string, number> }

/** The table behind a chart over requests. */
function buildRequestTable(
  figures: readonly {
    readonly policy: Pick<ReplayedPolicy, 'id'>
    readonly name: string
    readonly values: readonly RequestValue[]
  }[],
  format: (value: number) => string,
): { readonly columns: readonly TableColumn<RequestRow>[]; readonly rows: readonly RequestRow[] } {
  const byRequest = new Map<number, Map<string, number>>()
  for (const { policy, values } of figures)
    for (const { request, value } of values) {
      const row = byRequest.get(request) ?? new Map<string, number>()
      row.set(policy.id, value)
      byRequest.set(request, row)
    }
  const rows = [...byRequest]
    .map(([request, values]) => ({ request, values }))
    .toSorted((a, b) => a.request - b.request)
  const columns = figures.map(({ policy: { id }, name }): TableColumn<RequestRow> => ({
    ...buildFigureColumn<RequestRow>(id, name, ({ values }) => values.get(id) ?? null, format),
    about: null,
  }))
  return {
    columns: [
      { id: 'request', header: 'Request', align: 'end', value: ({ request }) => request },
      ...columns,
    ],
    rows,
  }
}

/** Which policies the charts show. */
export function PolicyChips() {
  const { result, findPlace, findName, findShortName, isShown, toggle } = useReplay()
  return (
    <Bar wrap gap="xs" role="group" aria-label="Policies in the charts">
      <Note component="span">In the charts</Note>
      {result.policies.map(({ id }) => (
        <Button
          key={id}
          size="compact-sm"
          variant={isShown(id) ? 'light' : 'default'}
          leftSection={<VariantMark place={findPlace(id)} />}
          aria-pressed={isShown(id)}
          onClick={() => toggle(id)}
        >
          <ShortName name={findName(id)} short={findShortName(id)} />
        </Button>
      ))}
    </Bar>
  )
}
