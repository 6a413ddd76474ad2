import { ActionIcon, Select } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import type { Cell } from '../../../../shared/domain/experiment.ts'
import { useShortcuts } from '../../../components/use-shortcuts.ts'
import { formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { showControls } from '../../../lib/show-controls.ts'
import { useExperiment } from '../experiment-context.ts'
import { VariantMark } from '../variant-mark.tsx'
import styles from './cell-view.module.css'

/** Which cell it is, the ways to its neighbours, and to another one of the same checkpoint beside it. */
export function CellHeader({ cell, metric }: { readonly cell: Cell; readonly metric: string | null }) {
  const { detail, names } = useExperiment()
  const [, navigate] = useLocation()
  const { id } = detail.summary
  const checkpoint = detail.plan.checkpoints.find((candidate) => candidate.id === cell.checkpointId)
  const address = (of: Cell) => ({
    checkpointId: of.checkpointId,
    variant: names.keyOf(of.variantId),
    repeat: of.repeat,
  })
  const open = (of: Cell | undefined): void => {
    if (of !== undefined)
      navigate(routes.experimentCell(id, address(of), metric ?? undefined), { replace: true })
  }
  const [before, after] = [
    neighbourOf(detail.plan.checkpoints, detail.cells, cell, -1),
    neighbourOf(detail.plan.checkpoints, detail.cells, cell, 1),
  ]
  useShortcuts({ n: () => open(after), p: () => open(before) })
  const here = detail.cells
    .filter((other) => other.checkpointId === cell.checkpointId)
    .toSorted((a, b) => names.placeOf(a.variantId) - names.placeOf(b.variantId) || a.repeat - b.repeat)
  const labelOf = (of: Cell): string =>
    names.nameOf(of.variantId) +
    (here.some(({ variantId, repeat }) => variantId === of.variantId && repeat !== of.repeat)
      ? ` · ${of.repeat}`
      : '')
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>
        <VariantMark place={names.placeOf(cell.variantId)} />
        <span className={styles.task} title={showControls(checkpoint?.taskTitle ?? '')}>
          {showControls(checkpoint?.taskTitle ?? cell.checkpointId)}
        </span>
        <span className={styles.muted}>
          cut before #{checkpoint?.index}, {formatTokens(checkpoint?.tokens ?? null)}
        </span>
      </h2>
      <span className={styles.spring} />
      <Select
        aria-label="Variant of this checkpoint"
        w={170}
        searchable
        data={here.map((other) => ({ value: other.id, label: labelOf(other) }))}
        value={cell.id}
        allowDeselect={false}
        onChange={(next) => open(here.find((other) => other.id === next))}
      />
      <Select
        aria-label="Compare with"
        w={170}
        searchable
        placeholder="Compare with…"
        data={here
          .filter((other) => other.id !== cell.id)
          .map((other) => ({ value: other.id, label: labelOf(other) }))}
        value={null}
        onChange={(next) => {
          const other = here.find((candidate) => candidate.id === next)
          if (other !== undefined) navigate(routes.experimentPair(id, address(cell), address(other)))
        }}
      />
      <ActionIcon
        aria-label="Previous cell"
        title="Previous cell (p)"
        disabled={before === undefined}
        onClick={() => open(before)}
      >
        <IconArrowLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="Next cell"
        title="Next cell (n)"
        disabled={after === undefined}
        onClick={() => open(after)}
      >
        <IconArrowRight size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="Back to the results"
        title="Back to the results"
        onClick={() =>
          navigate(
            metric === null
              ? routes.experiment(id)
              : routes.experimentFigure(id, names.keyOf(cell.variantId), metric),
          )
        }
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </header>
  )
}

/** The same variant at the next checkpoint that it has a cell of; repeats come one after the other. */
function neighbourOf(
  checkpoints: readonly { readonly id: string }[],
  cells: readonly Cell[],
  cell: Cell,
  direction: 1 | -1,
): Cell | undefined {
  const places = new Map(checkpoints.map(({ id }, place) => [id, place]))
  const placeOf = (of: Cell): number => places.get(of.checkpointId) ?? 0
  const own = cells
    .filter(({ variantId }) => variantId === cell.variantId)
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.repeat - b.repeat)
  const place = own.findIndex(({ id }) => id === cell.id) + direction
  return place < 0 ? undefined : own[place]
}
