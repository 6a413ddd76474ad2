import { assertNever } from '../../../../shared/kernel/assert-never.ts'

const shapes = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const
/** Shape of a variant's mark, which identifies it together with its colour. */
export type VariantShape = (typeof shapes)[number]

/** Number of colours, defined in `theme.css`. */
const hues = 8

/** The colour and the shape of the variant at a place. No two of the first forty share both. */
export function pickVariantLook(place: number): { readonly hue: number; readonly shape: VariantShape } {
  return { hue: place % hues, shape: shapes[place % shapes.length] ?? 'circle' }
}

/** The colour of the variant at a place, as CSS says it. */
export function pickVariantColor(place: number): string {
  return `var(--variant-${pickVariantLook(place).hue})`
}

/** The outline of a mark around a point, about ten pixels wide. */
export function buildShapeOutline(shape: VariantShape, x: number, y: number): string {
  switch (shape) {
    case 'circle':
      return `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z`
    case 'square':
      return `M${x - 4.5} ${y - 4.5}h9v9h-9z`
    case 'triangle':
      return `M${x} ${y - 5.5}l5.5 10h-11z`
    case 'diamond':
      return `M${x} ${y - 6}l6 6l-6 6l-6 -6z`
    case 'cross':
      return `M${x - 5.5} ${y - 2}h3.5v-3.5h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5z`
    default:
      return assertNever(shape)
  }
}
