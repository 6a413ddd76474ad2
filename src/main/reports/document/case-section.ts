import type { PlannedCheckpoint } from '../../../shared/domain/experiment.ts'
import type { Pair } from '../../../shared/domain/comparison.ts'
import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { formatDifference, formatValue } from '../words/format-value.ts'
import { checkpointName } from './lookups.ts'
import type { Block, Section, Table } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

const casesEachWay = 3
const excerptsPerCase = 5
/** What a case is judged by: the first of these that was measured. */
const decisive = ['continuation-recall', 'artifact-recall', 'survival-path', 'reduction']

type Case = { readonly variantId: string; readonly pair: Pair; readonly gain: number }

/** The checkpoints with the largest loss and the largest gain against the baseline, with excerpts of what was lost. */
export function caseSection(input: ReportInput): Section | null {
  const { results } = input
  const metric = decisive
    .flatMap((id) => results.metrics.find((each) => each.id === id) ?? [])
    .find(({ id }) =>
      results.comparisons.some((comparison) => comparison.metric === id && comparison.pairs.length > 0),
    )
  if (metric === undefined) return null
  const cases = casesOf(input, metric)
  const worst = cases.filter(({ gain }) => gain < 0).slice(0, casesEachWay)
  const best = cases
    .filter(({ gain }) => gain > 0)
    .slice(-casesEachWay)
    .toReversed()
  return {
    title: 'Worst and best cases',
    blocks: [
      { kind: 'text', text: `By ${metric.label}, against ${results.baselineId} at the same checkpoint.` },
      ...shown(input, metric, 'Largest losses', worst),
      ...shown(input, metric, 'Largest gains', best),
    ],
  }
}

/** Worst first. */
function casesOf({ results }: ReportInput, metric: MetricInfo): readonly Case[] {
  const sign = metric.direction === 'higher' ? 1 : -1
  return results.comparisons
    .filter((comparison) => comparison.metric === metric.id)
    .flatMap(({ b, pairs }) => pairs.map((pair) => ({ variantId: b, pair, gain: sign * pair.difference })))
    .toSorted((one, other) => one.gain - other.gain)
}

function shown(
  input: ReportInput,
  metric: MetricInfo,
  caption: string,
  cases: readonly Case[],
): readonly Block[] {
  if (cases.length === 0) return [{ kind: 'text', text: `${caption}: none.` }]
  const table: Table = {
    kind: 'table',
    caption,
    isFolded: false,
    columns: [
      { label: 'Checkpoint' },
      { label: 'Variant' },
      { label: input.results.baselineId, isNumber: true },
      { label: 'Variant’s value', isNumber: true },
      { label: 'Difference', isNumber: true },
    ],
    rows: cases.map(({ variantId, pair }) => ({
      head: { text: nameOfCheckpoint(input, pair.checkpointId), detail: pair.checkpointId },
      cells: [
        { text: variantId },
        { text: formatValue(pair.baseline, metric.unit) },
        { text: formatValue(pair.candidate, metric.unit) },
        { text: formatDifference(pair.difference, metric.unit) },
      ],
    })),
  }
  return [table, ...cases.flatMap((each) => excerptsOf(input, each))]
}

function excerptsOf(input: ReportInput, { variantId, pair }: Case): readonly Block[] {
  const place = nameOfCheckpoint(input, pair.checkpointId)
  return input.experiment.cells
    .filter((cell) => cell.variantId === variantId && cell.checkpointId === pair.checkpointId)
    .slice(0, 1)
    .flatMap((cell) => {
      const lost = input.cases.find(({ cellId }) => cellId === cell.id)?.lost ?? []
      if (lost.length === 0) return []
      const more = lost.length > excerptsPerCase ? `, ${excerptsPerCase} of ${lost.length}` : ''
      const label = `Lost by ${variantId}, ${place}${more}`
      return [{ kind: 'quotes', label, texts: lost.slice(0, excerptsPerCase) } as const]
    })
}

function nameOfCheckpoint({ experiment }: ReportInput, id: string): string {
  const found = experiment.plan.checkpoints.find((checkpoint: PlannedCheckpoint) => checkpoint.id === id)
  return found === undefined ? id : checkpointName(found)
}
