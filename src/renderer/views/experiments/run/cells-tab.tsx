import { useMemo } from 'react'
import { useLocation, Link } from 'wouter'
import type { Cell } from '../../../../shared/domain/experiment.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { routes } from '../../../lib/routes.ts'
import { useExperiment } from '../experiment-context.ts'
import { VariantMark } from '../../../components/marks/variant-mark.tsx'
import { cellGrid, type GridPlace, type GridState } from './run-progress.ts'
import { ExplainedLabel } from '../../../components/explained.tsx'
import styles from './cells-tab.module.css'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { countOf } from '../../../lib/format.ts'

/** More than this are the same fault again. */
const mostShown = 50

const looks: Readonly<Record<GridState, { readonly sign: string; readonly label: string }>> = {
  waiting: { sign: '·', label: 'waiting' },
  running: { sign: '…', label: 'at work' },
  partial: { sign: '◐', label: 'some repeats done' },
  done: { sign: '✓', label: 'done' },
  failed: { sign: '✗', label: 'failed' },
}

/** Pixels: the column of the checkpoints, and the least that a sign with its count takes. */
const checkpointWidth = 260
const narrowest = 64

/** Every cell: variants by checkpoints, with how it stands, and what went wrong. */
export function CellsTab() {
  const { detail, names, running } = useExperiment()
  const { plan, cells } = detail
  const grid = useMemo(() => cellGrid(plan, cells, running), [plan, cells, running])
  const failed = cells.filter(({ status }) => status === 'failed')
  return (
    <div className={styles.page}>
      <ul className={styles.legend} aria-label="Signs">
        {Object.values(looks).map(({ sign, label }) => (
          <li key={label}>
            <span aria-hidden>{sign}</span> {label}
          </li>
        ))}
      </ul>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label="Grid of cells">
        <table
          className={styles.grid}
          style={{ minWidth: checkpointWidth + names.order.length * narrowest }}
          aria-label="Cells"
        >
          <GridHead />
          <tbody>
            {plan.checkpoints.map((checkpoint, row) => (
              <tr key={checkpoint.id}>
                <th scope="row" title={showControls(checkpoint.taskTitle)}>
                  <span className={styles.cut}>{showControls(checkpoint.taskTitle)}</span>
                  <span className={styles.index}>#{checkpoint.index}</span>
                </th>
                {names.order.map((variantId) => {
                  const place = grid[plan.variants.findIndex(({ id }) => id === variantId)]?.[row]
                  return (
                    <td key={variantId}>
                      {place && (
                        <PlaceButton
                          place={place}
                          title={`${names.nameOf(variantId)}, ${checkpoint.taskTitle} #${checkpoint.index}`}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failed.length > 0 && <FailedCells cells={failed} />}
    </div>
  )
}

function GridHead() {
  const { names } = useExperiment()
  return (
    <thead>
      <tr>
        <th scope="col">
          <ExplainedLabel label="Checkpoint" />
        </th>
        {names.order.map((variantId) => (
          <th key={variantId} scope="col" title={names.nameOf(variantId)}>
            <span className={styles.variant}>
              <VariantMark place={names.placeOf(variantId)} />
              <span className={styles.cut}>{names.nameOf(variantId)}</span>
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function PlaceButton({ place, title }: { readonly place: GridPlace; readonly title: string }) {
  const { detail, names } = useExperiment()
  const [, navigate] = useLocation()
  const { state, cells, repeats, variantId, checkpointId } = place
  const [first] = cells
  const done = cells.filter(({ status }) => status === 'done').length
  const count = repeats > 1 ? ` ${done}/${repeats}` : ''
  const open = ({ repeat }: Cell): void =>
    navigate(
      routes.experimentCell(detail.summary.id, { checkpointId, variant: names.keyOf(variantId), repeat }),
    )
  return (
    <button
      type="button"
      className={styles.place}
      data-state={state}
      disabled={first === undefined}
      title={`${title}: ${looks[state].label}`}
      aria-label={`${title}: ${looks[state].label}${count === '' ? '' : `, ${done} of ${repeats} done`}`}
      onClick={() => first !== undefined && open(first)}
    >
      <span aria-hidden>
        {looks[state].sign}
        {count}
      </span>
    </button>
  )
}

/** What went wrong, cell by cell. */
function FailedCells({ cells }: { readonly cells: readonly Cell[] }) {
  const { detail, names } = useExperiment()
  const { variants, checkpoints } = detail.plan
  const nameOf = ({ variantId, checkpointId, repeat }: Cell): string => {
    const checkpoint = checkpoints.find(({ id }) => id === checkpointId)
    const repeats = variants.find(({ id }) => id === variantId)?.repeats ?? 1
    return [
      names.nameOf(variantId),
      checkpoint === undefined
        ? showControls(checkpointId)
        : `${showControls(checkpoint.taskTitle)}, cut before #${checkpoint.index}`,
      ...(repeats > 1 ? [`repeat ${repeat}`] : []),
    ].join(' · ')
  }
  return (
    <section className={styles.failures} aria-label="Failed cells">
      <h2 className={styles.heading}>What failed: {countOf(cells.length, 'cell')}</h2>
      <ul>
        {cells.slice(0, mostShown).map((cell) => (
          <li key={cell.id}>
            <Link
              href={routes.experimentCell(detail.summary.id, {
                checkpointId: cell.checkpointId,
                variant: names.keyOf(cell.variantId),
                repeat: cell.repeat,
              })}
            >
              {nameOf(cell)}
            </Link>{' '}
            <span className={styles.code}>{cell.error?.code}</span> {showControls(cell.error?.message ?? '')}
          </li>
        ))}
      </ul>
      {cells.length > mostShown && <p>and {formatInteger(cells.length - mostShown)} more</p>}
    </section>
  )
}
