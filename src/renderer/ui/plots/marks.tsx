import { DefaultZIndexes, ErrorBar, Scatter, ZIndexLayer, type ScatterShapeProps } from 'recharts'
import { buildShapeOutline, type VariantShape } from '../components/marks/variant-shape.ts'
import { spreadMarks, findLeader, markBox, buildMarkLabel, placeLabels, type Box } from './place-labels.ts'
import type { PlotArea } from './plot.tsx'
import styles from './plots.module.css'

/** Something that is marked in a plot: a colour and a shape at a place. */
export type PlotMark = {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly color: string
  readonly shape: VariantShape
  readonly isHollow?: boolean
  /** Of its usual size. */
  readonly scale?: number
  /** Both ends of its intervals. */
  readonly xRange?: readonly [number, number] | null
  readonly yRange?: readonly [number, number] | null
  /** A value that it is held against, drawn as a dash. */
  readonly level?: number | null
  /** Whether it can be chosen. */
  readonly isChoice?: boolean
}

type MarksProps = {
  readonly marks: readonly PlotMark[]
  readonly area: PlotArea
  /** The one that has a ring. */
  readonly chosenId?: string | null | undefined
  readonly onChoose?: ((id: string) => void) | undefined
}

/** Points this near to each other from left to right, in pixels, would cover each other. */
const nearX = 10

/** Where marks stand, in pixels: those that would cover each other beside each other, the others at their place. */
export function arrangeMarks<T extends Pick<PlotMark, 'x' | 'y'>>(
  marks: readonly T[],
  area: PlotArea,
  near = nearX,
) {
  const places = marks.map((mark) => ({ x: area.across.place(mark.x), y: area.up.place(mark.y), of: mark }))
  return spreadMarks(places, area, near).map(({ mark: { of, x: ownX, y }, x }) => ({
    of,
    x,
    y,
    by: x - ownX,
  }))
}

type StandingMark = PlotMark & {
  readonly by: number
  readonly ring: boolean
  readonly xError: readonly [number, number] | null
  readonly yError: readonly [number, number] | null
  readonly levelY: number | null
}

type PlacedMarksProps = MarksProps & { readonly near?: number }

function placeMarks({ marks, area, chosenId = null, near }: PlacedMarksProps) {
  return arrangeMarks(marks, area, near).map(({ of, by }): StandingMark => ({
    ...of,
    by,
    ring: of.id === chosenId,
    xError: measureError(of.x, of.xRange),
    yError: measureError(of.y, of.yRange),
    levelY: of.level == null ? null : area.up.place(of.level),
  }))
}

/** Marks with their intervals, each of which the pointer reads. */
export function Marks(props: PlacedMarksProps) {
  const { marks, onChoose } = props
  const placed = placeMarks(props)
  const hasRanges = marks.some(({ xRange, yRange }) => xRange != null || yRange != null)
  const shared = { isAnimationActive: false, shape: MarkShape, legendType: 'none' } as const
  const click = onChoose && {
    onClick: ({ payload }: { payload?: StandingMark }) => payload && onChoose(payload.id),
  }
  if (!hasRanges) return <Scatter {...shared} {...click} data={placed} />
  return placed.map((mark) => (
    <Scatter key={mark.id} {...shared} {...click} data={[mark]}>
      {mark.xRange != null && <Range of="x" color={mark.color} />}
      {mark.yRange != null && <Range of="y" color={mark.color} />}
    </Scatter>
  ))
}

/**
 * Marks on lines, with their vertical intervals, where the pointer reads all that stands at a place: drawn alone, since the
 * chart would take many times as long for the same.
 */
export function LineMarks(props: PlacedMarksProps) {
  const { area, onChoose } = props
  const placed = placeMarks(props).map((mark) => ({
    mark,
    cx: area.across.place(mark.x),
    cy: area.up.place(mark.y),
  }))
  return (
    <>
      <ZIndexLayer zIndex={DefaultZIndexes.line}>
        {placed.map(({ mark: { yRange, color }, cx }, at) =>
          yRange == null ? null : (
            <line
              key={at}
              {...rangeLook}
              stroke={color}
              x1={cx}
              x2={cx}
              y1={area.up.place(yRange[0])}
              y2={area.up.place(yRange[1])}
            />
          ),
        )}
      </ZIndexLayer>
      <ZIndexLayer zIndex={DefaultZIndexes.scatter}>
        {placed.map(({ mark, cx, cy }, at) => (
          <g key={at} {...(onChoose && { onClick: () => onChoose(mark.id) })}>
            <MarkShape cx={cx} cy={cy} payload={mark} />
          </g>
        ))}
      </ZIndexLayer>
    </>
  )
}

const rangeLook = { strokeWidth: 1.5, opacity: 0.55 } as const

function Range({ of, color }: { readonly of: 'x' | 'y'; readonly color: string }) {
  return (
    <ErrorBar
      {...rangeLook}
      dataKey={`${of}Error`}
      direction={of}
      width={0}
      stroke={color}
      isAnimationActive={false}
    />
  )
}

/** How far an interval reaches to both sides of a value. */
function measureError(value: number, range: PlotMark['xRange']): readonly [number, number] | null {
  return range == null ? null : [value - range[0], range[1] - value]
}

/** A mark at the height of its value. One that stands beside its place has a line to it. */
function MarkShape({ cx, cy, payload }: Pick<ScatterShapeProps, 'cx' | 'cy' | 'payload'>) {
  const mark: StandingMark = payload
  if (cx === undefined || cy === undefined) return null
  const { color, shape, by, isHollow, scale = 1, ring, levelY, isChoice } = mark
  const x = cx + by
  return (
    <g style={{ stroke: color, fill: color }}>
      {by !== 0 && <line x1={cx} x2={x} y1={cy} y2={cy} />}
      {levelY !== null && (
        <line x1={x - 8} x2={x + 8} y1={levelY} y2={levelY} strokeWidth={1.5} strokeDasharray="3 2" />
      )}
      <path
        data-mark={mark.id}
        d={buildShapeOutline(shape, 0, 0)}
        transform={`translate(${x} ${cy}) scale(${scale})`}
        style={isHollow ? { fill: 'var(--ground)', strokeWidth: 2 } : { stroke: 'var(--ground)' }}
      />
      {ring && <circle className={styles.ring} cx={x} cy={cy} r={8} />}
      {isChoice && <circle className={styles.target} cx={x} cy={cy} r={11} stroke="none" />}
    </g>
  )
}

type MarkNamesProps = {
  readonly marks: readonly (Pick<PlotMark, 'id' | 'x' | 'y'> & { readonly name: string })[]
  readonly area: PlotArea
  /** Marks that have no name, which no name may cover. */
  readonly others?: readonly Pick<PlotMark, 'x' | 'y'>[]
  readonly taken?: readonly Box[]
  readonly near?: number
  /** How far above the plot names may stand, in pixels. */
  readonly headroom?: number
}

/** Names beside marks. Those that stand away from their mark have a line to it. */
export function MarkNames({ marks, area, others = [], taken = [], near, headroom = 10 }: MarkNamesProps) {
  const all = arrangeMarks([...marks, ...others.map((other) => ({ ...other, id: '', name: '' }))], area, near)
  const named = all.filter(({ of }) => of.name !== '').toSorted((a, b) => a.x - b.x)
  const frame = { ...area, top: area.top - headroom }
  const labels = placeLabels(
    named.map(({ of: { id, name }, x, y }) => buildMarkLabel(id, name, { x, y }, frame)),
    [...taken, ...all.map(markBox)],
  )
  return (
    <ZIndexLayer zIndex={2000}>
      {labels.map(({ id, text, x, y }) => {
        const mark = named.find(({ of }) => of.id === id)
        const leader = mark && findLeader(mark.y, y)
        return (
          <g key={id}>
            {leader && (
              <line className={styles.leader} x1={mark.x} x2={mark.x} y1={leader.from} y2={leader.to} />
            )}
            <text x={x} y={y} className={styles.label}>
              {text !== mark?.of.name && <title>{mark?.of.name}</title>}
              {text}
            </text>
          </g>
        )
      })}
    </ZIndexLayer>
  )
}
