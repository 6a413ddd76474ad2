import {
  alignRight,
  buildTable,
  type Cell,
  type Column,
  type TableBlock,
} from '../../../../shared/document/document.ts'
import { controlWords } from '../../../../shared/kernel/words/state-words.ts'
import {
  curveSizes,
  type PlantedCurve,
  type PlantedResult,
} from '../../../../shared/planted/planted-types.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import {
  formatMethod,
  formatPoints,
  formatRange,
  listControlCurves,
  markLead,
  sortByArea,
} from './planted-words.ts'

/** How to read the signs of the curve. */
export const curveNotes = [
  'Percent of the items that are there after one condensation, with every method cut or filled to the same share of the history, and the area below: the mean over the sizes, each doubling alike.',
  'Against the best control of the same size, by the 95 % interval over the histories: ▲ keeps more, ≈ not separated from it at this size, ▼ keeps less than the trick.',
]

/** A share of a history: `1/20`. */
export function formatSize(share: number): string {
  return `1/${Math.round(1 / share)}`
}

/** Kept against tokens: what each method has left at one size after another, beside controls of the same size. */
export function buildCurve({ methods, controls }: PlantedResult): TableBlock {
  const columns: readonly Column[] = alignRight(
    curveSizes.map(formatSize),
    'area',
    'interval',
    'lead',
    'interval',
  )
  return buildTable(
    ['method', ...columns, 'best control, or why not'],
    [
      ...sortByArea(methods).map((method) => buildMethodRow(method)),
      ...listControlCurves(controls).map(([id, curve]): readonly Cell[] => [
        `control: ${controlWords[id]}`,
        ...curve.sizes.map(({ shares }) => formatPoints(shares.all.there)),
        ...buildAreaCells(curve),
        '',
        '',
        '',
      ]),
    ],
  )
}

function buildMethodRow(method: PlantedResult['methods'][number]): readonly Cell[] {
  const { condensed, curve, leads, areaLead, notes } = method.once
  const name = formatMethod(method)
  if (condensed === 0) {
    const empty = [...curve.sizes, 'area', 'interval', 'lead', 'interval'].map(() => '–')
    return [name, ...empty, formatOneLine(notes[0] ?? 'Nothing was condensed.', 68)]
  }
  return [
    name,
    ...curve.sizes.map(({ shares }, at) => markLead(formatPoints(shares.all.there), leads[at] ?? areaLead)),
    ...buildAreaCells(curve),
    markLead(formatPoints(areaLead.difference), areaLead),
    formatRange(areaLead),
    controlWords[areaLead.control],
  ]
}

function buildAreaCells({ area }: PlantedCurve): readonly string[] {
  return [formatPoints(area.all.there), formatRange(area.all)]
}
