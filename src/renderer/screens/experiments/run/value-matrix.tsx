import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { formatShown } from '../../../../shared/kernel/format-metric.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { routes } from '../../../lib/routes.ts'
import { ExplainedLabel } from '../../../ui/components/explained.tsx'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { Block, Inline, Row } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'
import type { GridState } from './run-progress.ts'
import {
  levels,
  buildValueMatrix,
  type MatrixPlace,
  type MatrixRow,
  type ValueMatrix as Matrix,
} from './value-matrix-rows.ts'
import styles from './value-matrix.module.css'

/** What stands in a cell that has no value. */
const looks: Readonly<Record<GridState, { readonly sign: string; readonly label: string }>> = {
  waiting: { sign: '·', label: 'waiting' },
  running: { sign: '…', label: 'running' },
  partial: { sign: '◐', label: 'some repeats done' },
  done: { sign: '–', label: 'done' },
  failed: { sign: '✗', label: 'failed' },
}

const gridStates: readonly GridState[] = ['waiting', 'running', 'partial', 'done', 'failed']

/** Pixels: the least that the names of the checkpoints take, and each variant. */
const checkpointWidth = 240
const variantWidth = 116
/** Room for a longer name where there are few variants. */
const wideVariantWidth = 168
/** Wider names lead the eye too far from their figures. */
const mostNameWidth = 720

type ValueMatrixProps = {
  readonly title: string
  /** Of the table. */
  readonly label: string
  /** More rows than this are left to the Cells tab. Null for all. */
  readonly mostRows: number | null
}

/** Checkpoints by variants: the value of a metric in each cell, coloured by it, the worst checkpoint first. */
export function ValueMatrix({ title, label, mostRows }: ValueMatrixProps) {
  const { detail, results, metrics, names, running } = useExperiment()
  const { plan, cells, summary } = detail
  const [chosen, choose] = useState<string | null>(null)
  const valued = useMemo(
    () => metrics.filter(({ id }) => cells.some(({ values }) => values[id] != null)),
    [metrics, cells],
  )
  const metric =
    valued.find(({ id }) => id === chosen) ??
    valued.find(({ id }) => id === results?.primary?.metric) ??
    valued[0] ??
    null
  // Rows that move while cells come in cannot be read.
  const isWorstFirst = summary.status !== 'running'
  const matrix = useMemo(
    () => buildValueMatrix({ plan, cells, running, metric, isWorstFirst }),
    [plan, cells, running, metric, isWorstFirst],
  )
  const width = computeVariantWidth(names.order.length)
  const shown = mostRows === null ? matrix.rows : matrix.rows.slice(0, mostRows)
  return (
    <Block component="section" line="top" pb="sm" aria-label={title}>
      <SectionHead
        title={title}
        controls={
          metric !== null && (
            <Select
              aria-label="Metric in the cells"
              w={230}
              allowDeselect={false}
              data={valued.map((one) => ({ value: one.id, label: one.label }))}
              value={metric.id}
              onChange={(next) => choose(next)}
            />
          )
        }
      >
        <Legend matrix={matrix} metric={metric} />
      </SectionHead>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={`${title}: cells`}>
        <table
          className={styles.grid}
          style={{
            minWidth: checkpointWidth + names.order.length * width,
            maxWidth: mostNameWidth + names.order.length * width,
          }}
          aria-label={label}
        >
          <MatrixHead isWorstFirst={isWorstFirst && metric !== null} />
          <tbody>
            {shown.map((row) => (
              <CutRow key={row.checkpoint.id} row={row} metric={metric} />
            ))}
          </tbody>
        </table>
      </div>
    </Block>
  )
}

type CutRowProps = { readonly row: MatrixRow; readonly metric: MetricInfo | null }

function CutRow({ row: { checkpoint, places }, metric }: CutRowProps) {
  const { names } = useExperiment()
  const title = showControls(checkpoint.taskTitle)
  return (
    <tr>
      <th scope="row" title={title} aria-label={`${title} #${checkpoint.index}`}>
        <Row component="span">
          <Inline miw={0} cut>
            {title}
          </Inline>
          <Inline flex="none" c="dimmed">
            #{checkpoint.index}
          </Inline>
        </Row>
      </th>
      {names.order.map((variantId) => {
        const place = places.find((one) => one.variantId === variantId)
        return (
          <td key={variantId}>
            {place && (
              <PlaceButton
                place={place}
                metric={metric}
                title={`${names.findName(variantId)}, ${title} #${checkpoint.index}`}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}

function computeVariantWidth(variants: number): number {
  return variants <= 4 ? wideVariantWidth : variantWidth
}

function MatrixHead({ isWorstFirst }: { readonly isWorstFirst: boolean }) {
  const { names } = useExperiment()
  return (
    <thead>
      <tr>
        <th scope="col">
          <ExplainedLabel label={isWorstFirst ? 'Cut, worst first' : 'Cut'} term="checkpoint" />
        </th>
        {names.order.map((variantId) => (
          <th
            key={variantId}
            scope="col"
            title={names.findName(variantId)}
            style={{ width: computeVariantWidth(names.order.length) }}
          >
            <span className={styles.variant}>
              <VariantMark place={names.findPlace(variantId)} />
              {names.findName(variantId)}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

type LegendProps = { readonly matrix: Matrix; readonly metric: MetricInfo | null }

/** What the colours and the signs of the matrix mean. Signs that stand nowhere are left out. */
function Legend({ matrix: { rows, ends }, metric }: LegendProps) {
  const places = rows.flatMap((row) => row.places)
  const used = gridStates.filter((state) =>
    places.some((place) => place.value === null && place.state === state),
  )
  return (
    <ul className={styles.legend} aria-label="Signs">
      {ends !== null && metric !== null && (
        <li>
          worst {formatShown(ends.worst, metric.unit)}
          {levels.map((level) => (
            <span key={level} className={styles.step} data-level={level} aria-hidden />
          ))}
          {formatShown(ends.best, metric.unit)} best
        </li>
      )}
      {places.some(({ isUnchanged }) => isUnchanged) && <li>= unchanged</li>}
      {used.map((state) => (
        <li key={state}>
          <span aria-hidden>{looks[state].sign}</span>{' '}
          {state === 'done' ? 'nothing to measure' : looks[state].label}
        </li>
      ))}
    </ul>
  )
}

type PlaceButtonProps = {
  readonly place: MatrixPlace
  readonly metric: MetricInfo | null
  readonly title: string
}

function PlaceButton({ place, metric, title }: PlaceButtonProps) {
  const { detail } = useExperiment()
  const [, navigate] = useLocation()
  const { state, cells, repeats, variantId, checkpointId, value, level, isUnchanged } = place
  const [first] = cells
  const done = cells.filter(({ status }) => status === 'done').length
  const count = repeats > 1 && done < repeats ? ` ${done}/${repeats}` : ''
  const figure = value === null || metric === null ? '' : formatShown(value, metric.unit)
  const said = [
    figure,
    isUnchanged ? 'unchanged' : '',
    count === '' ? '' : `${done} of ${repeats} done`,
    looks[state].label,
  ]
    .filter((part) => part !== '')
    .join(', ')
  const open = ({ repeat }: Cell): void =>
    navigate(
      routes.experimentCell(detail.summary.id, { checkpointId, variant: variantId, repeat }, metric?.id),
    )
  return (
    <button
      type="button"
      className={styles.place}
      data-state={state}
      data-level={level ?? undefined}
      disabled={first === undefined}
      title={`${title}: ${said}`}
      aria-label={`${title}: ${said}`}
      onClick={() => first !== undefined && open(first)}
    >
      <span aria-hidden>
        {isUnchanged && value !== null && <Inline opacity={0.75}>= </Inline>}
        {value === null || metric === null ? looks[state].sign : formatShown(value, metric.unit)}
        {count}
      </span>
    </button>
  )
}
