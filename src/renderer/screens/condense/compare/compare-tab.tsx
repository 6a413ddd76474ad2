import { Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import type { Comparison } from '../../../../shared/home/answer-types.ts'
import { describeBaseline, describeComparison } from '../../../../shared/home/answers-words.ts'
import { judgeCompared } from '../../../../shared/home/judge-compared.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import type { ArmInfo } from '../../../../shared/methods/arm-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useArmComparison, type CompareProgress } from '../../../data/use-arm-comparison.ts'
import { useContextStatus } from '../../../data/use-context-status.ts'
import { useGoal } from '../../../data/use-goal.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { usePieces } from '../../../lib/draw-in-turn.ts'
import { routes } from '../../../lib/routes.ts'
import { ColumnChoices } from '../../../ui/components/column-choices.tsx'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { GoalSwitch } from '../../../ui/components/goal-switch.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import type { TableSort } from '../../../ui/components/use-table-model.ts'
import { Bar, Block, Lead, Note, Row } from '../../../ui/layout/layout.tsx'
import { useTuneArm } from '../../methods/use-take-method.ts'
import { UseArmButton } from '../../take-home/use-arm.tsx'
import { compareColumns } from './compare-columns.tsx'

const idsSchema = z.array(z.string())
const none: string[] = []
const hiddenAtFirst = ['follows']
const bestFirst: TableSort = { id: '', desc: false }

/** All arms side by side at the cut of a task, the best for the goal first. */
export function CompareTab({ task }: { readonly task: Pick<TaskSummary, 'id' | 'readTs'> }) {
  const [added, setAdded] = usePreference('compare.added', idsSchema, none)
  // Changes with what is in the task, and not with what is found out about it.
  const content = String(task.readTs)
  const { comparison, progress, adding, error, retry } = useArmComparison({ id: task.id, content }, added)
  const failure = error === null ? null : <ErrorPanel problem={toProblem(error)} onRetry={retry} />
  if (comparison === undefined) return failure ?? <Comparing progress={progress} />
  return (
    <>
      {failure}
      <Compared
        taskId={task.id}
        comparison={comparison}
        adding={adding}
        added={added}
        onAdded={(ids) => setAdded([...ids])}
      />
    </>
  )
}

function Comparing({ progress }: { readonly progress: CompareProgress | null }) {
  return (
    <>
      <Note py="sm" px="md" role="status">
        {progress === null ? 'Cutting the task…' : `Condensed by ${progress.done} of ${progress.total} arms…`}
      </Note>
      <SkeletonRows label="Comparing the arms" />
    </>
  )
}

type ComparedProps = {
  readonly taskId: string
  readonly comparison: Comparison
  /** Ids of added arms, and of those that are not measured yet. */
  readonly added: readonly string[]
  readonly adding: readonly string[]
  readonly onAdded: (ids: readonly string[]) => void
}

function Compared({ taskId, comparison, added, adding, onAdded }: ComparedProps) {
  const [goal, setGoal] = useGoal()
  const isWide = useMediaQuery('(min-width: 1800px)', false, { getInitialValueInEffect: false })
  const [hidden, setHidden] = usePreference('compare.hiddenColumns', idsSchema, isWide ? none : hiddenAtFirst)
  const rows = useMemo(() => judgeCompared(comparison.arms, goal), [comparison.arms, goal])
  const best = rows.find(({ verdict }) => verdict === 'recommended')?.arm
  const tuneOn = useTuneArm()
  const tune = (armId: string): void => tuneOn(taskId, armId)
  const { open, failure } = useOpenResult(taskId, comparison.cut?.index ?? null)
  const { windowTokens } = useContextStatus(taskId).window
  const columns = compareColumns({ onOpen: open, onTune: tune, windowTokens }, isWide)
  return (
    <>
      {failure}
      <Lead>{describeComparison(comparison, goal)}</Lead>
      {comparison.cut !== null && (
        <>
          <Bar wrap gap="sm md" pt={0}>
            <GoalSwitch goal={goal} onGoal={setGoal} />
            <Row gap="md">
              {best !== undefined && (
                <UseArmButton used={{ arm: best.id, label: best.label, windowTokens }} />
              )}
              <AddArm
                shown={[...comparison.arms.map(({ id }) => id), ...adding]}
                adding={adding}
                onAdd={(id) => onAdded([...added, id])}
              />
              <ColumnChoices
                columns={columns.slice(1)}
                hidden={hidden}
                onHidden={(ids) => setHidden([...ids])}
              />
              <CopyTableButton columns={columns} rows={rows} />
            </Row>
          </Bar>
          <CompareTable columns={columns} rows={rows} hidden={hidden} onOpen={open} />
          <Note py="sm" px="md" line="top">
            {describeBaseline(comparison)} “Extracted” is an agent’s rules with an extract in place of its
            model.
          </Note>
        </>
      )}
    </>
  )
}

/** Opens the stored result of an arm at the cut, which is made where nobody has opened it yet. */
function useOpenResult(taskId: string, at: number | null) {
  const { client, runs } = useEngine()
  const [, navigate] = useLocation()
  const opening = useMutation({
    mutationFn: async (arm: string) => {
      if (at === null) return
      const run = await client.answers.result({ taskId, arm, at })
      if (run.status === 'running') runs.track(run).catch(() => undefined)
      navigate(routes.run(run.id))
    },
  })
  const failure = opening.isError ? (
    <ErrorPanel title="Cannot open the result" problem={toProblem(opening.error)} onDismiss={opening.reset} />
  ) : null
  return { open: opening.mutate, failure }
}

type CompareTableProps = {
  readonly columns: ReturnType<typeof compareColumns>
  readonly rows: ReturnType<typeof judgeCompared>
  readonly hidden: readonly string[]
  readonly onOpen: (armId: string) => void
}

function CompareTable({ columns, rows, hidden, onOpen }: CompareTableProps) {
  const [sort, setSort] = useState(bestFirst)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  // The sentence first: all at once would keep the window twice as long.
  const isDrawn = usePieces(1) > 0
  return (
    <Block flex={1} mih={0}>
      {isDrawn && (
        <DataTable
          label="Arms on this task"
          rows={rows}
          columns={columns}
          hiddenColumns={hidden}
          rowId={({ arm: { id } }) => id}
          sort={sort}
          onSort={setSort}
          selectedId={selectedId}
          onSelect={setSelectedId}
          onOpen={({ arm: { id } }) => onOpen(id)}
          flexWidth={56}
        />
      )}
    </Block>
  )
}

const noArms: readonly ArmInfo[] = []

function useArms(): readonly ArmInfo[] {
  const { queries } = useEngine()
  return useQuery(queries.arms.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data ?? noArms
}

type AddArmProps = {
  /** Ids of the arms that are there already. */
  readonly shown: readonly string[]
  readonly adding: readonly string[]
  readonly onAdd: (id: string) => void
}

/** Puts another arm into the table, where it stays for other tasks too. */
function AddArm({ shown, adding, onAdd }: AddArmProps) {
  // Those that need a key are not compared unasked: they would send the history to their vendor.
  const arms = useArms().filter(({ id, needsKey }) => !needsKey && !shown.includes(id))
  return (
    <Select
      aria-label="Add an arm"
      placeholder={adding.length > 0 ? 'Measuring…' : 'Add an arm'}
      w={220}
      searchable
      data={arms.map(({ id, label }) => ({ value: id, label }))}
      value={null}
      onChange={(id) => id !== null && onAdd(id)}
      nothingFoundMessage="No such arm"
    />
  )
}
