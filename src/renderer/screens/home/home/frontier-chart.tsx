import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Answer, ArmFigure } from '../../../../shared/home/answer-types.ts'
import { trickLabels } from '../../../../shared/home/answers-words.ts'
import { controlIds, isTrick } from '../../../../shared/kernel/control.ts'
import { formatPercent } from '../../../../shared/kernel/format-figures.ts'
import { recordedMethodId } from '../../../../shared/methods/method-choice-types.ts'
import { formatCountWithNoun, formatShare } from '../../../lib/format.ts'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { pickVariantColor, pickVariantLook } from '../../../ui/components/marks/variant-shape.ts'
import { Block } from '../../../ui/layout/layout.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { ScatterPlot, type ScatterPoint } from '../../../ui/plots/scatter.tsx'
import { findFront, type MarkedArm } from './arm-marks.ts'
import { buildArmColumns } from './build-arm-columns.tsx'

/** What can stand on the vertical axis: shares in percent, or a score that tops out at 1. */
const axes = [
  {
    id: 'continuation-recall',
    label: 'Used next',
    kept: 'of the facts the agent went on to use kept',
    scale: 100,
  },
  { id: 'knows-done', label: 'Knows done', kept: 'for knowing what is done', scale: 1 },
  { id: 'rules-kept', label: 'Rules', kept: 'of the rules kept', scale: 100 },
  { id: 'files-kept', label: 'Files', kept: 'of the files kept', scale: 100 },
] as const
type Metric = (typeof axes)[number]

const wideArmColumns = buildArmColumns(true)

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
  const points = arms.flatMap((arm) => buildPoint(arm, metric))
  const front = findFront(points)
  const fitting = new Set(arms.filter(({ verdict }) => verdict === 'candidate').map(({ id }) => id))
  const named = new Set([
    answer.recommended,
    recordedMethodId,
    chosenId,
    ...front.flatMap(({ id }) => (fitting.has(id) ? [id] : [])),
  ])
  const withRange = new Set([answer.recommended, recordedMethodId, chosenId])
  const tricks = buildTrickPoints(arms, metric)
  return (
    <ChartFrame
      title="Kept against saved"
      note={explainChart(tricks.length > 1)}
      columns={wideArmColumns}
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
      {points.length === 0 ? (
        <Block component="p" p="md" fz="xs">
          No arm has a figure yet of what is kept.
        </Block>
      ) : (
        <ScatterPlot
          title="Methods by what they save and keep"
          summary={summariseFront(front)}
          xLabel="Tokens saved"
          yLabel={metric.scale === 1 ? metric.label : `${metric.label}, %`}
          formatX={(value) => formatShare(value)}
          formatY={(value) => String(Number(value.toFixed(2)))}
          ySpan={[0, metric.scale]}
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
      )}
    </ChartFrame>
  )
}

function explainChart(hasTricks: boolean): string {
  const tricks = hasTricks ? ' Grey marks are the best cheap trick of the same size.' : ''
  return `Up and to the right is better. Nothing beats the methods on the dashed line. Bars are 95 % intervals of the methods in the sentence and of the chosen one.${tricks}`
}

function summariseFront(front: readonly ScatterPoint[]): string {
  return `Nothing beats ${front.map(({ text }) => text).join('; ')}.`
}

function buildPoint(arm: MarkedArm, metric: Metric): ScatterPoint[] {
  const figure = arm.figures[metric.id]
  const { savedPercent, savedInterval, place, label, id } = arm
  if (figure === undefined || savedPercent === null) return []
  const scaleValue = (value: number): number => metric.scale * value
  return [
    {
      id,
      x: Math.max(0, savedPercent),
      y: scaleValue(figure.value),
      color: pickVariantColor(place),
      shape: pickVariantLook(place).shape,
      xRange: savedInterval === null ? null : [Math.max(0, savedInterval[0]), savedInterval[1]],
      yRange:
        figure.interval === null ? null : [scaleValue(figure.interval[0]), scaleValue(figure.interval[1])],
      name: label,
      text: `${label}: ${formatPercent(savedPercent)} saved, ${formatValue(figure.value, metric)} ${metric.kept}${formatInterval(figure, metric)}`,
      icon: <VariantMark place={place} />,
    },
  ]
}

function formatValue(value: number, { scale }: Metric): string {
  return scale === 1 ? value.toFixed(2) : formatPercent(scale * value)
}

function formatInterval({ interval, tasks }: ArmFigure, { scale }: Metric): string {
  if (interval === null) return ''
  const [low, high] = interval.map((end) => (scale * end).toFixed(scale === 1 ? 2 : 0))
  return ` (95 %: ${low} to ${high}, ${formatCountWithNoun(tasks, 'task')})`
}

const grey = { color: 'var(--muted)', shape: 'circle', isHollow: true, scale: 0.55 } as const

/** The full history, and of each arm the trick of its size that does best. */
function buildTrickPoints(arms: readonly MarkedArm[], metric: Metric): ScatterPoint[] {
  const { id, kept, scale } = metric
  const found = arms.flatMap(({ savedPercent, figures, id: armId, label }): ScatterPoint[] => {
    const controls = figures[id]?.controls ?? {}
    const scores = controlIds.flatMap((control) => {
      const score = controls[control]
      return score === undefined || !isTrick(control) ? [] : [{ control, score }]
    })
    const best = scores.toSorted((one, other) => other.score - one.score)[0]
    if (best === undefined || savedPercent === null || savedPercent <= 0) return []
    const name = trickLabels[best.control]
    const text = `${capitalise(name)}, as small as ${label}: ${formatValue(best.score, metric)} ${kept}`
    return [{ ...grey, id: `trick ${armId}`, x: savedPercent, y: scale * best.score, name, text }]
  })
  const full = arms.flatMap(({ figures }) => figures[id]?.controls.full ?? [])[0] ?? 1
  return [
    {
      ...grey,
      scale: 0.8,
      id: 'full',
      x: 0,
      y: scale * full,
      name: 'Full history',
      text: `Full history: nothing saved, ${formatValue(full, metric)} ${kept}`,
    },
    ...found,
  ]
}

function capitalise(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
