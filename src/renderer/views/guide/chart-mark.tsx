import type { ComparedProviderId } from '../../../shared/domain/guide.ts'
import { assertNever } from '../../../shared/lib/assert-never.ts'
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
      <path d={outlineOf(providerId, toX(x.middle), y)} />
    </g>
  )
}

function outlineOf(providerId: ComparedProviderId, x: number, y: number): string {
  switch (providerId) {
    case 'native':
      return `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z`
    case 'lossless':
      return `M${x - 4.5} ${y - 4.5}h9v9h-9z`
    case 'truncation':
      return `M${x} ${y - 5.5}l5.5 10h-11z`
    case 'smart':
      return `M${x} ${y - 6}l6 6l-6 6l-6 -6z`
    default:
      return assertNever(providerId)
  }
}
