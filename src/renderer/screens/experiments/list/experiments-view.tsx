import { Button, FileButton, Table } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import {
  IconFileCheck,
  IconFileImport,
  IconPlus,
  IconTrash,
  IconAlertTriangle,
  IconCircleCheck,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ReportCheck } from '../../../../shared/experiments/contract.ts'
import type { ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { mergeNoteText } from '../../../../shared/kernel/words/part-words.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useTableLayout } from '../../../data/use-table-layout.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { ConfirmButton } from '../../../ui/components/confirm-button.tsx'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Block, Inline, Notice, Row } from '../../../ui/layout/layout.tsx'
import { experimentColumns } from './experiment-columns.tsx'

type ReportCheckPanelProps = { readonly check: ReportCheck; readonly onDismiss: () => void }

const newestFirst = { id: 'created', desc: true }

/** Every experiment, and the ways to a new one. */
export function ExperimentsView() {
  const { queries } = useEngine()
  // The status bar reads it again while something runs.
  const list = useQuery(queries.experiments.list.queryOptions({ refetchOnMount: 'always' }))
  // One may have been started in another window, or from the command line.
  useWindowEvent('focus', () => void list.refetch())
  const files = useReportFiles()
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const selected = list.data?.find(({ id }) => id === selectedId) ?? null
  const failed = [files.take, files.verify, files.remove].find((action) => action.isError)
  return (
    <>
      <Toolbar title="Experiments">
        {list.data && <span className="figure">{formatCountWithNoun(list.data.length, 'experiment')}</span>}
        <Toolbar.Spring />
        {selected !== null && !isRunning(selected) && (
          <RemoveButton selected={selected} onRemove={() => files.remove.mutate(selected.id)} />
        )}
        <FileAction
          label="Verify report"
          icon={<IconFileCheck size={14} aria-hidden />}
          accept=".html,text/html"
          onTake={([file]) => file !== undefined && files.verify.mutate(file)}
          isPending={files.verify.isPending}
        />
        <FileAction
          label="Import"
          icon={<IconFileImport size={14} aria-hidden />}
          accept=".json,.jsonl,.html,application/json,text/html"
          onTake={files.take.mutate}
          isPending={files.take.isPending}
        />
        {list.data !== undefined && <CopyTableButton columns={experimentColumns} rows={list.data} />}
        <NewButton />
      </Toolbar>
      {failed && (
        <ErrorPanel
          title={
            failed === files.verify
              ? 'Could not verify'
              : failed === files.take
                ? 'Could not import'
                : 'Could not remove'
          }
          problem={toProblem(failed.error)}
          onDismiss={failed.reset}
        />
      )}
      {files.verify.data && <ReportCheckPanel check={files.verify.data} onDismiss={files.verify.reset} />}
      {list.isError ? (
        <ErrorPanel problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <SkeletonRows label="Loading experiments" />
      ) : (
        <ExperimentTable rows={list.data} selectedId={selectedId} onSelect={setSelectedId} />
      )}
    </>
  )
}

type ExperimentTableProps = {
  readonly rows: readonly ExperimentSummary[]
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
}

function ExperimentTable({ rows, selectedId, onSelect }: ExperimentTableProps) {
  const [, navigate] = useLocation()
  const layout = useTableLayout('experiments', newestFirst)
  if (rows.length === 0) {
    return (
      <EmptyPanel action={<NewButton />}>
        No experiments yet. An experiment compares ways to condense on recorded tasks by what those tasks went
        on to use, with intervals. It needs no model and no key.
      </EmptyPanel>
    )
  }
  return (
    <DataTable
      label="Experiments"
      rows={rows}
      columns={experimentColumns}
      rowId={({ id }) => id}
      {...layout}
      selectedId={selectedId}
      onSelect={onSelect}
      onOpen={({ id }) => navigate(routes.experiment(id))}
    />
  )
}

function NewButton() {
  const [, navigate] = useLocation()
  return (
    <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => navigate(routes.newExperiment)}>
      New experiment
    </Button>
  )
}

type RemoveButtonProps = { readonly selected: ExperimentSummary; readonly onRemove: () => void }

function RemoveButton({ selected, onRemove }: RemoveButtonProps) {
  return (
    <ConfirmButton
      label="Remove"
      icon={<IconTrash size={14} aria-hidden />}
      question={`Remove “${selected.name}”?`}
      consequence={`Its ${formatCountWithNoun(selected.cells.done + selected.cells.failed, 'cell')} and their results will be deleted. The tasks stay as they are.`}
      confirm="Remove"
      onConfirm={onRemove}
    />
  )
}

type FileActionProps = {
  readonly label: string
  readonly icon: React.ReactNode
  readonly accept: string
  readonly onTake: (files: File[]) => void
  readonly isPending: boolean
}

function FileAction({ label, icon, accept, onTake, isPending }: FileActionProps) {
  return (
    <FileButton accept={accept} multiple onChange={(files) => files.length > 0 && onTake(files)}>
      {(props) => (
        <Button {...props} variant="subtle" color="gray" leftSection={icon} loading={isPending}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}

function useReportFiles() {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.experiments.list.key() })
  return {
    take: useMutation({
      mutationFn: (files: readonly File[]) => takeFiles(client, files),
      onSuccess: async ({ summary, notes }) => {
        await refresh()
        for (const note of notes) notifications.show({ message: mergeNoteText(note) })
        navigate(routes.experiment(summary.id))
      },
    }),
    verify: useMutation({
      mutationFn: async (file: File) => client.experiments.verify({ text: await file.text() }),
    }),
    remove: useMutation({
      mutationFn: (experimentId: string) => client.experiments.remove({ experimentId }),
      onSettled: refresh,
    }),
  }
}

/** A report, or the parts of one experiment that its shards have written. */
async function takeFiles(
  { experiments }: ReturnType<typeof useEngine>['client'],
  files: readonly File[],
): Promise<Awaited<ReturnType<typeof experiments.merge>>> {
  const named = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })))
  const [only] = named
  if (only === undefined || named.length > 1 || only.name.endsWith('.jsonl'))
    return experiments.merge({ parts: named })
  return { summary: await experiments.import({ text: only.text }), notes: [] }
}

function isRunning({ status }: ExperimentSummary): boolean {
  return status === 'running'
}

/** Whether the figures of a report are those that its own data come to, and where they are not. */
function ReportCheckPanel({ check, onDismiss }: ReportCheckPanelProps) {
  const { ok, differences, name, writtenBy } = check
  const Icon = ok ? IconCircleCheck : IconAlertTriangle
  return (
    <Notice
      component="section"
      tone={ok ? 'good' : 'bad'}
      flex="none"
      maw={880}
      m="md"
      role="status"
      aria-label="Report verified"
    >
      <Row>
        <Icon size={18} stroke={1.75} color={ok ? 'var(--fine)' : 'var(--bad)'} aria-hidden />
        <Block flex={1}>
          {ok
            ? `The figures of “${showControls(name)}” agree with its data.`
            : `“${showControls(name)}” differs from its own data in ${formatCountWithNoun(differences.length, 'place')}.`}{' '}
          <Inline c="dimmed">Written by Dewpoint {showControls(writtenBy)}.</Inline>
        </Block>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onDismiss}>
          Dismiss
        </Button>
      </Row>
      {differences.length > 0 && (
        <Block mah={200} mt="sm" scroll tabIndex={0} role="region" aria-label="Differences of the report">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <HeadCell label="Where" />
                <HeadCell label="The report says" />
                <HeadCell label="The data give" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map(({ where, says, comesTo }, index) => (
                <Table.Tr key={index}>
                  <Table.Td>{showControls(where)}</Table.Td>
                  <Table.Td>{showControls(says)}</Table.Td>
                  <Table.Td>{showControls(comesTo)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Block>
      )}
    </Notice>
  )
}
