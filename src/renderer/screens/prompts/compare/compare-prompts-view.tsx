import { Button, Checkbox, Select, Table } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlayerPlay } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { formatAgentName } from '../../../../shared/kernel/format-agent-name.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import type { ProfileView } from '../../../../shared/models/profiles-contract.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { buildTaskChoices } from '../../../lib/tell-apart.ts'
import { TextDiff } from '../../../ui/components/diff/text-diff.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Block, Inline, Note, Row, Scroll } from '../../../ui/layout/layout.tsx'
import { PlanNote } from '../../experiments/editor/plan-note.tsx'
import { EstimateFigures, useStartExperiment } from '../../experiments/editor/start-button.tsx'
import { useStoredDraft } from '../../experiments/editor/use-experiment-draft.ts'
import {
  findComparedPrompts,
  listComparisonTasks,
  writeComparison,
  type ComparedPrompt,
} from './write-comparison.ts'

/** Tasks that are chosen at first, and that are offered. */
const chosenAtFirst = 10
const mostOffered = 100

/** Prompts compared on tasks in three steps: which tasks, which model at which price, and run. */
export function ComparePromptsView({ references }: { readonly references: readonly string[] }) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions())
  const tasks = useQuery(queries.tasks.list.queryOptions())
  const profiles = useQuery(queries.profiles.list.queryOptions())
  const failed = [prompts, tasks, profiles].find(({ isError }) => isError)
  const isLoaded = prompts.data !== undefined && tasks.data !== undefined && profiles.data !== undefined
  const compared = findComparedPrompts(prompts.data ?? [], references)
  if (isLoaded && compared.length >= 2)
    return (
      <Comparison
        key={references.join()}
        prompts={compared}
        tasks={listComparisonTasks(tasks.data).slice(0, mostOffered)}
        profiles={profiles.data.profiles}
      />
    )
  return (
    <>
      <Toolbar title="Compare prompts on tasks" />
      {failed !== undefined ? (
        <ErrorPanel problem={toProblem(failed.error)} onRetry={() => void failed.refetch()} />
      ) : isLoaded ? (
        <EmptyPanel>
          These prompts are not there any more. <Link href={routes.prompts}>Choose two prompts</Link>
        </EmptyPanel>
      ) : (
        <SkeletonRows label="Loading prompts, tasks and models" />
      )}
    </>
  )
}

type ComparisonProps = {
  readonly prompts: readonly ComparedPrompt[]
  readonly tasks: readonly TaskSummary[]
  readonly profiles: readonly ProfileView[]
}

function Comparison({ prompts, tasks, profiles }: ComparisonProps) {
  const { queries } = useEngine()
  const [taskIds, setTaskIds] = useState<readonly string[]>(() =>
    tasks.slice(0, chosenAtFirst).map(({ id }) => id),
  )
  const [profileId, setProfileId] = useState(
    () => (profiles.find(({ obstacle }) => obstacle === '') ?? profiles[0])?.profile.id ?? null,
  )
  const [budgetUsd, setBudgetUsd] = useState<number | null>(null)
  const text = writeComparison({ prompts, taskIds, profileId: profileId ?? '', budgetUsd })
  const [settled] = useDebouncedValue(text, 300)
  const canCheck = taskIds.length > 0 && profileId !== null
  const checked = useQuery({
    ...queries.experiments.check.queryOptions({
      input: { text: settled },
      placeholderData: keepPreviousData,
    }),
    enabled: canCheck,
  })
  const check = canCheck ? checked.data : undefined
  return (
    <>
      <ComparisonBar text={text} canRun={check?.ok === true && settled === text && !checked.isFetching} />
      <Scroll px="md">
        <FormSection title="Prompts" layout="stack">
          <PromptTexts prompts={prompts} />
        </FormSection>
        <FormSection
          title="1. Tasks"
          layout="stack"
          isWide
          note="Cut where the agent condensed, else where it would have. Less than 10,000 tokens are not condensed, and left out."
        >
          <TaskTable
            tasks={tasks}
            chosen={taskIds}
            onChosen={setTaskIds}
            plan={check?.ok === true ? check.plan : null}
          />
          {checked.isError && <ErrorPanel problem={toProblem(checked.error)} />}
          {check?.ok === false && <ErrorPanel problem={buildIssueProblem(check.issues)} />}
          {check?.ok === true && <PlanNote plan={check.plan} needs={check.needs} />}
          {canCheck && checked.isFetching && (
            <Note role="status">Reading the tasks and counting the cuts…</Note>
          )}
        </FormSection>
        <FormSection title="2. Model and price" layout="stack">
          <ModelFields
            profiles={profiles}
            value={profileId}
            onChange={setProfileId}
            budgetUsd={budgetUsd}
            onBudget={setBudgetUsd}
          />
          {check?.ok === true && <Price text={settled} />}
        </FormSection>
      </Scroll>
    </>
  )
}

function buildIssueProblem(issues: readonly { readonly message: string }[]) {
  const message = issues.map((issue) => issue.message).join(' ')
  return { message, where: '', hint: 'Choose other tasks or another model.', details: message }
}

/** To run what is chosen, or to say more of it as a whole experiment. */
function ComparisonBar({ text, canRun }: { readonly text: string; readonly canRun: boolean }) {
  const [, navigate] = useLocation()
  const [, store] = useStoredDraft()
  const start = useStartExperiment({ text })
  return (
    <>
      <Toolbar title="Compare prompts on tasks">
        <Link href={routes.prompts}>All prompts</Link>
        <Toolbar.Spring />
        <Button
          variant="default"
          title="The same as a whole experiment: cuts, repeats, figures, margins, assertions"
          onClick={() => {
            store({ text, basePath: '' })
            navigate(routes.newExperiment)
          }}
        >
          More
        </Button>
        <Button
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          disabled={!canRun}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          Run
        </Button>
      </Toolbar>
      {start.isError && (
        <ErrorPanel title="Could not start" problem={toProblem(start.error)} onDismiss={start.reset} />
      )}
    </>
  )
}

/** What is compared, and how the texts of two differ. */
function PromptTexts({ prompts }: Pick<ComparisonProps, 'prompts'>) {
  const [first, second] = prompts
  return (
    <>
      <Row wrap gap="xs md">
        {prompts.map(({ prompt, version, label }) => (
          <Inline key={label}>
            <strong>{prompt.name}</strong> <Inline c="dimmed">version {version.version}</Inline>
          </Inline>
        ))}
      </Row>
      {first !== undefined && second !== undefined && (
        <Block component="details" w="100%">
          <summary>How the texts differ</summary>
          <Block h={220} line="around">
            <TextDiff before={first.version.text} after={second.version.text} />
          </Block>
        </Block>
      )}
    </>
  )
}

type TaskTableProps = {
  readonly tasks: readonly TaskSummary[]
  readonly chosen: readonly string[]
  readonly onChosen: (ids: readonly string[]) => void
  /** Where the chosen ones are cut; null until that is known. */
  readonly plan: ExperimentPlan | null
}

function TaskTable({ tasks, chosen, onChosen, plan }: TaskTableProps) {
  const labels = new Map(buildTaskChoices(tasks).map(({ value, label }) => [value, label]))
  const all = chosen.length === tasks.length
  if (tasks.length === 0)
    return (
      <Note>
        There is no task to compare on. <Link href={routes.library}>Open a folder of tasks</Link>
      </Note>
    )
  return (
    <Block w="100%" mah={300} scroll line="around">
      <Table layout="fixed" stickyHeader aria-label="Tasks to compare on" verticalSpacing={3}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={36}>
              <Checkbox
                size="xs"
                aria-label="All tasks"
                checked={all}
                indeterminate={!all && chosen.length > 0}
                onChange={() => onChosen(all ? [] : tasks.map(({ id }) => id))}
              />
            </Table.Th>
            <HeadCell label="Task" />
            <HeadCell label="Agent" w={110} />
            <HeadCell label="Condensed" w={90} ta="right" />
            <HeadCell label="Cut" w={270} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map((task) => {
            const label = labels.get(task.id) ?? task.id
            const isChosen = chosen.includes(task.id)
            return (
              <Table.Tr key={task.id}>
                <Table.Td>
                  <Checkbox
                    size="xs"
                    aria-label={label}
                    checked={isChosen}
                    onChange={() =>
                      onChosen(isChosen ? chosen.filter((id) => id !== task.id) : [...chosen, task.id])
                    }
                  />
                </Table.Td>
                <TitleCell title={label} />
                <Table.Td>{task.agent === null ? '–' : formatAgentName(task.agent)}</Table.Td>
                <Table.Td ta="right">{task.condensations ?? '–'}</Table.Td>
                <Table.Td>{isChosen ? describeCut(plan, task.id) : ''}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Block>
  )
}

function TitleCell({ title }: { readonly title: string }) {
  return (
    <Table.Td>
      <Inline cut display="block" title={title}>
        {title}
      </Inline>
    </Table.Td>
  )
}

const cutReasons = {
  recorded: 'recorded',
  trigger: 'where it would condense',
  share: 'sample',
  index: 'chosen',
} as const

function describeCut(plan: ExperimentPlan | null, taskId: string): string {
  if (plan === null) return '…'
  const cut = plan.checkpoints.find((checkpoint) => checkpoint.taskId === taskId)
  return cut === undefined
    ? 'left out'
    : `before #${cut.index}, ${formatTokens(cut.tokens)}, ${cutReasons[cut.reason]}`
}

type ModelFieldsProps = {
  readonly profiles: readonly ProfileView[]
  readonly value: string | null
  readonly onChange: (profileId: string | null) => void
  readonly budgetUsd: number | null
  readonly onBudget: (budgetUsd: number | null) => void
}

function ModelFields({ profiles, value, onChange, budgetUsd, onBudget }: ModelFieldsProps) {
  if (profiles.length === 0)
    return (
      <Note>
        Prompts are read by a model, and there is none yet: the built-in extract does without prompts.{' '}
        <Link href={routes.profiles}>Add a model</Link>
      </Note>
    )
  const obstacle = profiles.find(({ profile }) => profile.id === value)?.obstacle ?? ''
  return (
    <Row align="flex-start" gap="md">
      <Select
        label="Model"
        w={280}
        data={profiles.map(({ profile }) => ({ value: profile.id, label: profile.name }))}
        value={value}
        error={obstacle === '' ? undefined : obstacle}
        allowDeselect={false}
        onChange={onChange}
      />
      <FigureInput
        label="Spend at most"
        isMoney
        width={150}
        placeholder="no own limit"
        value={budgetUsd}
        onChange={onBudget}
      />
    </Row>
  )
}

/** What running it would probably take. */
function Price({ text }: { readonly text: string }) {
  const { queries } = useEngine()
  const estimate = useQuery(
    queries.experiments.estimate.queryOptions({
      input: { text },
      retry: false,
      placeholderData: keepPreviousData,
    }),
  )
  if (estimate.isError)
    return <ErrorPanel title="Could not be estimated" problem={toProblem(estimate.error)} />
  if (estimate.data === undefined) return <Note role="status">Estimating…</Note>
  return <EstimateFigures estimate={estimate.data} />
}
