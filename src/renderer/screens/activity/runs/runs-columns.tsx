import { qualityGapWords, qualityNotes } from '../../../../shared/activity/metric-words.ts'
import type { QualityGap, RunQualitySummary } from '../../../../shared/activity/quality-types.ts'
import type { RunStatus, RunSummary } from '../../../../shared/condense/run-types.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import {
  formatChange,
  formatDuration,
  formatInteger,
  formatPercent,
} from '../../../../shared/kernel/format-figures.ts'
import { findRunArm, describeArm } from '../../../../shared/methods/ab-arms.ts'
import { describeProviders } from '../../../lib/find-run-providers.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { formatTime } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Inline, QuietLink } from '../../../ui/layout/layout.tsx'
import { formatRunCost } from './format-run-cost.ts'

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
    cell: (run) => <QuietLink href={routes.run(run.id)}>{formatTime(run.startedTs)}</QuietLink>,
  },
  { id: 'task', header: 'Task', value: (run) => formatTaskTitle(run.taskTitle) },
  { id: 'provider', header: 'Provider', width: 108, value: (run) => describeProviders(run) },
  { id: 'preset', header: 'Preset', width: 88, value: (run) => run.presetId ?? 'no preset' },
  {
    id: 'model',
    header: 'Model',
    width: 132,
    value: (run) => run.model?.label ?? null,
    cell: renderModelCell,
  },
  {
    id: 'status',
    header: 'Status',
    width: 86,
    value: (run) => run.status,
    cell: (run) => <span data-tone={statusTones[run.status]}>{run.status}</span>,
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
    width: 90,
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
    width: 124,
    align: 'end',
    value: (run) => run.outcome?.stats.costUsd ?? run.spent?.costUsd ?? null,
    cell: formatRunCost,
  },
  {
    id: 'time',
    header: 'Time',
    about: 'duration',
    width: 70,
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

/** The columns that say something about these runs. Without the title of the task where that is known. `nameOf` names providers. */
export function buildRunColumns(
  runs: readonly RunSummary[],
  isTaskKnown: boolean,
  nameOf?: (providerId: string) => string,
): readonly TableColumn<RunSummary>[] {
  const hasArms = runs.some((run) => armColumn.value(run) !== null)
  const hasRequests = runs.some((run) => countRequestTokens(run) !== null)
  return runsColumns.flatMap((column) => {
    if (column.id === 'task' && isTaskKnown) return []
    if (column.id === 'request' && !hasRequests) return []
    if (column.id !== 'provider') return [column]
    const provider = { ...column, value: (run: RunSummary) => describeProviders(run, nameOf) }
    return hasArms ? [provider, armColumn] : [provider]
  })
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
    width: 78,
    align: 'end',
    value: readValue,
    cell: (run) => {
      const share = readValue(run)
      return <span title={explainGap(run)}>{share === null ? '–' : formatPercent(100 * share)}</span>
    },
  }
}
