import { useMemo, useState } from 'react'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import type { SweepResult, SweepRow } from '../../../../shared/replay/sweep-types.ts'
import {
  buildAgentSettings,
  buildTriggerBlocks,
  listLeftOutTasks,
  listSweepNotes,
  sweepAnswer,
  sweepRule,
  withArmNames,
} from '../../../../shared/replay/sweep-words.ts'
import { useArmNames } from '../../../data/use-arm-names.ts'
import { useEditorChoices } from '../../../data/use-editor-choices.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { PlainTable } from '../../../ui/components/plain-table.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import { Lead, Note, Scroll } from '../../../ui/layout/layout.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import type { PlotLine } from '../../../ui/plots/policy-lines.tsx'
import { PointReading, createPointSlider } from '../../../ui/plots/scatter.tsx'
import { LinePlot } from '../../../ui/plots/time-series.tsx'
import { createPolicyPlaceFinder } from '../create-policy-place-finder.ts'
import { formatTickUsd } from '../results/format-tick-usd.ts'
import { RecordedTriggersChart } from './recorded-triggers-chart.tsx'

type WhenResultsProps = { readonly result: SweepResult }

/** The answer, the plot that shows it, what the settings keep, and what agents call the setting. */
export function WhenResults({ result: played }: WhenResultsProps) {
  const { metrics } = useEditorChoices()
  const nameOf = useArmNames()
  const result = useMemo(() => withArmNames(played, nameOf), [played, nameOf])
  const { sweep } = result
  const notes = [...listSweepNotes(result, metrics), ...listLeftOutTasks(result, mostNamed)]
  const condensing = sweep.filter(({ condensedTasks }) => condensedTasks > 0)
  return (
    <Scroll mih={220} tabIndex={0} role="region" aria-label="When it should condense">
      <Lead>{sweepAnswer(result)}</Lead>
      <Note component="ul" maw="110ch" pb="sm" pr="md" pl={28} aria-label="Notes on the sweep">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </Note>
      <CostChart result={result} rows={condensing} />
      <RecordedTriggersChart result={result} />
      <KeptTable rows={condensing} metrics={metrics} />
      <DocumentView blocks={[...buildTriggerBlocks(result), ...buildAgentSettings(result)]} />
    </Scroll>
  )
}

/** Tasks that are named below the answer. */
const mostNamed = 5

type CostChartProps = WhenResultsProps & { readonly rows: readonly SweepRow[] }

/** What a task costs against the threshold, a line for each method. */
function CostChart({ result, rows }: CostChartProps) {
  if (rows.length === 0) return null
  return (
    <ChartFrame
      title="Cost per task by threshold"
      note={`Mean over ${formatCountWithNoun(result.tasks.length, 'task')}. Settings at which nothing is condensed are left out. ${sweepRule}`}
      columns={costColumns}
      rows={rows}
    >
      <CostPlot result={result} rows={rows} />
    </ChartFrame>
  )
}

function buildRowId({ arm, thresholdTokens }: Pick<SweepRow, 'arm' | 'thresholdTokens'>): string {
  return `${arm} ${thresholdTokens}`
}

function CostPlot({ result: { recommended, never, recorded }, rows }: CostChartProps) {
  const [chosenId, choose] = useState<string | null>(null)
  const firstId = recommended === null ? null : buildRowId(recommended)
  const arms = [...new Set(rows.map(({ arm }) => arm))]
  const placeOf = createPolicyPlaceFinder(arms)
  const all = rows
    .toSorted((a, b) => a.thresholdTokens - b.thresholdTokens)
    .map((row) => ({ id: buildRowId(row), arm: row.arm, text: describeRow(row, recommended) }))
  const chosen = all.find(({ id }) => id === (chosenId ?? firstId)) ?? null
  const lines = arms.map((arm) => buildLine(arm, rows, placeOf(arm)))
  return (
    <>
      <LinePlot
        title="Cost per task by threshold"
        summary={all.map(({ text }) => text).join('; ')}
        lines={lines}
        limits={[
          { y: never.costUsd, text: `never condensing ${formatUsd(never.costUsd)}` },
          ...(recorded === null || recorded.costUsd === never.costUsd
            ? []
            : [{ y: recorded.costUsd, text: `as recorded ${formatUsd(recorded.costUsd)}` }]),
        ]}
        fromZero={false}
        strongId={chosen?.arm}
        inset={22}
        xLabel="Condensed at, tokens"
        yLabel="Cost per task, $"
        formatX={(tokens) => `${Math.round(tokens / 1000)}k`}
        formatY={formatTickUsd}
        choice={{
          slider: createPointSlider('Cost per task by threshold', all, chosen, choose),
          chosenId: chosen?.id ?? null,
          onChoose: choose,
        }}
        findReading={(x) => ({
          notes: rows.flatMap((row) => (row.thresholdTokens === x ? describeRow(row, recommended) : [])),
        })}
      />
      <PointReading point={chosen && { ...chosen, icon: <VariantMark place={placeOf(chosen.arm)} /> }} />
    </>
  )
}

function buildLine(arm: string, rows: readonly SweepRow[], place: number): PlotLine {
  const points = rows
    .filter((row) => row.arm === arm)
    .map((row) => ({
      x: row.thresholdTokens,
      y: row.costUsd,
      place,
      policyId: buildRowId(row),
      text: `${arm}: ${formatUsd(row.costUsd)}`,
    }))
  return { id: arm, name: arm, place, points, marks: points }
}

function describeRow(row: SweepRow, recommended: SweepResult['recommended']): string {
  const { arm, thresholdTokens, costUsd } = row
  const isFirst = recommended !== null && buildRowId(recommended) === buildRowId(row)
  const mark = isFirst ? (recommended.verdict === 'cheaper' ? ', recommended' : ', first') : ''
  return `${arm} at ${formatCount(thresholdTokens)}: ${formatUsd(costUsd)}${mark}`
}

const readInterval = ({ againstRecorded, againstNever }: SweepRow) =>
  (againstRecorded ?? againstNever).interval

const costColumns: readonly TableColumn<SweepRow>[] = [
  { id: 'arm', header: 'Method', value: ({ arm }) => arm },
  buildFigureColumn('at', 'Condensed at (tok)', ({ thresholdTokens }) => thresholdTokens),
  buildFigureColumn('cost', 'Cost per task', ({ costUsd }) => costUsd, formatUsd),
  buildFigureColumn('median', 'Median', ({ medianUsd }) => medianUsd, formatUsd),
  buildFigureColumn(
    'recorded',
    'Against recorded',
    ({ againstRecorded }) => againstRecorded?.costUsd ?? null,
    formatUsd,
  ),
  buildFigureColumn('never', 'Against never', ({ againstNever }) => againstNever.costUsd, formatUsd),
  buildFigureColumn('low', '95 % from', (row) => readInterval(row)?.low ?? null, formatUsd),
  buildFigureColumn('high', 'to', (row) => readInterval(row)?.high ?? null, formatUsd),
  buildFigureColumn(
    'condensed',
    'Condensations per task',
    ({ condensations }) => condensations,
    (value) => value.toFixed(1),
  ),
  buildFigureColumn('tasks', 'Tasks condensed', ({ condensedTasks }) => condensedTasks),
  buildFigureColumn(
    'even',
    'Break-even (requests)',
    ({ breakEvenRequests }) => breakEvenRequests,
    (value) => String(Number(value.toFixed(1))),
  ),
]

type KeptTableProps = { readonly rows: readonly SweepRow[]; readonly metrics: readonly MetricInfo[] }

/** What each setting keeps, by the headline figures. */
function KeptTable({ rows, metrics }: KeptTableProps) {
  const shown = metrics.filter(({ id }) => rows.some(({ figures }) => id in figures))
  if (shown.length === 0) return null
  const columns: readonly TableColumn<SweepRow>[] = [
    { id: 'arm', header: 'Method', value: ({ arm }) => arm },
    buildFigureColumn('at', 'Condensed at (tok)', ({ thresholdTokens }) => thresholdTokens),
    ...shown.map(({ id, label, unit }) =>
      buildFigureColumn<SweepRow>(
        id,
        label,
        ({ figures }) => figures[id]?.value ?? null,
        (value) => formatMetric(value, unit),
      ),
    ),
  ]
  return (
    <section aria-label="What is kept">
      <SectionHead title="What is kept">
        <CopyTableButton columns={columns} rows={rows} />
      </SectionHead>
      <PlainTable label="What is kept" columns={columns} rows={rows} />
    </section>
  )
}
