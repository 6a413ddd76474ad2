import { useLocation } from 'wouter'
import { formatCount, formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { RecordedTriggers, SweepResult } from '../../../../shared/replay/sweep-types.ts'
import {
  describeRecordedTriggers,
  findSizeRange,
  listSizedTriggers,
} from '../../../../shared/replay/sweep-words.ts'
import { routes } from '../../../lib/routes.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { IntervalPlot, type IntervalRow } from '../../../ui/plots/intervals.tsx'

type Props = { readonly result: Pick<SweepResult, 'recordedTriggers'> }
type TriggerRow = RecordedTriggers[number]

/** At what sizes agents condensed by themselves, by version: each condensation as a dot, which leads to its task. */
export function RecordedTriggersChart({ result }: Props) {
  const [, goTo] = useLocation()
  const rows = listSizedTriggers(result)
  if (rows.length === 0) return null
  const agents = [...new Set(rows.map(({ agent }) => agent))]
  return (
    <ChartFrame
      title="Recorded triggers"
      note={`${describeRecordedTriggers(result)} The line goes from the smallest to the largest, the mark is the median.`}
      columns={columns}
      rows={rows}
    >
      <IntervalPlot
        title="Recorded triggers"
        rows={rows.map((row) => buildRow(row, agents.indexOf(row.agent)))}
        xLabel="Condensed at, tokens"
        formatX={(tokens) => `${Math.round(tokens / 1000)}k`}
        onOpen={(rowId, dotId) => {
          const found = rows.find((row) => nameRow(row) === rowId)?.sizes[Number(dotId)]
          if (found !== undefined) goTo(routes.task(found.taskId, 'condensations'))
        }}
      />
    </ChartFrame>
  )
}

function nameRow({ agent, version }: TriggerRow): string {
  return version === null ? `${agent}, version not recorded` : `${agent} ${version}`
}

function buildRow(row: TriggerRow, place: number): IntervalRow {
  const name = nameRow(row)
  const { low, middle, high } = findSizeRange(row.sizes.map(({ tokens }) => tokens)) ?? {}
  const figure = middle === undefined ? '' : formatCount(Math.round(middle))
  return {
    id: name,
    name,
    place,
    mean: middle ?? null,
    low: low ?? null,
    high: high ?? null,
    figure,
    text: `${name}: ${formatCountWithNoun(row.sizes.length, 'condensation')}, median ${figure} tokens`,
    dots: row.sizes.map(({ tokens, title }, at) => ({
      id: String(at),
      value: tokens,
      text: `${formatCount(tokens)} tokens, ${title}`,
    })),
  }
}

const readRange = ({ sizes }: TriggerRow) => findSizeRange(sizes.map(({ tokens }) => tokens))

const columns: readonly TableColumn<TriggerRow>[] = [
  { id: 'agent', header: 'Agent', value: ({ agent }) => agent },
  { id: 'version', header: 'Version', value: ({ version }) => version ?? 'not recorded' },
  buildFigureColumn('count', 'By size', ({ sizes }) => sizes.length),
  buildFigureColumn('low', 'Smallest (tok)', (row) => readRange(row)?.low ?? null),
  buildFigureColumn('middle', 'Median (tok)', (row) => readRange(row)?.middle ?? null),
  buildFigureColumn('high', 'Largest (tok)', (row) => readRange(row)?.high ?? null),
  buildFigureColumn('hand', 'By hand', ({ byHand }) => byHand),
  buildFigureColumn('idle', 'Idle', ({ idle }) => idle),
]
