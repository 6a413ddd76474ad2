import { type ControlId, controlIds } from '../../../../../shared/kernel/control.ts'
import { formatMetric } from '../../../../../shared/kernel/format-metric.ts'
import {
  blindSpots,
  controlWords,
  describeKnowledge,
} from '../../../../../shared/kernel/words/state-words.ts'
import { formatVariantName } from './lookups.ts'
import type { Section, Table } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What cheap tricks of the same size score on each figure; nothing where no figure was held against them. */
export function buildControlSection({ results }: Pick<ReportInput, 'results'>): Section | null {
  const { metrics, variants, again } = results
  const tables = metrics.flatMap((metric): Table[] => {
    const rows = variants.flatMap((variant) => {
      const [own, controls] = [variant.metrics[metric.id], variant.controls?.[metric.id]]
      if (own === undefined || controls === undefined || variant.id === again?.variant) return []
      const formatScore = (id: ControlId): string =>
        formatMetric(controls.find((control) => control.id === id)?.mean ?? null, metric.unit)
      return [
        {
          head: { text: formatVariantName(variant), detail: describeKnowledge(controls, metric) },
          cells: [
            { text: formatMetric(own.mean, metric.unit) },
            ...controlIds.map((id) => ({ text: formatScore(id) })),
          ],
        },
      ]
    })
    if (rows.length === 0) return []
    const columns = [metric.label, ...controlIds.map((id) => controlWords[id])]
    return [
      {
        kind: 'table',
        caption: metric.label,
        isFolded: metric.id !== results.primary?.metric,
        columns: [{ label: 'Variant' }, ...columns.map((label) => ({ label, isNumber: true }))],
        rows,
      },
    ]
  })
  if (tables.length === 0) return null
  const text = `Contexts of the same size that anybody could make, from nothing to the full history. A variant holds knowledge where it beats all of them, task by task, at 5 % corrected by Holm. ${blindSpots}`
  return { title: 'Against cheap tricks', blocks: [{ kind: 'text', text }, ...tables] }
}
