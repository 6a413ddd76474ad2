import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { libraryEntry, type ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useEditorChoices, type EditorChoices } from '../../../data/use-editor-choices.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { routes } from '../../../lib/routes.ts'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import { TextField } from '../../../ui/components/editor-fields/text-field.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { DraftButtons } from '../../../ui/components/yaml-editor/draft-buttons.tsx'
import { DraftForm } from '../../../ui/components/yaml-editor/draft-form.tsx'
import { DraftHalves } from '../../../ui/components/yaml-editor/draft-halves.tsx'
import { findYamlCompletions } from '../../../ui/components/yaml-editor/find-yaml-completions.ts'
import { YamlPane } from '../../../ui/components/yaml-editor/yaml-pane.tsx'
import { Block } from '../../../ui/layout/layout.tsx'
import { AssertionFields } from './assertion-fields.tsx'
import { createSettingsSchemaFinder, collectSuggestions, readVariantIds } from './completion-sources.ts'
import { MetricFields } from './metric-fields.tsx'
import { PlanNote } from './plan-note.tsx'
import { StartButton } from './start-button.tsx'
import { TaskFields } from './task-fields.tsx'
import {
  useStoredDraft,
  useExperimentDraft,
  type StoredDraft,
  type ExperimentDraft,
  experimentSchema,
  writeExperimentText,
} from './use-experiment-draft.ts'
import { VariantFields } from './variant-fields.tsx'
import { VerdictFields } from './verdict-fields.tsx'

const cuts = ['default', 'recorded', 'trigger', '0.5', '0.7', '0.9']

type ExperimentFormProps = {
  readonly draft: ExperimentDraft
  readonly choices: EditorChoices
  readonly issues: readonly ExperimentIssue[]
}

type EditorToolbarProps = { readonly draft: ExperimentDraft; readonly fresh: string }

type ExperimentYamlProps = {
  readonly draft: ExperimentDraft
  readonly choices: EditorChoices
  readonly issues: readonly ExperimentIssue[]
}

type ExperimentEditorProps = {
  readonly stored: StoredDraft
  /** What to begin anew with. */
  readonly fresh: string
}

/** An experiment in the making: the draft that was left, or one over the tasks of the library. */
export function NewExperimentView() {
  const { queries } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions())
  const [stored] = useStoredDraft()
  if (tasks.isError || tasks.data === undefined) {
    return (
      <>
        <Toolbar title="New experiment" />
        {tasks.isError ? (
          <ErrorPanel problem={toProblem(tasks.error)} onRetry={() => void tasks.refetch()} />
        ) : (
          <SkeletonRows label="Loading the tasks" />
        )}
      </>
    )
  }
  const fresh = writeExperimentText(tasks.data.length === 0 ? [] : [libraryEntry])
  return (
    <ExperimentEditor stored={stored.text === '' ? { text: fresh, basePath: '' } : stored} fresh={fresh} />
  )
}

/** The same experiment twice over, as a form and as YAML. */
function ExperimentEditor({ stored, fresh }: ExperimentEditorProps) {
  const draft = useExperimentDraft(stored)
  const choices = useEditorChoices()
  const split = useSplitLayout('experiment-editor', 56)
  const issues = useMemo(() => (draft.check?.ok === false ? draft.check.issues : []), [draft.check])
  return (
    <>
      <EditorToolbar draft={draft} fresh={fresh} />
      <DraftHalves
        id="experiment-editor"
        draft={draft}
        {...split}
        form={<ExperimentForm draft={draft} choices={choices} issues={issues} />}
        yaml={<ExperimentYaml draft={draft} choices={choices} issues={issues} />}
      />
    </>
  )
}

/** The experiment as YAML, with what can be written at each place, what is wrong, and what it would do. */
function ExperimentYaml({ draft, choices, issues }: ExperimentYamlProps) {
  const { value } = draft
  const complete = useMemo(() => {
    const suggestions = collectSuggestions(choices, value)
    const schemaAt = createSettingsSchemaFinder(choices, value)
    return (before: string) =>
      findYamlCompletions(before, { schema: experimentSchema, schemaAt, suggestions })
  }, [choices, value])
  return (
    <YamlPane label="The experiment as YAML" draft={draft} issues={issues} complete={complete}>
      {draft.checkProblem !== null && (
        <ErrorPanel title="Could not be checked" problem={draft.checkProblem} />
      )}
      {draft.check === null && draft.checkProblem === null && <Counting />}
      {draft.check?.ok === true && <PlanNote plan={draft.check.plan} needs={draft.check.needs} />}
    </YamlPane>
  )
}

/** Stands in the place of the size until the tasks have been read. */
function Counting() {
  return (
    <Block component="p" flex="none" mah={140} py={6} px="md" scroll line="top" fz="xs" role="status">
      Counting the cells…
    </Block>
  )
}

/** What can be done with the draft. Whatever replaces it can be undone. */
function EditorToolbar({ draft, fresh }: EditorToolbarProps) {
  const name = typeof draft.value['name'] === 'string' ? draft.value['name'] : ''
  return (
    <Toolbar title="New experiment">
      <Link href={routes.experiments}>All experiments</Link>
      <Toolbar.Spring />
      <DraftButtons
        draft={draft}
        fresh={fresh}
        freshLabel="Start over"
        fileName={`${buildFileName(name)}.yaml`}
      />
      <StartButton draft={draft} />
    </Toolbar>
  )
}

function buildFileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'experiment'
  )
}

/** The experiment as fields. */
function ExperimentForm({ draft, choices, issues }: ExperimentFormProps) {
  const variants = readVariantIds(draft.value)
  return (
    <DraftForm subject="the experiment" draft={draft} issues={issues}>
      <FormSection title="Experiment" layout="stack">
        <Block w="100%">
          <TextField path={['name']} label="Name" />
        </Block>
        <Block w="100%">
          <TextField path={['question']} label="Question to answer" isOptional isLong />
        </Block>
      </FormSection>
      <TaskFields tasks={choices.tasks} draft={draft} />
      <CheckpointFields />
      <VariantFields choices={choices} onEdit={draft.edit} />
      <MetricFields choices={choices} />
      <RunFields />
      <VerdictFields choices={choices} variants={variants} />
      <AssertionFields choices={choices} variants={variants} />
    </DraftForm>
  )
}

/** How often, how many at once, for how much at most. */
function RunFields() {
  const budget = useField(['budgetUsd'])
  return (
    <FormSection
      title="Run"
      note="Only variants that call a model are repeated: the others give the same result each time. No call is made that could exceed the budget."
    >
      <NumberField path={['repeats']} label="Repeats" none="1" />
      <NumberField path={['concurrency']} label="In parallel" none="4" />
      <FigureInput
        label="Budget"
        isMoney
        width={150}
        placeholder="the policy’s"
        value={typeof budget.value === 'number' ? budget.value : null}
        error={budget.error}
        onChange={(next) => budget.set(next ?? undefined)}
      />
      <NumberField path={['seed']} label="Seed" none="1" />
    </FormSection>
  )
}

/** Where each task is cut. */
function CheckpointFields() {
  const { value, error, set } = useField(['checkpoints', 'at'])
  const named = Array.isArray(value) ? value.map(String) : []
  const usesTrigger = named.includes('trigger') || named.includes('default') || named.length === 0
  return (
    <FormSection
      title="Cuts"
      note="Shares of the messages, or one of: recorded (where the task condensed), trigger (where it would have), default (the first of these that exists)."
    >
      <TagsInput
        label="Cut at"
        style={{ gridColumn: 'span 2' }}
        data={cuts}
        value={named}
        error={error}
        size="xs"
        placeholder={named.length === 0 ? 'default' : ''}
        acceptValueOnBlur
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(next) => set(next.length === 0 ? undefined : next.map(readCut))}
      />
      {usesTrigger && (
        <>
          <NumberField path={['checkpoints', 'window']} label="Window" unit="tok" none="200,000" />
          <NumberField
            path={['checkpoints', 'threshold']}
            label="Threshold"
            unit="%"
            none="80"
            isWhole={false}
          />
        </>
      )}
    </FormSection>
  )
}

function readCut(word: string): JsonValue {
  const share = Number(word)
  return word.trim() !== '' && Number.isFinite(share) ? share : word
}
