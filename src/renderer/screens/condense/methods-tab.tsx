import { Button, Select } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { z } from 'zod'
import type { Comparison } from '../../../shared/home/answer-types.ts'
import { describeBaseline, describeComparison } from '../../../shared/home/answers-words.ts'
import { judgeCompared } from '../../../shared/home/judge-compared.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { type CompareProgress, useArmComparison } from '../../data/use-arm-comparison.ts'
import { useGoal } from '../../data/use-goal.ts'
import { usePreference } from '../../data/use-preference.ts'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { formatTaskTitle } from '../../lib/format-task-title.ts'
import { routes } from '../../lib/routes.ts'
import { ColumnChoices } from '../../ui/components/column-choices.tsx'
import { CopyTableButton } from '../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { GoalSwitch } from '../../ui/components/goal-switch.tsx'
import { SideDrawer } from '../../ui/components/side-drawer.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { Split } from '../../ui/components/split.tsx'
import { useIsNarrow } from '../../ui/components/use-is-narrow.ts'
import type { TableSort } from '../../ui/components/use-table-model.ts'
import { Bar, Block, Fill, Inline, Lead, Note } from '../../ui/layout/layout.tsx'
import { MethodWorkbench } from '../methods/method-workbench.tsx'
import { ProbeButton } from '../probe/probe-button.tsx'
import { ProbePane } from '../probe/probe-pane.tsx'
import { comparedColumns, narrowHidden, wideHidden } from './compared-columns.tsx'
import { ResultView } from './result/result-view.tsx'
import { useRunAtCut } from './result/use-run-at-cut.ts'

const idsSchema = z.array(z.string())
const none: string[] = []
/** Width of the window, in pixels, up to which the result stands below the table. */
const narrowest = 1100
/** Methods that a probe begins with. */
const mostProbed = 3
const bestFirst: TableSort = { id: '', desc: false }

type MethodsTabProps = {
  readonly task: Pick<TaskSummary, 'id' | 'title' | 'readTs'>
  /** What the address names behind the tab: a method, `run` or `settings`. */
  readonly detail: string | null
  /** The run behind `run`, the provider behind `settings`. */
  readonly more: string | null
}

/** All methods at the cut of a task, what happened first, beside what the chosen one makes of the history. */
export function MethodsTab({ task, detail, more }: MethodsTabProps) {
  const [added, setAdded] = usePreference('compare.added', idsSchema, none)
  const [, navigate] = useLocation()
  const split = useSplitLayout('task-methods', 42)
  // Changes with what is in the task, and not with what is found out about it.
  const content = String(task.readTs)
  const compared = useArmComparison({ id: task.id, content }, added)
  const { comparison, progress, adding, error, retry } = compared
  const isTuning = detail === 'settings'
  const runId = detail === 'run' ? more : null
  const recordedId = comparison?.arms.some(({ id }) => id === recordedMethodId) ? recordedMethodId : null
  const isProbed = detail === 'probe'
  const armId = runId !== null ? null : detail === null || isTuning || isProbed ? recordedId : detail
  return (
    <>
      {error !== null && <ErrorPanel problem={toProblem(error)} onRetry={retry} />}
      {comparison === undefined ? (
        error === null && <Comparing progress={progress} />
      ) : (
        <Answer comparison={comparison} />
      )}
      <Tools {...{ task, comparison, adding, armId, isProbed }} onAdd={(id) => setAdded([...added, id])} />
      <Block flex={1} mih={0}>
        <Split
          id="task-methods"
          direction="horizontal"
          stackBelow={narrowest}
          {...split}
          label="Width of the methods"
          first={<ComparedMethods comparison={comparison} armId={armId} taskId={task.id} />}
          second={
            <Fill component="section" h="100%" aria-label="Result">
              <ShownResult task={task} at={comparison?.cut?.index ?? null} armId={armId} runId={runId} />
            </Fill>
          }
        />
      </Block>
      <SideDrawer
        title="Settings"
        isOpen={isTuning}
        onClose={() => navigate(routes.task(task.id, 'methods'), { replace: true })}
      >
        <MethodWorkbench
          taskId={task.id}
          providerId={more}
          onProvider={(id) => navigate(routes.methodSettings(task.id, id), { replace: true })}
        />
      </SideDrawer>
    </>
  )
}

function Comparing({ progress }: { readonly progress: CompareProgress | null }) {
  return (
    <Note py="sm" px="md" role="status">
      {progress === null
        ? 'Cutting the task…'
        : `Condensed by ${progress.done} of ${progress.total} methods…`}
    </Note>
  )
}

function Answer({ comparison }: { readonly comparison: Comparison }) {
  const [goal] = useGoal()
  return <Lead>{describeComparison(comparison, goal)}</Lead>
}

type ToolsProps = {
  readonly task: MethodsTabProps['task']
  readonly comparison: Comparison | undefined
  readonly adding: readonly string[]
  /** The chosen method. */
  readonly armId: string | null
  readonly isProbed: boolean
  readonly onAdd: (id: string) => void
}

/** What the table shows, and the way to settings and runs of one's own. */
function Tools({ task, comparison, adding, armId, isProbed, onAdd }: ToolsProps) {
  const [goal, setGoal] = useGoal()
  const { hidden, setHidden } = useHiddenColumns()
  const rows = useJudged(comparison)
  const name = formatTaskTitle(task.title)
  return (
    <Bar wrap gap="sm md" pt={0}>
      {comparison?.cut != null && (
        <>
          <GoalSwitch goal={goal} onGoal={setGoal} isBrief />
          <AddMethod shown={[...rows.map(({ arm }) => arm.id), ...adding]} adding={adding} onAdd={onAdd} />
          <ColumnChoices columns={comparedColumns.slice(1)} hidden={hidden} onHidden={setHidden} />
          <CopyTableButton columns={comparedColumns} rows={rows} />
        </>
      )}
      <Inline flex={1} />
      <Link href={routes.runsBehind({ name, selection: { by: 'provider', taskId: task.id } })}>
        Runs of this task
      </Link>
      {comparison?.cut != null && (
        <ProbeOfMethods {...{ task, armId }} at={comparison.cut.index} rows={rows} isOpen={isProbed} />
      )}
      <Button
        component={Link}
        href={routes.methodSettings(task.id)}
        variant="default"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
      >
        Run a method…
      </Button>
    </Bar>
  )
}

type ProbeOfMethodsProps = {
  readonly task: MethodsTabProps['task']
  readonly at: number
  readonly armId: string | null
  readonly rows: ReturnType<typeof useJudged>
  readonly isOpen: boolean
}

/** Probes with what the agent did, the chosen method and those that come first, three in all. */
function ProbeOfMethods({ task, at, armId, rows, isOpen }: ProbeOfMethodsProps) {
  // Opening it leaves the address of the method that was chosen before.
  const [chosen, setChosen] = useState(armId)
  if (!isOpen && chosen !== armId) setChosen(armId)
  const ids = rows.map(({ arm }) => arm.id)
  const wanted = [recordedMethodId, chosen ?? '', ...ids].filter((id) => ids.includes(id))
  const route = routes.probe(task.id, null)
  return (
    <ProbeButton
      title="Probe of this task"
      route={route}
      back={chosen === null ? routes.task(task.id, 'methods') : routes.methodOnTask(task.id, chosen)}
      isOpen={isOpen}
    >
      <ProbePane
        route={route}
        taskIds={[task.id]}
        cuts={[{ messages: at }]}
        usual={[...new Set(wanted)].slice(0, mostProbed)}
        isWaiting={false}
      />
    </ProbeButton>
  )
}

function useHiddenColumns() {
  const isWide = useMediaQuery('(min-width: 1800px)', false, { getInitialValueInEffect: false })
  const [hidden, setHidden] = usePreference(
    'methods.hiddenColumns',
    idsSchema,
    isWide ? wideHidden : narrowHidden,
  )
  return { hidden, setHidden: (ids: readonly string[]) => setHidden([...ids]) }
}

const noArms: Comparison['arms'] = []

function useJudged(comparison: Comparison | undefined) {
  const [goal] = useGoal()
  const arms = comparison?.arms ?? noArms
  return useMemo(() => judgeCompared(arms, goal), [arms, goal])
}

type ComparedMethodsProps = {
  readonly taskId: string
  readonly comparison: Comparison | undefined
  readonly armId: string | null
}

/** A line for each method. The chosen one is shown beside it. */
function ComparedMethods({ taskId, comparison, armId }: ComparedMethodsProps) {
  const [, navigate] = useLocation()
  const [sort, setSort] = useState(bestFirst)
  const { hidden } = useHiddenColumns()
  const rows = useJudged(comparison)
  const isNarrow = useIsNarrow(narrowest)
  if (comparison === undefined) return <SkeletonRows label="Comparing the methods" />
  if (comparison.cut === null) return <EmptyPanel>Open the settings to condense all of it.</EmptyPanel>
  const choose = (id: string): void => navigate(routes.methodOnTask(taskId, id), { replace: true })
  return (
    <Fill h={isNarrow ? 260 : '100%'} data-short={isNarrow}>
      <Block flex={1} mih={0}>
        <DataTable
          label="Methods on this task"
          rows={rows}
          columns={comparedColumns}
          hiddenColumns={hidden}
          rowId={({ arm: { id } }) => id}
          sort={sort}
          onSort={setSort}
          selectedId={armId}
          onSelect={choose}
          onOpen={({ arm: { id } }) => choose(id)}
          flexWidth={110}
        />
      </Block>
      <Note py="sm" px="md" line="top">
        {describeBaseline(comparison)} A star marks an agent’s rules with an extract in place of its model.
      </Note>
    </Fill>
  )
}

type ShownResultProps = {
  readonly task: MethodsTabProps['task']
  /** Messages of the file before the cut; null until it is known, and where there is none. */
  readonly at: number | null
  readonly armId: string | null
  readonly runId: string | null
}

/** A run of one's own, or what the chosen method makes of the history at the cut: made where nobody has asked for it yet. */
function ShownResult({ task, at, armId, runId }: ShownResultProps) {
  // Keys go over many rows on their way to one.
  const [arm] = useDebouncedValue(armId, 250)
  const { run, error, retry } = useRunAtCut(task, runId === null ? at : null, arm)
  if (runId === null && armId === null)
    return <EmptyPanel>Choose a method to see what it makes of this history.</EmptyPanel>
  if (error !== null)
    return <ErrorPanel title="Cannot open the result" problem={toProblem(error)} onRetry={retry} />
  const shown = runId ?? run?.id
  if (shown === undefined || arm !== armId) return <SkeletonRows label="Opening the result" />
  return <ResultView key={shown} runId={shown} />
}

type AddMethodProps = {
  /** Ids of the methods that are there already. */
  readonly shown: readonly string[]
  readonly adding: readonly string[]
  readonly onAdd: (id: string) => void
}

/** Puts another method into the table, where it stays for other tasks too. */
function AddMethod({ shown, adding, onAdd }: AddMethodProps) {
  const { queries } = useEngine()
  const arms = useQuery(queries.arms.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data ?? []
  return (
    <Select
      aria-label="Add a method"
      placeholder={adding.length > 0 ? 'Measuring…' : 'Add a method'}
      w={150}
      searchable
      // Those that need a key are not compared unasked: they would send the history to their vendor.
      data={arms
        .filter(({ id, needsKey }) => !needsKey && !shown.includes(id))
        .map(({ id, label }) => ({ value: id, label }))}
      value={null}
      onChange={(id) => id !== null && onAdd(id)}
      nothingFoundMessage="No such method"
    />
  )
}
