import { Link } from 'wouter'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { Block, Heading, Mono, Scroll } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'
import { SeeVerdict } from './see-verdict.tsx'
import { ValueMatrix } from './value-matrix.tsx'

/** More than this are the same fault again. */
const mostShown = 50

/** Every cell with its value, and what went wrong. */
export function CellsTab() {
  const { detail } = useExperiment()
  const failed = detail.cells.filter(({ status }) => status === 'failed')
  return (
    <Scroll tabIndex={0} role="region" aria-label="All cells">
      <SeeVerdict />
      <ValueMatrix title="Every cell" label="Cells" mostRows={null} />
      {failed.length > 0 && <FailedCells cells={failed} />}
    </Scroll>
  )
}

/** What went wrong, cell by cell. */
function FailedCells({ cells }: { readonly cells: readonly Cell[] }) {
  const { detail, names } = useExperiment()
  const { variants, checkpoints } = detail.plan
  const formatCellName = ({ variantId, checkpointId, repeat }: Cell): string => {
    const checkpoint = checkpoints.find(({ id }) => id === checkpointId)
    const repeats = variants.find(({ id }) => id === variantId)?.repeats ?? 1
    return [
      names.findName(variantId),
      checkpoint === undefined
        ? showControls(checkpointId)
        : `${showControls(checkpoint.taskTitle)}, cut before #${checkpoint.index}`,
      ...(repeats > 1 ? [`repeat ${repeat}`] : []),
    ].join(' · ')
  }
  return (
    <Block component="section" pt="sm" pb="lg" px="md" fz="xs" aria-label="Failed cells">
      <Heading mb="xs">What failed: {formatCountWithNoun(cells.length, 'cell')}</Heading>
      <ul>
        {cells.slice(0, mostShown).map((cell) => (
          <li key={cell.id}>
            <Link
              href={routes.experimentCell(detail.summary.id, {
                checkpointId: cell.checkpointId,
                variant: cell.variantId,
                repeat: cell.repeat,
              })}
            >
              {formatCellName(cell)}
            </Link>{' '}
            <Mono c="dimmed">{cell.error?.code}</Mono> {showControls(cell.error?.message ?? '')}
          </li>
        ))}
      </ul>
      {cells.length > mostShown && <p>and {formatInteger(cells.length - mostShown)} more</p>}
    </Block>
  )
}
