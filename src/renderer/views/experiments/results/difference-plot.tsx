import { useId } from 'react'
import { useLocation } from 'wouter'
import type { VariantComparison } from '../../../../shared/domain/experiment.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { routes } from '../../../lib/routes.ts'
import { formatBareDifference, headerOf } from '../../../lib/bare-figures.ts'
import { useExperiment } from '../experiment-context.ts'
import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import styles from './charts.module.css'
import { ColumnLines } from '../../../components/chart/axis-lines.tsx'
import { niceAxis, type Axis } from '../../../lib/nice-axis.ts'
import { stackDots } from './stack-dots.ts'

type DifferencePlotProps = {
  readonly metric: MetricInfo
  readonly comparisons: readonly VariantComparison[]
  /** In the unit of the metric, to both sides of zero. */
  readonly margin: number
}

const width = 560
const left = 128
const right = 28
const head = 18
const foot = 36
const row = 34
const dot = 5
/** Levels that fit into a row; higher stacks are pressed together. */
const levels = 4

/** A line for each variant with a dot for each checkpoint, a zero line, and the margin as a band. */
export function DifferencePlot({ metric, comparisons, margin }: DifferencePlotProps) {
  const { detail, names } = useExperiment()
  const [, navigate] = useLocation()
  const id = useId()
  const values = comparisons.flatMap(({ pairs, low, high }) => [
    ...pairs.map(({ difference }) => difference),
    low ?? 0,
    high ?? 0,
  ])
  const axis = niceAxis([...values, 0, margin, -margin], left, width - right)
  const toX = axis.place
  const height = head + comparisons.length * row + foot
  const bottom = height - foot
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={styles.plot}
      role="img"
      aria-labelledby={`${id}-title`}
    >
      <title id={`${id}-title`}>
        {`Differences in ${metric.label}: ${comparisons.map(({ b, difference }) => `${names.nameOf(b)} ${formatBareDifference(difference, metric.unit)}`).join('; ')}`}
      </title>
      <DifferenceAxis metric={metric} margin={margin} axis={axis} bottom={bottom} />
      {comparisons.map((comparison, place) => (
        <ComparisonLine
          key={comparison.b}
          comparison={comparison}
          y={head + (place + 1) * row - 10}
          toX={toX}
          onOpen={(checkpointId) =>
            navigate(
              routes.experimentCell(
                detail.summary.id,
                { checkpointId, variant: names.keyOf(comparison.b), repeat: 1 },
                metric.id,
              ),
            )
          }
        />
      ))}
    </svg>
  )
}

type DifferenceAxisProps = Pick<DifferencePlotProps, 'metric' | 'margin'> & {
  readonly axis: Axis
  readonly bottom: number
}

function DifferenceAxis({ metric, margin, axis, bottom }: DifferenceAxisProps) {
  const toX = axis.place
  return (
    <>
      {margin > 0 && (
        <rect
          className={styles.margin}
          x={toX(-margin)}
          width={toX(margin) - toX(-margin)}
          y={head}
          height={bottom - head}
        />
      )}
      <ColumnLines
        axis={axis}
        top={head}
        bottom={bottom}
        format={(tick) => formatBareDifference(tick, metric.unit)}
      />
      <line className={styles.zero} x1={toX(0)} x2={toX(0)} y1={head - 4} y2={bottom} />
      <text x={width - right} y={bottom + foot - 4} textAnchor="end">
        {headerOf(metric)}, difference
      </text>
    </>
  )
}

type ComparisonLineProps = {
  readonly comparison: VariantComparison
  readonly y: number
  readonly toX: (value: number) => number
  readonly onOpen: (checkpointId: string) => void
}

function ComparisonLine({ comparison, y, toX, onOpen }: ComparisonLineProps) {
  const { names } = useExperiment()
  const { b, pairs, difference, low, high } = comparison
  const place = names.placeOf(b)
  const dots = stackDots(pairs, (pair) => toX(pair.difference), dot)
  const tallest = Math.max(levels, ...dots.map(({ level }) => level + 1))
  return (
    <g {...variantColour(place)}>
      <path d={shapeOutline(variantLook(place).shape, 10, y - 6)} />
      <text x={22} y={y - 2}>
        {cut(names.nameOf(b))}
      </text>
      {dots.map(({ item, x, level }) => (
        <circle
          key={item.checkpointId}
          className={styles.dot}
          cx={x}
          cy={y - 5 - level * ((levels * dot) / tallest)}
          r={2.5}
          onClick={() => onOpen(item.checkpointId)}
        />
      ))}
      {difference !== null && (
        <>
          <line
            className={styles.interval}
            x1={toX(low ?? difference)}
            x2={toX(high ?? difference)}
            y1={y + 3}
            y2={y + 3}
          />
          <line className={styles.mean} x1={toX(difference)} x2={toX(difference)} y1={y} y2={y + 6} />
        </>
      )}
    </g>
  )
}

function cut(name: string): string {
  return name.length > 17 ? `${name.slice(0, 16)}…` : name
}
