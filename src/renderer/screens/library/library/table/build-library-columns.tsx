import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatAgentName } from '../../../../../shared/kernel/format-agent-name.ts'
import { formatInteger, formatUsd } from '../../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../../shared/kernel/show-controls.ts'
import type { TermId } from '../../../../../shared/kernel/words/glossary.ts'
import type { TaskSummary } from '../../../../../shared/library/task-types.ts'
import { formatShortName } from '../../../../lib/format-short-name.ts'
import { formatTaskTitle } from '../../../../lib/format-task-title.ts'
import { formatBytes, formatTime } from '../../../../lib/format.ts'
import { routes } from '../../../../lib/routes.ts'
import type { TableColumn } from '../../../../ui/components/table-column.ts'
import { Tag } from '../../../../ui/components/tag.tsx'
import { Inline, Note, QuietLink, Row } from '../../../../ui/layout/layout.tsx'
import { createFigureMaximum, createFigureSum } from './sums.ts'
import { describeLastRead, describeTaskState } from './task-state.ts'

type TitleCellProps = {
  readonly task: TaskSummary
  /** Whether another task has the same title. */
  readonly isAmbiguous: boolean
}

const count = (value: number | null): string =>
  value === null ? '–' : value === 0 ? '' : formatInteger(value)
/** Cells stay empty until a task is read. A dash afterwards means that there is nothing. */
const formatKnown = (task: TaskSummary, text: string | null | undefined): string =>
  text || (task.state === 'found' ? '' : '–')

/** The title. Tasks of one title also show the names of their folders. */
const buildTitleColumn = (ambiguous: ReadonlySet<string>): TableColumn<TaskSummary> => ({
  id: 'title',
  header: 'Title',
  value: (task) => task.title,
  cell: (task) => <TitleCell task={task} isAmbiguous={ambiguous.has(task.title)} />,
})

const findAgentName = ({ agent }: TaskSummary): string | null =>
  agent === null ? null : formatAgentName(agent)

/** What the task ran with, and where. */
const nameColumns: readonly TableColumn<TaskSummary>[] = [
  {
    id: 'agent',
    header: 'Agent',
    width: 104,
    value: findAgentName,
    cell: (task) => formatKnown(task, findAgentName(task)),
  },
  {
    id: 'model',
    header: 'Model',
    width: 128,
    value: (task) => task.models.join(', ') || null,
    cell: (task) => (task.models.length === 0 ? formatKnown(task, null) : <ModelCell models={task.models} />),
  },
  {
    id: 'workspace',
    header: 'Workspace',
    width: 180,
    value: (task) => task.workspace,
    cell: (task) => formatKnown(task, task.workspace && showControls(task.workspace)),
  },
  {
    id: 'era',
    header: 'Tools',
    about: 'tool-format',
    width: 56,
    value: (task) => task.era,
    cell: (task) => formatKnown(task, task.era),
  },
]

type FigureColumn = {
  readonly id: string
  readonly header: string
  readonly about?: TermId
  readonly width: number
  readonly value: (task: TaskSummary) => number | null
  /** Absent where it is a whole number. */
  readonly format?: (value: number | null) => string
  /** Whether it is of what the files hold, and so no longer true where they have changed and cannot be read. */
  readonly isOfHistory?: boolean
  /** What to say before it: that it was derived and not recorded, or that something is not in it. */
  readonly mark?: (task: TaskSummary) => string
}

function buildTaskFigureColumn({
  format,
  isOfHistory = true,
  mark,
  ...column
}: FigureColumn): TableColumn<TaskSummary> {
  return {
    ...column,
    align: 'end',
    cell: (task) => {
      const figure = column.value(task)
      if (figure === null) return formatKnown(task, null)
      const text = `${mark?.(task) ?? ''}${(format ?? formatInteger)(figure)}`
      return isOfHistory ? <FigureCell text={text} asLastRead={describeLastRead(task)} /> : text
    },
    total: createFigureSum(column.value),
    ...(format === undefined ? {} : { totalCell: format }),
  }
}

/** Figures that were recorded or counted. */
const figureColumns: readonly TableColumn<TaskSummary>[] = [
  buildTaskFigureColumn({ id: 'messages', header: 'Messages', width: 76, value: (task) => task.messages }),
  buildTaskFigureColumn({ id: 'tokens', header: 'Tokens', width: 84, value: (task) => task.tokens }),
  buildTaskFigureColumn({
    id: 'cost',
    header: 'Cost',
    about: 'recorded-cost',
    width: 84,
    value: (task) => task.costUsd,
    format: formatUsd,
    // At list prices nobody recorded it, and requests without one are not in it.
    mark: ({ derivedUsd, unpricedRequests }) => (unpricedRequests > 0 ? '> ' : derivedUsd > 0 ? '≈ ' : ''),
  }),
  buildTaskFigureColumn({
    id: 'condensations',
    header: 'Condensed',
    about: 'condensed-by-agent',
    width: 80,
    value: (task) => task.condensations,
    format: count,
  }),
  buildTaskFigureColumn({
    id: 'runs',
    header: 'Runs',
    width: 48,
    value: (task) => task.runs,
    format: count,
    isOfHistory: false,
  }),
]

/** How it lies on disk. */
const diskColumns: readonly TableColumn<TaskSummary>[] = [
  {
    id: 'size',
    header: 'Size',
    width: 64,
    align: 'end',
    value: (task) => task.sizeBytes,
    cell: (task) => formatBytes(task.sizeBytes),
    total: createFigureSum((task) => task.sizeBytes),
    totalCell: formatBytes,
  },
  {
    id: 'state',
    header: 'State',
    width: 106,
    value: (task) => describeTaskState(task).text || null,
    cell: (task) => <StateCell task={task} />,
  },
  {
    id: 'activity',
    header: 'Last activity',
    width: 128,
    align: 'end',
    value: (task) => task.lastActivityTs,
    cell: (task) => formatTime(task.lastActivityTs),
    total: createFigureMaximum((task) => task.lastActivityTs),
    totalCell: formatTime,
  },
]

/** Columns that can be left out. */
export const optionalColumns: readonly TableColumn<TaskSummary>[] = [
  ...nameColumns,
  ...figureColumns,
  ...diskColumns,
]

/** Pixels for the longest names of models in use. */
const wideModelWidth = 216

/** Columns of the Library. What else is counted stands behind the tokens. Where there is room, no model is cut. */
export function buildLibraryColumns(
  tasks: readonly TaskSummary[],
  counted: readonly TableColumn<TaskSummary>[] = [],
  isWide = false,
): readonly TableColumn<TaskSummary>[] {
  const seen = new Set<string>()
  const ambiguous = new Set<string>()
  for (const { title } of tasks) (seen.has(title) ? ambiguous : seen).add(title)
  const place = optionalColumns.findIndex(({ id }) => id === 'tokens') + 1
  return [
    buildTitleColumn(ambiguous),
    ...optionalColumns
      .slice(0, place)
      .map((column) => (isWide && column.id === 'model' ? { ...column, width: wideModelWidth } : column)),
    ...counted,
    ...optionalColumns.slice(place),
  ]
}

/** Columns of a copied Library: all of them, the path, and why a task cannot be read. */
export const copiedColumns: readonly Pick<TableColumn<TaskSummary>, 'header' | 'value'>[] = [
  { header: 'Title', value: (task) => task.title },
  ...optionalColumns,
  { header: 'Path', value: (task) => task.path },
  { header: 'Failure', value: (task) => task.failure },
  { header: 'Reservation', value: describeLastRead },
]

/** The title as a link to the task, with its folder where several tasks have this title. */
function TitleCell({ task, isAmbiguous }: TitleCellProps) {
  return (
    <Row component="span" miw={0} title={task.path || undefined}>
      <QuietLink href={routes.taskAtInterest(task)} cut {...(task.state === 'read' ? {} : { c: 'dimmed' })}>
        {formatTaskTitle(task.title)}
      </QuietLink>
      {task.isSample && <Tag>sample</Tag>}
      {task.parentTaskId !== null && (
        <Tag about="A subagent or a fork of the session that it stands under.">child</Tag>
      )}
      {isAmbiguous && !task.isSample && task.path !== '' && (
        <Note component="span" flex="none">
          {showControls(formatShortName(task.path))}
        </Note>
      )}
    </Row>
  )
}

/** The main model without its vendor, and how many others there are. The tooltip names all in full. */
function ModelCell({ models }: { readonly models: readonly string[] }) {
  const [main = '', ...others] = models
  return (
    <Row component="span" align="stretch" gap="xs" miw={0} title={models.join('\n')}>
      <Inline cut>{showControls(main.split('/').at(-1) ?? main)}</Inline>
      {others.length > 0 && <Inline flex="none" c="dimmed">{`+${others.length}`}</Inline>}
    </Row>
  )
}

/** A figure. One that stands for files which have changed since is marked. */
function FigureCell(props: { readonly text: string; readonly asLastRead: string | null }) {
  const { text, asLastRead } = props
  if (asLastRead === null || text === '') return text
  return (
    <Inline c="dimmed" fs="italic" td="underline dotted" title={asLastRead}>
      {text}
      <VisuallyHidden>, as last read</VisuallyHidden>
    </Inline>
  )
}

/** Anything but a task that was read without a problem. */
function StateCell({ task }: { readonly task: TaskSummary }) {
  const { text, tone, about } = describeTaskState(task)
  return (
    <Row component="span" inline gap={3} tone={tone === 'quiet' ? 'muted' : tone} title={about ?? undefined}>
      {tone !== 'quiet' && <IconAlertTriangle size={12} aria-hidden />} {text}
    </Row>
  )
}
