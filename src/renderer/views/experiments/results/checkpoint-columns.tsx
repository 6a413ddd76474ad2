import { Link } from 'wouter'
import type { Cell } from '../../../../shared/domain/experiment.ts'
import type { MetricUnit } from '../../../../shared/domain/quality.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { formatBare, formatBareDifference } from '../../../lib/bare-figures.ts'
import type { CheckpointValue } from './checkpoint-values.ts'
import styles from './figure-pane.module.css'

type CheckpointColumns = {
  readonly unit: MetricUnit
  readonly isBaseline: boolean
  readonly hrefOf: (checkpointId: string, repeat: number) => string
}

/** Of several repeats the first that came to something. */
export function shownCell(cells: readonly Cell[]): Cell | undefined {
  return cells.find(({ status }) => status === 'done') ?? cells[0]
}

/** What is said of the checkpoints behind a mean; each value leads to its cell. */
export function checkpointColumns({
  unit,
  isBaseline,
  hrefOf,
}: CheckpointColumns): readonly TableColumn<CheckpointValue>[] {
  const task: TableColumn<CheckpointValue> = {
    id: 'task',
    header: 'Task',
    value: ({ checkpoint }) => showControls(checkpoint.taskTitle),
  }
  const cut: TableColumn<CheckpointValue> = {
    id: 'cut',
    header: 'Cut',
    width: 56,
    align: 'end',
    value: ({ checkpoint }) => checkpoint.index,
    cell: ({ checkpoint }) => `#${checkpoint.index}`,
  }
  const value = valueColumn(unit, hrefOf)
  if (isBaseline) return [task, cut, value]
  return [
    task,
    cut,
    value,
    {
      id: 'baseline',
      header: 'Baseline',
      width: 84,
      align: 'end',
      value: ({ baseline }) => baseline,
      cell: ({ baseline }) => formatBare(baseline, unit),
    },
    {
      id: 'difference',
      header: 'Difference',
      width: 88,
      align: 'end',
      value: ({ difference }) => difference,
      cell: ({ difference }) => formatBareDifference(difference, unit),
    },
  ]
}

/** The value with the way to its cell. */
function valueColumn(unit: MetricUnit, hrefOf: CheckpointColumns['hrefOf']): TableColumn<CheckpointValue> {
  return {
    id: 'value',
    header: 'Value',
    width: 92,
    align: 'end',
    value: ({ value: of }) => of,
    cell: ({ value: of, checkpoint, cells }) => {
      const first = shownCell(cells)
      if (first === undefined) return <span className={styles.muted}>missing</span>
      return (
        <Link
          href={hrefOf(checkpoint.id, first.repeat)}
          className={styles.value ?? ''}
          title={cells.length > 1 ? `Mean of ${cells.length} repeats` : undefined}
        >
          {first.status === 'failed' ? 'failed' : formatBare(of, unit)}
        </Link>
      )
    },
  }
}
