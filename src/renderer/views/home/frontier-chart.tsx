import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Answer, ArmFigure } from '../../../shared/domain/answer.ts'
import { controlIds, type ControlId } from '../../../shared/domain/control.ts'
import { formatPercent } from '../../../shared/lib/format-figures.ts'
import { trickLabels } from '../../../shared/words/answers.ts'
import { VariantMark } from '../../components/marks/variant-mark.tsx'
import { variantColor, variantLook } from '../../components/marks/variant-shape.ts'
import { formatShare } from '../../lib/format.ts'
import { ChartFrame } from '../../plots/chart-frame.tsx'
import { ScatterPlot, type ScatterPoint } from '../../plots/scatter.tsx'
import { armColumns } from './arm-columns.tsx'
import { frontOf, type MarkedArm } from './arm-marks.ts'

/** What can stand on the vertical axis. */
const axes = [
  { id: 'continuation-recall', label: 'Used next', kept: 'of what was used next kept' },
  { id: 'knows-done', label: 'Knows done', kept: 'for knowing what is done' },
  { id: 'rules-kept', label: 'Rules', kept: 'of the rules kept' },
  { id: 'files-kept', label: 'Files', kept: 'of the files kept' },
] as const
type Metric = (typeof axes)[number]

type FrontierChartProps = {
  readonly answer: Answer
  readonly arms: readonly MarkedArm[]
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
}

/** What each arm keeps against what it saves, with what nothing beats, and tricks of the same size. */
export function FrontierChart({ answer, arms, chosenId, onChoose }: FrontierChartProps) {
  const [wanted, setWanted] = useState<string>(axes[0].id)
  const shown = axes.filter(({ id }) => arms.some((arm) => arm.figures[id] !== undefined))
  const metric = shown.find(({ id }) => id === wanted) ?? axes[0]
  const points = arms.flatMap((arm) => pointOf(arm, metric))
  const front = frontOf(points)
  const fitting = new Set(arms.filter(({ verdict }) => verdict === 'candidate').map(({ id }) => id))
  const named = new Set([
    answer.recommended,
    answer.against,
    chosenId,
    ...front.flatMap(({ id }) => (fitting.has(id) ? [id] : [])),
  ])
  const withRange = new Set([answer.recommended, answer.against, chosenId])
  const tricks = trickPoints(arms, metric)
  return (
    <ChartFrame
      title="Kept against saved"
      note={noteOf(tricks.length > 1)}
      columns={armColumns}
      rows={arms}
      controls={
        <SegmentedControl
          size="xs"
          aria-label="What is kept"
          data={shown.map(({ id, label }) => ({ value: id, label }))}
          value={metric.id}
          onChange={setWanted}
        />
      }
    >
      <ScatterPlot
        title="Arms by what they save and keep"
        summary={summaryOf(front)}
        xLabel="Tokens saved"
        yLabel={`${metric.label}, %`}
        formatX={(value) => formatShare(value)}
        formatY={(value) => String(Math.round(value))}
        xTicks={[0, 20, 40, 60, 80, 100]}
        points={[
          ...tricks,
          ...points.map((point) =>
            withRange.has(point.id) ? point : { ...point, xRange: null, yRange: null },
          ),
        ]}
        front={front}
        isFrontDashed
        isNamed={(id) => named.has(id)}
        chosen={{ id: chosenId, onChoose }}
      />
    </ChartFrame>
  )
}

function noteOf(hasTricks: boolean): string {
  const tricks = hasTricks ? ' Grey marks are the best cheap trick of the same size.' : ''
  return `Up and to the right is better. Nothing beats the arms on the dashed line. Bars are 95 % intervals of the arms in the sentence and of the chosen one.${tricks}`
}

function summaryOf(front: readonly ScatterPoint[]): string {
  return `Nothing beats ${front.map(({ text }) => text).join('; ')}.`
}

function pointOf(arm: MarkedArm, metric: Metric): ScatterPoint[] {
  const figure = arm.figures[metric.id]
  const { savedPercent, savedInterval, place, label, id } = arm
  if (figure === undefined || savedPercent === null) return []
  const percent = (value: number): number => 100 * value
  return [
    {
      id,
      x: Math.max(0, savedPercent),
      y: percent(figure.value),
      color: variantColor(place),
      shape: variantLook(place).shape,
      xRange: savedInterval === null ? null : [Math.max(0, savedInterval[0]), savedInterval[1]],
      yRange: figure.interval === null ? null : [percent(figure.interval[0]), percent(figure.interval[1])],
      name: label,
      text: `${label}: ${formatPercent(savedPercent)} saved, ${formatPercent(percent(figure.value))} ${metric.kept}${intervalText(figure)}`,
      icon: <VariantMark place={place} />,
    },
  ]
}

function intervalText({ interval, tasks }: ArmFigure): string {
  if (interval === null) return ''
  const [low, high] = interval.map((end) => Math.round(100 * end))
  return ` (95 %: ${low} to ${high}, ${tasks} tasks)`
}

const grey = { color: 'var(--muted)', shape: 'circle', isHollow: true, scale: 0.55 } as const

/** The full history, and of each arm the trick of its size that does best. */
function trickPoints(arms: readonly MarkedArm[], { id, kept }: Metric): ScatterPoint[] {
  const found = arms.flatMap(({ savedPercent, figures, id: armId }): ScatterPoint[] => {
    const scores = Object.entries(figures[id]?.controls ?? {}).filter(([control]) => isTrick(control))
    const best = scores.toSorted(([, a], [, b]) => b - a)[0]
    if (best === undefined || savedPercent === null || savedPercent <= 0) return []
    const control = controlIds.find((one) => one === best[0])
    const name = control === undefined ? '' : trickLabels[control]
    const text = `${name}, as small as ${armId}: ${formatPercent(100 * best[1])} ${kept}`
    return [{ ...grey, id: `trick ${armId}`, x: savedPercent, y: 100 * best[1], name, text }]
  })
  const full = arms.flatMap(({ figures }) => figures[id]?.controls.full ?? [])[0] ?? 1
  return [
    {
      ...grey,
      scale: 0.8,
      id: 'full',
      x: 0,
      y: 100 * full,
      name: 'Full history',
      text: `Full history: nothing saved, ${formatPercent(100 * full)} ${kept}`,
    },
    ...found,
  ]
}

const ends: ReadonlySet<string> = new Set<ControlId>(['nothing', 'full'])
const isTrick = (control: string): boolean => !ends.has(control)
