import type { Markup } from '../../../../../shared/document/chart-block.ts'
import { safeHtml, trustMarkup } from '../html/markup.ts'
import { formatPixel } from './axis.ts'

/** Hues of a set that colour-blind eyes tell apart (Okabe and Ito); the style sheet has them for both grounds. */
const hues = 8
const shapes = 8

/** The mark of a variant by its place in the plan: a hue and a shape, the same in every drawing. */
export function drawVariantMark(index: number, x: number, y: number): Markup {
  // Past eight variants the shapes shift, so that no two are alike before the sixty-fifth.
  const shape = (index + Math.floor(index / hues)) % shapes
  return safeHtml`<path class="mark hue-${index % hues}" transform="translate(${formatPixel(x)} ${formatPixel(y)})" d="${outlines[shape] ?? ''}" />`
}

/** The mark alone, for a legend. */
export function drawLegendMark(index: number): Markup {
  return trustMarkup(
    `<svg class="key" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">${drawVariantMark(index, 0, 0).markup}</svg>`,
  )
}

const outlines = [
  'M-4.5 0A4.5 4.5 0 1 0 4.5 0A4.5 4.5 0 1 0 -4.5 0Z',
  'M-4 -4H4V4H-4Z',
  'M0 -5.5L5.2 4H-5.2Z',
  'M0 -5.8L5.8 0L0 5.8L-5.8 0Z',
  'M0 5.5L5.2 -4H-5.2Z',
  'M-1.7 -5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7Z',
  'M0 -5.6L5.3 -1.7L3.3 4.5H-3.3L-5.3 -1.7Z',
  'M-5 -5L0 -1.8L5 -5L1.8 0L5 5L0 1.8L-5 5L-1.8 0Z',
] as const
