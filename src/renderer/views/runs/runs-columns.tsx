import { Link } from 'wouter'
import type { RunStatus, RunSummary } from '../../../shared/domain/run.ts'
import { formatDuration, formatInteger } from '../../../shared/lib/format-figures.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { formatChange, formatTime } from '../../lib/format.ts'
import { describeProviders } from '../../lib/providers-of-run.ts'
import { routes } from '../../lib/routes.ts'
import { titleOf } from '../../lib/title-of.ts'
import { costOfRun } from './cost-of-run.ts'
import styles from './runs-table.module.css'

const condensedStats = (run: RunSummary) => (run.status === 'condensed' ? (run.outcome?.stats ?? null) : null)

const statusTones: Readonly<Record<RunStatus, string>> = {
  running: 'busy',
  condensed: 'good',
  unchanged: 'plain',
  failed: 'bad',
  cancelled: 'plain',
  interrupted: 'caution',
}

/**
 * What the list of runs says about one. A run without a result has no figures, not figures of nought. Messages and results
 * are counted here, the request that a trigger looked at is in the count of the model: they share no column.
 */
export const runsColumns: readonly TableColumn<RunSummary>[] = [
  {
    id: 'started',
    header: 'Started',
    width: 136,
    value: (run) => formatTime(run.startedTs),
    cell: (run) => (
      <Link href={routes.run(run.id)} className={styles.link ?? ''}>
        {formatTime(run.startedTs)}
      </Link>
    ),
  },
  { id: 'task', header: 'Task', value: (run) => titleOf(run.taskTitle) },
  { id: 'provider', header: 'Provider', width: 116, value: describeProviders },
  { id: 'preset', header: 'Preset', width: 88, value: (run) => run.presetId ?? 'own settings' },
  { id: 'model', header: 'Model', width: 112, value: (run) => run.model?.label ?? null, cell: modelCell },
  {
    id: 'status',
    header: 'Status',
    width: 92,
    value: (run) => run.status,
    cell: (run) => (
      <span className={styles.status} data-tone={statusTones[run.status]}>
        {run.status}
      </span>
    ),
  },
  {
    id: 'before',
    header: 'Messages (tok)',
    width: 112,
    align: 'end',
    value: (run) => run.outcome?.stats.originalTokens || null,
    cell: (run) => formatNullable(run.outcome?.stats.originalTokens || undefined),
  },
  {
    id: 'after',
    header: 'Result (tok)',
    width: 94,
    align: 'end',
    value: (run) => condensedStats(run)?.finalTokens ?? null,
    cell: (run) => formatNullable(condensedStats(run)?.finalTokens),
  },
  {
    id: 'change',
    header: 'Change',
    width: 84,
    align: 'end',
    value: (run) => condensedStats(run)?.reductionPercent ?? null,
    cell: (run) => {
      const stats = condensedStats(run)
      return stats === null ? '–' : formatChange(stats.originalTokens, stats.finalTokens)
    },
  },
  {
    id: 'cost',
    header: 'Cost',
    width: 76,
    align: 'end',
    value: (run) => run.outcome?.stats.costUsd ?? run.spent?.costUsd ?? null,
    cell: costOfRun,
  },
  {
    id: 'time',
    header: 'Time',
    width: 84,
    align: 'end',
    value: (run) => run.outcome?.stats.durationMs ?? null,
    cell: (run) => (run.outcome === null ? '–' : formatDuration(run.outcome.stats.durationMs)),
  },
  {
    id: 'request',
    header: 'Request, model’s tok',
    width: 136,
    align: 'end',
    value: (run) => requestOf(run),
    cell: (run) => formatNullable(requestOf(run) ?? undefined),
  },
]

/** The same where the task is known: without its title. */
export const runsOfTaskColumns = runsColumns.filter((column) => column.id !== 'task')

/** A run that asked no model has none, which is no gap in what is known. */
function modelCell({ model }: RunSummary) {
  return model === null ? <span className={styles.none}>none</span> : model.label
}

/** What a trigger looked at, in the count of the model; nothing where it looked at counted messages. */
function requestOf({ outcome }: RunSummary): number | null {
  const request = outcome?.request
  return request === undefined || request.basis === 'counted' ? null : request.tokens
}

function formatNullable(value: number | undefined): string {
  return value === undefined ? '–' : formatInteger(value)
}
