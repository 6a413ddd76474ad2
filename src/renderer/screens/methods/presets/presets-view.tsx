import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { PresetOrigin, ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useLastTask } from '../../../data/use-last-task.ts'
import { useTableSort } from '../../../data/use-table-layout.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { buildFollowedColumn } from '../../../ui/components/build-followed-column.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Block } from '../../../ui/layout/layout.tsx'
import { useOpenInCondense } from './use-open-in-condense.ts'

type PresetRow = PresetEntry & { readonly provider: string; readonly origin: PresetOrigin | null }

/** Where there is no room for it, what a preset follows is one word. */
const buildPresetColumns = (isWide: boolean): readonly TableColumn<PresetRow>[] => [
  { id: 'preset', header: 'Preset', width: 212, value: formatPresetName },
  { id: 'provider', header: 'Provider', width: 112, value: ({ provider }) => provider },
  { id: 'from', header: 'From', width: 76, value: ({ isBuiltIn }) => (isBuiltIn ? 'built in' : 'your own') },
  buildFollowedColumn({ of: ({ origin }) => origin, none: '–', isWide, width: isWide ? 320 : 104 }),
  { id: 'about', header: 'What it does', value: ({ description }) => description },
]

/** The only preset of a strategy is called as the strategy: there are several of these. */
function formatPresetName({ id, label, provider }: PresetRow): string {
  return id === 'default' && label === 'Default' ? `${provider}, default` : label
}

/** Every preset of every provider. One opens in Condense, on the task that was seen last. */
export function PresetsView() {
  const { queries } = useEngine()
  const presets = useQuery(queries.presets.list.queryOptions({ input: {} }))
  const providers = useQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const rows = useMemo(
    () => (presets.data ?? []).map((preset) => buildPresetRow(preset, providers.data ?? [])),
    [presets.data, providers.data],
  )
  const isWide = useMediaQuery('(min-width: 1800px)', false, { getInitialValueInEffect: false })
  const columns = useMemo(() => buildPresetColumns(isWide), [isWide])
  return (
    <>
      <Toolbar title="Presets">
        {presets.data !== undefined && (
          <span className="figure">{formatCountWithNoun(presets.data.length, 'preset')}</span>
        )}
        <Toolbar.Spring />
        <CopyTableButton columns={columns} rows={rows} />
        <Button
          component={Link}
          href={routes.smart}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
        >
          Smart editor
        </Button>
      </Toolbar>
      {presets.isError ? (
        <ErrorPanel problem={toProblem(presets.error)} onRetry={() => void presets.refetch()} />
      ) : presets.data === undefined ? (
        <SkeletonRows label="Loading presets" />
      ) : (
        <PresetTable rows={rows} columns={columns} />
      )}
    </>
  )
}

function buildPresetRow(preset: PresetEntry, providers: readonly ProviderInfo[]): PresetRow {
  const provider = providers.find(({ id }) => id === preset.providerId)
  const origin = provider?.presets.find(({ id }) => id === preset.id)?.origin ?? null
  return {
    ...preset,
    provider: provider?.label ?? preset.providerId,
    origin: preset.isBuiltIn ? origin : null,
  }
}

type PresetTableProps = {
  readonly rows: readonly PresetRow[]
  readonly columns: readonly TableColumn<PresetRow>[]
}

function PresetTable({ rows, columns }: PresetTableProps) {
  const { queries, opener } = useEngine()
  const [, navigate] = useLocation()
  const openInCondense = useOpenInCondense()
  const [lastTask] = useLastTask()
  const tasks = useQuery(queries.tasks.list.queryOptions()).data ?? []
  const [sort, setSort] = useTableSort('presets', { id: 'provider', desc: false })
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const task = tasks.find(({ id }) => id === lastTask) ?? tasks[0]
  const open = ({ providerId, id }: PresetRow): void => {
    if (task === undefined) navigate(routes.library)
    else void openInCondense(task.id, { providerId, presetId: id }).catch(opener.fail)
  }
  return (
    <Block flex={1} mih={0}>
      <DataTable
        label="Presets"
        rows={rows}
        columns={[...columns, openColumn(task?.title ?? null, open)]}
        rowId={({ providerId, id }) => `${providerId}/${id}`}
        sort={sort}
        onSort={setSort}
        selectedId={selectedId}
        onSelect={setSelectedId}
        onOpen={open}
        flexWidth={280}
      />
    </Block>
  )
}

/** The way from a preset to Condense, on a task where there is one. */
function openColumn(taskTitle: string | null, onOpen: (row: PresetRow) => void): TableColumn<PresetRow> {
  return {
    id: 'open',
    header: '',
    width: 152,
    value: () => null,
    cell: (row) => (
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Open in Condense: ${row.label}`}
        title={taskTitle === null ? 'Open a task first' : `On ${formatTaskTitle(taskTitle)}`}
        onClick={() => onOpen(row)}
      >
        Open in Condense
      </Button>
    ),
  }
}
