import { buildShapeOutline, pickVariantColor, pickVariantLook } from './variant-shape.ts'

/** The mark of the variant at a place: a colour and a shape, the same in every table and chart of an experiment. */
export function VariantMark({ place }: { readonly place: number }) {
  const { hue, shape } = pickVariantLook(place)
  const color = pickVariantColor(place)
  return (
    <svg
      width={14}
      height={14}
      style={{ flex: 'none', fill: color, stroke: color }}
      data-hue={hue}
      aria-hidden
    >
      <path d={buildShapeOutline(shape, 7, 7)} />
    </svg>
  )
}
