import type { ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import { formatInteger, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { formatTime } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Tag } from '../../../ui/components/tag.tsx'
import { Inline, QuietLink, Row } from '../../../ui/layout/layout.tsx'
import { ExperimentStatusWord, pickStatusWord } from '../experiment-status.tsx'

/** What the list of experiments says about one. */
export const experimentColumns: readonly TableColumn<ExperimentSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => showControls(name),
    cell: ({ id, name, isSample, isImported, pushedBy }) => (
      <Row component="span">
        <QuietLink href={routes.experiment(id)} cut>
          {showControls(name)}
        </QuietLink>
        {isSample && <Tag>sample</Tag>}
        {isImported && !isSample && pushedBy === undefined && <Tag>imported</Tag>}
        {pushedBy !== undefined && (
          <Tag about="Pulled from a team. Who pushed it is what they call themselves.">
            {`by ${showControls(pushedBy.slice(0, 40))}`}
          </Tag>
        )}
      </Row>
    ),
  },
  { id: 'question', header: 'Question', value: ({ question }) => showControls(question) },
  {
    id: 'status',
    header: 'Status',
    width: 92,
    value: ({ status }) => pickStatusWord(status),
    cell: ({ status }) => <ExperimentStatusWord status={status} />,
  },
  { id: 'variants', header: 'Variants', width: 66, align: 'end', value: ({ variants }) => variants },
  { id: 'tasks', header: 'Tasks', width: 50, align: 'end', value: ({ tasks }) => tasks },
  {
    id: 'checkpoints',
    header: 'Cuts',
    width: 50,
    align: 'end',
    value: ({ checkpoints }) => checkpoints,
  },
  {
    id: 'cells',
    header: 'Cells done',
    width: 84,
    align: 'end',
    value: ({ cells }) => cells.done,
    cell: ({ cells }) => `${formatInteger(cells.done)} of ${formatInteger(cells.total)}`,
  },
  {
    id: 'failed',
    header: 'Failed',
    width: 52,
    align: 'end',
    value: ({ cells }) => cells.failed,
    cell: ({ cells }) =>
      cells.failed === 0 ? '0' : <Inline tone="bad">{formatInteger(cells.failed)}</Inline>,
  },
  {
    id: 'cost',
    header: 'Cost',
    about: 'cost-in-sum',
    width: 68,
    align: 'end',
    value: ({ costUsd }) => costUsd,
    cell: ({ costUsd }) => formatUsd(costUsd),
  },
  {
    id: 'created',
    header: 'Started',
    width: 132,
    value: ({ createdTs }) => formatTime(createdTs),
  },
]
