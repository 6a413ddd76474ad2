import { shapeOutline, variantLook } from './variant-shape.ts'
import styles from './variant-mark.module.css'

/** The mark of the variant at a place: a colour and a shape, the same in every table and chart of an experiment. */
export function VariantMark({ place }: { readonly place: number }) {
  const { hue, shape } = variantLook(place)
  return (
    <svg width={14} height={14} className={styles.variant} data-hue={hue} aria-hidden>
      <path d={shapeOutline(shape, 7, 7)} />
    </svg>
  )
}

/** The class and the attribute that give a part of a chart the colour of a variant. */
export function variantColour(place: number): { readonly className: string; readonly 'data-hue': number } {
  return { className: styles.variant ?? '', 'data-hue': variantLook(place).hue }
}
