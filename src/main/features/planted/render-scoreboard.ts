import type { Block } from '../../../shared/document/document.ts'
import { controlWords } from '../../../shared/kernel/words/state-words.ts'
import {
  curveSizes,
  plantedKinds,
  type PlantedCurve,
  type PlantedResult,
} from '../../../shared/planted/planted-types.ts'
import { renderMarkdownPage } from '../reports/compute/markdown/render-markdown-report.ts'
import { drawCurves, type Curve } from '../reports/compute/plots/draw-curves.ts'

/** The scoreboard as files: a page in Markdown and the picture that it shows, which stands beside it. */
export function renderScoreboard(
  blocks: readonly Block[],
  result: PlantedResult,
  pictureFile: string,
): { readonly page: string; readonly picture: string } {
  const title = 'Kept at equal size, percent of planted items'
  const curves = [
    ...result.methods.flatMap(({ id, isExtracted, once }) =>
      once.condensed === 0 ? [] : [buildCurve(isExtracted ? `${id} *` : id, once.curve, 'method')],
    ),
    // Its keys are those of controls, by its type.
    ...(Object.entries(result.controls) as [keyof typeof controlWords, PlantedCurve][]).map(([id, curve]) =>
      buildCurve(controlWords[id], curve, 'control'),
    ),
  ]
  const sizes = curveSizes.map((share) => `1/${Math.round(1 / share)}`)
  const text =
    'Curves of what each method keeps against the size that it is brought to, the area below each with its interval, and curves of each kind of item'
  return {
    page: renderMarkdownPage('Scoreboard', { file: pictureFile, text }, blocks),
    picture: `${drawCurves(curves, { title, sizes, kinds: plantedKinds }).markup}\n`,
  }
}

function buildCurve(name: string, { sizes, area }: PlantedCurve, kind: Curve['kind']): Curve {
  return {
    name,
    kind,
    values: sizes.map(({ shares }) => 100 * shares.all.there),
    area: { mean: 100 * area.all.there, low: 100 * area.all.low, high: 100 * area.all.high },
    panels: plantedKinds.map((own) => sizes.map(({ shares }) => 100 * shares.kinds[own].there)),
  }
}
