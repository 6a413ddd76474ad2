import type { ComparedProviderId } from '../../../shared/domain/guide.ts'
import { shapeOutline, type VariantShape } from '../../components/variant-shape.ts'
import type { ChartPoint } from './chart-points.ts'
import styles from './comparison-tab.module.css'

type ChartMarkProps = {
  readonly point: ChartPoint
  readonly toX: (percent: number) => number
  readonly y: number
}

/** A mark with the bar of its range: a shape and a hue for each provider, hollow where it was measured. */
export function ChartMark({ point, toX, y }: ChartMarkProps) {
  const { x, providerId, isMeasured } = point
  return (
    <g className={styles.series} data-provider={providerId} data-measured={isMeasured}>
      <line x1={toX(x.low)} x2={toX(x.high)} y1={y} y2={y} />
      <path d={shapeOutline(shapes[providerId], toX(x.middle), y)} />
    </g>
  )
}

const shapes: Readonly<Record<ComparedProviderId, VariantShape>> = {
  native: 'circle',
  lossless: 'square',
  truncation: 'triangle',
  smart: 'diamond',
}
