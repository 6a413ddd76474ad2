import type { RunQuality } from '../../../../shared/activity/quality-contract.ts'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Evidence } from '../../../../shared/kernel/evidence.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { formatMetric, formatMetricDifference } from '../../../../shared/kernel/format-metric.ts'
import { pickDifferenceWord } from '../../../lib/pick-difference-word.ts'

/** A metric of a run as it is shown, and how another run differs from it. */
export type QualityRow = {
  readonly id: string
  readonly label: string
  readonly value: string
  /** Of the run that it is compared with. Empty where there is none. */
  readonly other: string
  /** This run less the other. Empty where there is nothing to compare. */
  readonly difference: string
  readonly word: 'better' | 'worse' | 'same' | ''
}

/** Every metric that one of the runs has a value for. Nothing is said of which run is meant to be better. */
export function buildQualityRows(quality: RunQuality, other: RunQuality | null): readonly QualityRow[] {
  return quality.metrics.flatMap((metric): QualityRow[] => {
    const own = findMeasured(quality, metric)
    const its = other === null ? null : findMeasured(other, metric)
    if (own.value === null && (its === null || its.value === null)) return []
    const { id, label } = metric
    const shown = { id, label, value: own.text, other: its?.text ?? '' }
    if (own.value === null || its === null || its.value === null)
      return [{ ...shown, difference: '', word: '' }]
    const difference = own.value - its.value
    return [
      {
        ...shown,
        difference: formatMetricDifference(difference, metric.unit),
        word: pickDifferenceWord(difference, metric.direction) ?? 'same',
      },
    ]
  })
}

function findMeasured({ measured }: RunQuality, { id, unit }: MetricInfo) {
  const found = measured.find(({ metric }) => metric === id)
  const value = found?.value ?? null
  const counts = formatCounts(found?.evidence ?? null)
  return { value, text: `${formatMetric(value, unit)}${value === null ? '' : counts}` }
}

/** What a share is a share of, where that are facts: ` (31/33)`. */
function formatCounts(evidence: Evidence | null): string {
  if (evidence?.kind !== 'facts') return ''
  const kept = evidence.facts.filter(({ now }) => now.length > 0).length
  return ` (${formatInteger(kept)}/${formatInteger(evidence.facts.length)})`
}
