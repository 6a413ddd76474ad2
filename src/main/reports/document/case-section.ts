import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { formatMetric, formatMetricDifference } from '../../../shared/lib/format-metric.ts'
import { cellsOfCase, extremeCases, type ExtremeCase } from './extreme-cases.ts'
import { checkpointName } from './lookups.ts'
import type { Block, Section, Table } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

const excerptsPerCase = 12

/** The checkpoints with the largest loss and the largest gain against the baseline, with excerpts of what was lost. */
export function caseSection(input: ReportInput): Section | null {
  const { results } = input
  const extremes = extremeCases(results)
  if (extremes === null) return null
  const { metric, worst, best } = extremes
  return {
    title: 'Worst and best cases',
    blocks: [
      { kind: 'text', text: `By ${metric.label}, against ${results.baselineId} at the same checkpoint.` },
      ...shown(input, metric, 'Largest losses', worst),
      ...shown(input, metric, 'Largest gains', best),
    ],
  }
}

function shown(
  input: ReportInput,
  metric: MetricInfo,
  caption: string,
  cases: readonly ExtremeCase[],
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
        { text: formatMetric(pair.baseline, metric.unit) },
        { text: formatMetric(pair.candidate, metric.unit) },
        { text: formatMetricDifference(pair.difference, metric.unit) },
      ],
    })),
  }
  return [table, ...cases.flatMap((each) => excerptsOf(input, each))]
}

function excerptsOf(input: ReportInput, { variantId, pair }: ExtremeCase): readonly Block[] {
  const place = nameOfCheckpoint(input, pair.checkpointId)
  return cellsOfCase(input.experiment.cells, { variantId, pair }).flatMap((cell) => {
    const lost = input.cases.find(({ cellId }) => cellId === cell.id)?.lost ?? []
    if (lost.length === 0) return []
    const more = lost.length > excerptsPerCase ? `, the first ${excerptsPerCase}` : ''
    const label = `Lost by ${variantId}, ${place}${more}`
    return [{ kind: 'quotes', label, texts: lost.slice(0, excerptsPerCase) } as const]
  })
}

function nameOfCheckpoint({ experiment }: ReportInput, id: string): string {
  const found = experiment.plan.checkpoints.find((checkpoint) => checkpoint.id === id)
  return found === undefined ? id : checkpointName(found)
}
