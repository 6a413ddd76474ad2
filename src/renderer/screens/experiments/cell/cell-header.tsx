import { ActionIcon, Select } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import type { ExperimentDetail } from '../../../../shared/experiments/contract.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { useShortcuts } from '../../../ui/components/use-shortcuts.ts'
import { Bar, Inline, Note, Row } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'

type CellHeaderProps = { readonly cell: Cell; readonly metric: string | null }

/** Which cell it is, and the ways to its neighbours. */
export function CellHeader({ cell, metric }: CellHeaderProps) {
  const { detail, names } = useExperiment()
  const checkpoint = detail.plan.checkpoints.find((candidate) => candidate.id === cell.checkpointId)
  const title = showControls(checkpoint?.taskTitle ?? cell.checkpointId)
  return (
    <Bar component="header" pr="sm" pl="md">
      <Row component="h2" miw={0} fw={600} nowrap>
        <VariantMark place={names.findPlace(cell.variantId)} />
        <Inline cut title={title}>
          {title}
        </Inline>
        <Note component="span" fw={400}>
          cut before #{checkpoint?.index}, {formatTokens(checkpoint?.tokens ?? null)}
        </Note>
      </Row>
      <Inline flex={1} />
      <CellsOfCheckpoint cell={cell} metric={metric} />
      <CellSteps cell={cell} metric={metric} />
    </Bar>
  )
}

/** Another cell of the same cut in the place of this one. */
function CellsOfCheckpoint({ cell, metric }: CellHeaderProps) {
  const { detail, names } = useExperiment()
  const [, navigate] = useLocation()
  const { id } = detail.summary
  const here = detail.cells
    .filter(({ checkpointId }) => checkpointId === cell.checkpointId)
    .toSorted((a, b) => names.findPlace(a.variantId) - names.findPlace(b.variantId) || a.repeat - b.repeat)
  const isRepeated = (variantId: string): boolean =>
    here.filter((other) => other.variantId === variantId).length > 1
  const buildOption = ({ id: cellId, variantId, repeat }: Cell) => ({
    value: cellId,
    label: names.findName(variantId) + (isRepeated(variantId) ? ` · ${repeat}` : ''),
  })
  return (
    <Select
      aria-label="Variant at this cut"
      w={170}
      searchable
      data={here.map(buildOption)}
      value={cell.id}
      allowDeselect={false}
      onChange={(next) => {
        const other = here.find((candidate) => candidate.id === next)
        if (other !== undefined)
          navigate(routes.experimentCell(id, buildCellAddress(other), metric ?? undefined))
      }}
    />
  )
}

/** To the cells before and after, and back to where the figures are. */
function CellSteps({ cell, metric }: CellHeaderProps) {
  const { detail } = useExperiment()
  const [, navigate] = useLocation()
  const { id } = detail.summary
  const [before, after] = [findNeighbour(detail, cell, -1), findNeighbour(detail, cell, 1)]
  const open = (other: Cell | undefined): void => {
    if (other === undefined) return
    navigate(routes.experimentCell(id, buildCellAddress(other), metric ?? undefined), { replace: true })
  }
  useShortcuts({ '[': () => open(before), ']': () => open(after) })
  return (
    <>
      <ActionIcon
        aria-label="Previous cell"
        title="Previous cell ([)"
        disabled={before === undefined}
        onClick={() => open(before)}
      >
        <IconArrowLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="Next cell"
        title="Next cell (])"
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
            metric === null ? routes.experiment(id) : routes.experimentFigure(id, cell.variantId, metric),
          )
        }
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}

function buildCellAddress({ checkpointId, variantId, repeat }: Cell) {
  return { checkpointId, variant: variantId, repeat }
}

/** The same variant at the next checkpoint that it has a cell of. Repeats come one after the other. */
function findNeighbour(
  { plan, cells }: Pick<ExperimentDetail, 'plan' | 'cells'>,
  cell: Cell,
  direction: 1 | -1,
): Cell | undefined {
  const places = new Map(plan.checkpoints.map(({ id }, place) => [id, place]))
  const findPlace = (of: Cell): number => places.get(of.checkpointId) ?? 0
  const own = cells
    .filter(({ variantId }) => variantId === cell.variantId)
    .toSorted((a, b) => findPlace(a) - findPlace(b) || a.repeat - b.repeat)
  const place = own.findIndex(({ id }) => id === cell.id) + direction
  return place < 0 ? undefined : own[place]
}
