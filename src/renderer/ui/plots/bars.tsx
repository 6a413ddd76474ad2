import { useElementSize } from '@mantine/hooks'
import { useId, type ReactNode } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Rectangle,
  XAxis,
  YAxis,
  type BarShapeProps,
  type XAxisTickContentProps,
} from 'recharts'
import { Link } from 'wouter'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { Block, Inline, Note } from '../layout/layout.tsx'
import { createNiceAxis } from './axes.ts'
import { ChartLegend } from './chart-legend.tsx'
import styles from './bars.module.css'

/** A part of a bar. The second and later ones are hatched, so that colour is not the only sign. */
export type BarSegment = { readonly value: number; readonly color: string }

/** A bar with its name, its figures in words, and the tasks behind it. */
export type BarRow = {
  readonly id: string
  readonly label: ReactNode
  /** The name in full, where it may be cut. */
  readonly title: string
  /** Null where there is nothing to lead to. */
  readonly href: string | null
  readonly segments: readonly BarSegment[]
  readonly figures: string
}

type BarRowsProps = {
  readonly label: string
  readonly rows: readonly BarRow[]
  /** Letters a figure of the axis. */
  readonly formatTick: (value: number) => string
  /** Stands behind the axis. Absent where each carries its own. */
  readonly unit?: string
  /** What the parts of the bars are, where they have several. */
  readonly legend?: readonly { readonly label: string; readonly color: string }[]
}

/** Bars that are shown. The others are in the table. */
const mostRows = 12

/** Horizontal bars over one axis from zero, the largest first. Names and figures are a list beside them. */
export function BarRows({ label, rows, formatTick, unit = '', legend = [] }: BarRowsProps) {
  const shown = rows.slice(0, mostRows)
  if (rows.length === 0)
    return (
      <div className={styles.chart}>
        <Note mt="xs">Nothing to show.</Note>
      </div>
    )
  return (
    <div className={styles.chart}>
      {legend.length > 0 && (
        <ChartLegend
          label="Parts of the bars"
          entries={legend.map(({ label: name, color }, index) => ({
            id: name,
            name,
            mark: color,
            isHatched: index > 0,
          }))}
        />
      )}
      <ol className={styles.rows} aria-label={label}>
        {shown.map(({ id, title, href, label: name, figures }, index) => (
          <li key={id} className={styles.row} style={{ gridRow: index + 1 }}>
            <Inline cut title={title}>
              {href === null ? (
                name
              ) : (
                <Link href={href} className={styles.link ?? ''}>
                  {name}
                </Link>
              )}
            </Inline>
            <span className={styles.figures}>{figures}</span>
          </li>
        ))}
        <li className={styles.bars} style={{ gridRow: `1 / span ${shown.length + 1}` }} aria-hidden>
          <Bars rows={shown} formatTick={formatTick} />
        </li>
        <li className={styles.unit} style={{ gridRow: shown.length + 1 }} aria-hidden>
          {unit}
        </li>
      </ol>
      {rows.length > shown.length && <Note mt="xs">{rows.length - shown.length} more are in the table.</Note>}
    </div>
  )
}

/** Of a row and of the axis below them, in pixels. */
const [rowHeight, axisHeight] = [22, 18]

function Bars({ rows, formatTick }: Pick<BarRowsProps, 'rows' | 'formatTick'>) {
  const { ref, width } = useElementSize()
  const id = useId()
  const axis = createNiceAxis(
    [0, ...rows.map(({ segments }) => segments.reduce((sum, { value }) => sum + value, 0))],
    0,
    1,
    3,
  )
  const parts = findLargest(rows.map(({ segments }) => segments.length))
  const hatched = new Set(rows.flatMap(({ segments }) => segments.slice(1).map(({ color }) => color)))
  const hatches = new Map([...hatched].map((color, at) => [color, `${id}${at}`]))
  return (
    <div ref={ref} className={styles.canvas}>
      <BarChart
        layout="vertical"
        width={width}
        height={rows.length * rowHeight + axisHeight}
        data={[...rows]}
        margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <Hatches hatches={hatches} />
        <CartesianGrid horizontal={false} stroke="var(--line)" syncWithTicks />
        <XAxis
          type="number"
          domain={[...axis.domain]}
          ticks={[...axis.ticks]}
          interval={0}
          height={axisHeight}
          axisLine={false}
          tickLine={false}
          tickFormatter={formatTick}
          tick={EndedTick}
        />
        <YAxis type="category" dataKey="id" hide />
        {Array.from({ length: parts }, (_, part) => (
          <Bar
            key={part}
            dataKey={({ segments }: BarRow) => segments[part]?.value ?? 0}
            stackId="all"
            barSize={12}
            isAnimationActive={false}
            minPointSize={(value) => (Number(value) > 0 ? 1 : 0)}
            shape={<Segment part={part} isLast={part === parts - 1} hatches={hatches} />}
          />
        ))}
      </BarChart>
    </div>
  )
}

/** The ids of patterns by their colour. */
type HatchIds = ReadonlyMap<string, string>

function Hatches({ hatches }: { readonly hatches: HatchIds }) {
  return (
    <defs>
      {[...hatches].map(([color, id]) => (
        <pattern
          key={id}
          id={id}
          width={5}
          height={5}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={5} height={5} style={{ fill: color }} opacity={0.25} />
          <rect width={2} height={5} style={{ fill: color }} />
        </pattern>
      ))}
    </defs>
  )
}

type SegmentProps = Partial<Pick<BarShapeProps, 'x' | 'y' | 'width' | 'height'>> & {
  readonly part: number
  readonly isLast: boolean
  readonly hatches: HatchIds
  /** As recharts has it. */
  readonly payload?: BarRow
}

function Segment({ x = 0, y = 0, width = 0, height = 0, payload, part, isLast, hatches }: SegmentProps) {
  const color = payload?.segments[part]?.color
  // Sums of fractions leave hairs of what is nothing.
  if (color === undefined || width < 0.01 || payload?.segments[part]?.value === 0) return null
  const radius = isLast ? 2 : 0
  const style = part === 0 ? { fill: color } : { fill: `url(#${hatches.get(color)})`, stroke: color }
  return <Rectangle {...{ x, y, width, height, style }} radius={[0, radius, radius, 0]} />
}

/** A figure at the axis. The first begins and the last ends where the axis does. */
function EndedTick({ x, y, index, visibleTicksCount, payload, tickFormatter }: XAxisTickContentProps) {
  const anchor = index === 0 ? 'start' : index === visibleTicksCount - 1 ? 'end' : 'middle'
  return (
    <text x={x} y={Number(y) + 6} textAnchor={anchor} className={styles.tick}>
      {tickFormatter?.(payload.value, index)}
    </text>
  )
}

/** Of a part, in pixels. */
const leastWidth = 3

type StackedBarProps = {
  readonly parts: readonly { readonly id: string; readonly value: number; readonly color: string }[]
}

/** One bar over the whole width, of parts. The list beside it says the same in words. */
export function StackedBar({ parts }: StackedBarProps) {
  const { ref, width } = useElementSize()
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  // What is there at all is seen.
  const measureLength = (value: number): number => Math.max(value, (total * leastWidth) / Math.max(1, width))
  return (
    <Block ref={ref} h={10} bdrs={3} clip aria-hidden>
      <BarChart
        layout="vertical"
        width={width}
        height={10}
        data={[{ id: 'all' }]}
        margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis
          type="number"
          domain={[0, parts.reduce((sum, { value }) => sum + measureLength(value), 0)]}
          hide
        />
        <YAxis type="category" dataKey="id" hide />
        {parts.map(({ id, value, color }) => (
          <Bar
            key={id}
            dataKey={() => measureLength(value)}
            stackId="all"
            barSize={10}
            fill={color}
            stroke="var(--ground)"
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </Block>
  )
}
