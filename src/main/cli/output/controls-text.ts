import { type ControlId, controlIds } from '../../../shared/domain/control.ts'
import type { ExperimentResults } from '../../../shared/domain/experiment-results.ts'
import { blindSpots, controlWords, knowledgeText } from '../../../shared/words/state-words.ts'
import { experimentValue } from './experiment-values.ts'
import { oneLine } from './figures.ts'
import { formatTable } from './table.ts'

/** What cheap tricks of the same size score on the figure that decides, and whether a variant beats them all. */
export function controlsText({
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
      const scoreOf = (control: ControlId): string => {
        const mean = controls.find((one) => one.id === control)?.mean
        return mean === undefined ? '–' : experimentValue(mean, unit)
      }
      return [
        [
          oneLine(id, 64),
          oneLine(variant.id, 64),
          experimentValue(own.mean, unit),
          ...controlIds.map(scoreOf),
          knowledgeText(controls, { isFloor }),
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
