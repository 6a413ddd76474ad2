import type { ExperimentResults } from '../../../../shared/experiments/experiment-results-types.ts'
import { type ControlId, controlIds } from '../../../../shared/kernel/control.ts'
import { blindSpots, controlWords, describeKnowledge } from '../../../../shared/kernel/words/state-words.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { formatTable } from '../../../terminal/output/table.ts'
import { formatExperimentValue } from './experiment-values.ts'

/** What cheap tricks of the same size score on the figure that decides, and whether a variant beats them all. */
export function formatControls({
  metrics,
  variants,
  primary,
  again,
}: Pick<ExperimentResults, 'metrics' | 'variants' | 'primary' | 'again'>): string {
  const decisive = metrics.filter(({ id }) => id === primary?.metric || id === `${primary?.metric}-summary`)
  const rows = decisive.flatMap(({ id, unit, isFloor }) =>
    variants.flatMap((variant) => {
      const controls = variant.controls?.[id] ?? []
      const own = variant.metrics[id]
      if (variant.id === again?.variant || controls.length === 0 || own === undefined) return []
      const formatControlScore = (control: ControlId): string => {
        const mean = controls.find((one) => one.id === control)?.mean
        return mean === undefined ? '–' : formatExperimentValue(mean, unit)
      }
      return [
        [
          formatOneLine(id, 64),
          formatOneLine(variant.id, 64),
          formatExperimentValue(own.mean, unit),
          ...controlIds.map(formatControlScore),
          describeKnowledge(controls, { isFloor }),
        ],
      ]
    }),
  )
  if (rows.length === 0) return ''
  const columns = [
    { title: 'against cheap tricks' },
    { title: 'variant' },
    { title: 'scores', align: 'right' as const },
    ...controlIds.map((id) => ({ title: controlWords[id], align: 'right' as const })),
    { title: '' },
  ]
  return `${formatTable(columns, rows)}${blindSpots}\n`
}
