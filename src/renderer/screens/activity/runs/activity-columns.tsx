import { qualityGapWords, qualityNotes } from '../../../../shared/activity/metric-words.ts'
import type { QualityGap, RunQualitySummary } from '../../../../shared/activity/quality-types.ts'
import type { RunStatus, RunSummary } from '../../../../shared/condense/run-types.ts'
import type { ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import {
  formatChange,
  formatDuration,
  formatInteger,
  formatPercent,
  formatUsd,
} from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { findRunArm, describeArm } from '../../../../shared/methods/ab-arms.ts'
import { describeProviders } from '../../../lib/find-run-providers.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { formatTime } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Inline, QuietLink } from '../../../ui/layout/layout.tsx'
import { pickStatusWord } from '../../experiments/experiment-status.tsx'
import { formatRunCost } from './format-run-cost.ts'
import type { ActivityJob, JobStatus } from './use-activity-jobs.ts'

const readCondensedStats = (run: RunSummary) =>
  run.status === 'condensed' ? (run.outcome?.stats ?? null) : null

const statusTones: Readonly<Record<RunStatus, string>> = {
  running: 'busy',
  condensed: 'good',
  unchanged: 'muted',
  failed: 'bad',
  cancelled: 'muted',
  interrupted: 'caution',
}

/**
 * What the list of runs says about one. A run without a result has no figures, not figures of nought. Messages and results
 * are counted here, the request that a trigger looked at is in the count of the model: they share no column.
 */
const runsColumns: readonly TableColumn<RunSummary>[] = [
  {
    id: 'started',
    header: 'Started',
    width: 130,
    value: (run) => formatTime(run.startedTs),
    cell: (run) => <QuietLink href={routes.run(run)}>{formatTime(run.startedTs)}</QuietLink>,
  },
  { id: 'task', header: 'Task', value: (run) => formatTaskTitle(run.taskTitle) },
  { id: 'provider', header: 'Method', width: 122, value: (run) => describeMethod(run) },
  {
    id: 'model',
    header: 'Model',
    width: 86,
    value: (run) => run.model?.label ?? null,
    cell: renderModelCell,
  },
  {
    id: 'status',
    header: 'Status',
    width: 84,
    value: (run) => run.status,
    cell: (run) => <span data-tone={statusTones[run.status]}>{run.status}</span>,
  },
  {
    id: 'before',
    header: 'Messages (tok)',
    width: 100,
    align: 'end',
    value: (run) => run.outcome?.stats.originalTokens || null,
    cell: (run) => formatNullable(run.outcome?.stats.originalTokens || undefined),
  },
  {
    id: 'after',
    header: 'Result (tok)',
    width: 80,
    align: 'end',
    value: (run) => readCondensedStats(run)?.finalTokens ?? null,
    cell: (run) => formatNullable(readCondensedStats(run)?.finalTokens),
  },
  {
    id: 'change',
    header: 'Change',
    width: 70,
    align: 'end',
    value: (run) => readCondensedStats(run)?.reductionPercent ?? null,
    cell: (run) => {
      const stats = readCondensedStats(run)
      return stats === null ? '–' : formatChange(stats.originalTokens, stats.finalTokens)
    },
  },
  buildQualityColumn('survival', 'Survival', ({ survivalGap }) => survivalGap),
  buildQualityColumn('continuationRecall', 'Kept used', ({ continuationGap }) => continuationGap),
  {
    id: 'cost',
    header: 'Cost',
    width: 92,
    align: 'end',
    value: (run) => run.outcome?.stats.costUsd ?? run.spent?.costUsd ?? null,
    cell: formatRunCost,
  },
  {
    id: 'time',
    header: 'Time',
    about: 'duration',
    width: 56,
    align: 'end',
    value: (run) => run.outcome?.stats.durationMs ?? null,
    cell: (run) => (run.outcome === null ? '–' : formatDuration(run.outcome.stats.durationMs)),
  },
  {
    id: 'request',
    header: 'Request, model’s tok',
    width: 136,
    align: 'end',
    value: (run) => countRequestTokens(run),
    cell: (run) => formatNullable(countRequestTokens(run) ?? undefined),
  },
]

/** Named where some run was assigned one. */
const armColumn: TableColumn<RunSummary> = {
  id: 'arm',
  header: 'A/B arm',
  width: 140,
  value: (run) => {
    const arm = findRunArm(run)
    return arm === null ? null : describeArm(arm)
  },
}

/** Something that ran: one method on one task, an experiment, or work of this window such as a replay or a probe. */
export type ActivityRow =
  | { readonly kind: 'run'; readonly run: RunSummary }
  | { readonly kind: 'experiment'; readonly experiment: ExperimentSummary }
  | { readonly kind: 'job'; readonly job: ActivityJob }

/** When it was started, in milliseconds since 1970. */
export function readStartedTs(row: ActivityRow): number {
  switch (row.kind) {
    case 'run':
      return row.run.startedTs
    case 'experiment':
      return row.experiment.createdTs
    case 'job':
      return row.job.startedTs
    default:
      return assertNever(row)
  }
}

/** Unique among all that ran. */
export function readRowId(row: ActivityRow): string {
  switch (row.kind) {
    case 'run':
      return row.run.id
    case 'experiment':
      return row.experiment.id
    case 'job':
      return row.job.id
    default:
      return assertNever(row)
  }
}

/** The address of what came of it. */
export function readRowRoute(row: ActivityRow): string {
  switch (row.kind) {
    case 'run':
      return routes.run(row.run)
    case 'experiment':
      return routes.experiment(row.experiment.id)
    case 'job':
      return row.job.route
    default:
      return assertNever(row)
  }
}

/** What the columns say of an experiment. It has no value in the others. */
const experimentValues: Readonly<Record<string, (experiment: ExperimentSummary) => string | number | null>> =
  {
    started: ({ createdTs }) => formatTime(createdTs),
    task: ({ name }) => showControls(name),
    provider: ({ variants }) => `Experiment, ${formatCountWithNoun(variants, 'variant')}`,
    preset: ({ cells }) => formatCountWithNoun(cells.done, 'cell'),
    status: ({ status }) => pickStatusWord(status),
    cost: ({ costUsd }) => costUsd,
  }

/** What they say of work of this window. */
const jobValues: Readonly<Record<string, (job: ActivityJob) => string | number | null>> = {
  started: ({ startedTs }) => formatTime(startedTs),
  task: ({ title }) => formatTaskTitle(title),
  provider: ({ what }) => what,
  status: ({ status, progress }) =>
    progress === null || progress.total === 0
      ? status
      : `${formatInteger(progress.done)} of ${formatInteger(progress.total)}`,
  cost: ({ spentUsd }) => spentUsd,
}

const jobTones: Readonly<Record<JobStatus, string>> = {
  running: 'busy',
  finished: 'good',
  failed: 'bad',
  cancelled: 'muted',
}

/** The columns that say something about these rows. Without the title of the task where that is known. `nameOf` names providers. */
export function buildActivityColumns(
  rows: readonly ActivityRow[],
  isTaskKnown: boolean,
  nameOf?: (providerId: string) => string,
): readonly TableColumn<ActivityRow>[] {
  const runs = rows.flatMap((row) => (row.kind === 'run' ? [row.run] : []))
  const hasArms = runs.some((run) => armColumn.value(run) !== null)
  const hasRequests = runs.some((run) => countRequestTokens(run) !== null)
  const columns = runsColumns.flatMap((column) => {
    if (column.id === 'task' && isTaskKnown) return []
    if (column.id === 'request' && !hasRequests) return []
    if (column.id !== 'provider') return [column]
    const provider = { ...column, value: (run: RunSummary) => describeMethod(run, nameOf) }
    return hasArms ? [provider, armColumn] : [provider]
  })
  return columns.map(withOthers)
}

function withOthers(column: TableColumn<RunSummary>): TableColumn<ActivityRow> {
  const { value, cell, total: _total, ...look } = column
  const readValue = (row: ActivityRow): string | number | null => {
    switch (row.kind) {
      case 'run':
        return value(row.run)
      case 'experiment':
        return experimentValues[column.id]?.(row.experiment) ?? null
      case 'job':
        return jobValues[column.id]?.(row.job) ?? null
      default:
        return assertNever(row)
    }
  }
  return {
    ...look,
    value: readValue,
    cell: (row) => {
      if (row.kind === 'run') return cell === undefined ? (value(row.run) ?? '–') : cell(row.run)
      const shown = readValue(row)
      if (column.id === 'started') return <QuietLink href={readRowRoute(row)}>{shown}</QuietLink>
      if (column.id === 'cost') return typeof shown === 'number' ? formatUsd(shown) : '–'
      if (column.id === 'status' && row.kind === 'job')
        return <span data-tone={jobTones[row.job.status]}>{shown}</span>
      return shown ?? '–'
    },
  }
}

/** `Truncation: balanced`; with the provider that stood in for it, where one did. */
function describeMethod(run: RunSummary, nameOf?: (providerId: string) => string): string {
  const name = describeProviders(run, nameOf)
  return run.presetId === null ? name : `${name}: ${run.presetId}`
}

/** A run that asked no model has none, which is no gap in what is known. */
function renderModelCell({ model }: RunSummary) {
  return model === null ? <Inline c="dimmed">none</Inline> : model.label
}

/** What a trigger looked at, in the count of the model. Nothing where it looked at counted messages. */
function countRequestTokens({ outcome }: RunSummary): number | null {
  const request = outcome?.request
  return request === undefined || request.basis === 'counted' ? null : request.tokens
}

function formatNullable(value: number | undefined): string {
  return value === undefined ? '–' : formatInteger(value)
}

/** A figure of the quality of a result. A dash that says why where there is none. */
function buildQualityColumn(
  name: 'survival' | 'continuationRecall',
  header: string,
  gapOf: (quality: RunQualitySummary) => QualityGap | null,
): TableColumn<RunSummary> {
  const readValue = ({ quality }: RunSummary): number | null => quality?.[name] ?? null
  const explainGap = ({ quality, status }: RunSummary): string => {
    if (status !== 'condensed') return 'There is no result to measure'
    if (quality === undefined) return qualityGapWords.pending
    const gap = gapOf(quality)
    if (gap !== null) return qualityGapWords[gap]
    return `${qualityNotes[name]}: of ${formatCountWithNoun(name === 'survival' ? quality.facts : quality.used, 'fact')}`
  }
  return {
    id: name,
    header,
    width: 74,
    align: 'end',
    value: readValue,
    cell: (run) => {
      const share = readValue(run)
      return <span title={explainGap(run)}>{share === null ? '–' : formatPercent(100 * share)}</span>
    },
  }
}
