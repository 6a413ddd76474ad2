import { shapeOutline, variantColor, variantLook } from './variant-shape.ts'

/** The mark of the variant at a place: a colour and a shape, the same in every table and chart of an experiment. */
export function VariantMark({ place }: { readonly place: number }) {
  const { hue, shape } = variantLook(place)
  const color = variantColor(place)
  return (
    <svg
      width={14}
      height={14}
      style={{ flex: 'none', fill: color, stroke: color }}
      data-hue={hue}
      aria-hidden
    >
      <path d={shapeOutline(shape, 7, 7)} />
    </svg>
  )
}
