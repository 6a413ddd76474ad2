import { Button, MultiSelect, TextInput, ActionIcon, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { libraryEntry } from '../../../../shared/domain/experiment-file.ts'
import { useField } from '../../../components/editor-fields/editor-context.ts'
import { FormSection } from '../../../components/form/form-section.tsx'
import { distinctChoices, type Choice } from '../../../components/editor-fields/distinct-choices.ts'
import styles from './experiment-editor.module.css'
import type { ExperimentDraft } from './use-experiment-draft.ts'
import { isRecord, jsonAt } from '../../../components/editor-fields/json-at.ts'
import { freeId } from '../../../components/editor-fields/free-id.ts'
import type { JsonValue } from '../../../components/schema-form/settings-value.ts'
import type { TextEdit } from '../../../components/yaml-editor/edit-yaml-text.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { EntryCard, type EntryActions } from '../../../components/editor-fields/entry-card.tsx'
import { MoreFields } from '../../../components/editor-fields/more-fields.tsx'
import { NumberField } from '../../../components/editor-fields/number-field.tsx'
import { SwitchField } from '../../../components/editor-fields/switch-field.tsx'
import { TextField } from '../../../components/editor-fields/text-field.tsx'
import { JsonField } from '../../../components/editor-fields/json-field.tsx'
import { ProviderFields } from '../../../components/editor-fields/provider-fields.tsx'
import { SelectField } from '../../../components/editor-fields/select-field.tsx'
import { unitWord } from '../../../lib/bare-figures.ts'

type TaskFieldsProps = {
  readonly tasks: readonly Choice[]
  readonly draft: Pick<ExperimentDraft, 'basePath' | 'changeBasePath'>
}

/** What is condensed: tasks of the library, and folders or patterns of them. */
export function TaskFields({ tasks, draft }: TaskFieldsProps) {
  const { value, error, set } = useField(['tasks'])
  const named = [...new Set(Array.isArray(value) ? value.map(String) : [])]
  return (
    <FormSection
      title="Tasks"
      layout="stack"
      note="A task with several cuts counts as one. How many are taken, and how many a verdict needs, is shown below the YAML."
    >
      <MultiSelect
        label="Tasks of the library, folders and patterns"
        className={styles.full ?? ''}
        data={distinctChoices([allTasks, ...tasks], named)}
        value={named}
        error={error}
        searchable
        size="xs"
        placeholder={named.length === 0 ? 'Choose tasks' : ''}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(next) => set(next)}
      />
      <div className={styles.line}>
        <PathField onAdd={(entry) => !named.includes(entry) && set([...named, entry])} />
        <TextInput
          label="Relative paths begin in"
          className={styles.grow ?? ''}
          placeholder="absolute paths only"
          value={draft.basePath}
          onChange={(event) => draft.changeBasePath(event.currentTarget.value)}
        />
      </div>
    </FormSection>
  )
}

/** How many of them can be cut stands below the YAML: the samples are none of them, and some are too short. */
const allTasks: Choice = { value: libraryEntry, label: 'All tasks of the library' }

function PathField({ onAdd }: { readonly onAdd: (entry: string) => void }) {
  const [path, setPath] = useState('')
  const entry = path.trim()
  return (
    <form
      className={styles.path}
      onSubmit={(event) => {
        event.preventDefault()
        if (entry !== '') onAdd(entry)
        setPath('')
      }}
    >
      <TextInput
        label="Folder, file or pattern"
        className={styles.grow ?? ''}
        placeholder="/home/me/tasks/*"
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={entry === ''}
      >
        Add
      </Button>
    </form>
  )
}

type VariantCardProps = EntryActions & { readonly choices: EditorChoices }

type VariantFieldsProps = { readonly choices: EditorChoices; readonly onEdit: (edit: TextEdit) => void }

/** The variants in their order, which is that of all tables. */
export function VariantFields({ choices, onEdit }: VariantFieldsProps) {
  const { value, error, set } = useField(['variants'])
  const variants = Array.isArray(value) ? value : []
  const taken = variants.map((variant) => jsonAt(variant, ['id']))
  const place = (index: number, variant: JsonValue): void =>
    onEdit({ kind: 'set', path: ['variants', index], value: variant })
  return (
    <FormSection title="Variants" layout="stack" note={error}>
      {variants.map((variant, index) => (
        // The place in the list is all that a variant is known by: its id is being typed.
        <VariantCard
          key={index}
          index={index}
          count={variants.length}
          choices={choices}
          onMove={(by) => onEdit({ kind: 'move', path: ['variants'], index, by })}
          onDuplicate={() =>
            place(variants.length, {
              ...(isRecord(variant) ? variant : {}),
              id: freeId(taken, idOf(variant)),
            })
          }
          onRemove={() => onEdit({ kind: 'set', path: ['variants', index], value: undefined })}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => {
          const variant = { id: freeId(taken, 'lossless'), provider: 'lossless' }
          if (variants.length === 0) set([variant])
          else place(variants.length, variant)
        }}
      >
        Add a variant
      </Button>
    </FormSection>
  )
}

function idOf(variant: JsonValue): string {
  const id = jsonAt(variant, ['id'])
  return typeof id === 'string' && id !== '' ? id : 'variant'
}

/** One variant: who condenses, with what. */
function VariantCard({ choices, ...actions }: VariantCardProps) {
  return (
    <EntryCard list="variants" noun="Variant" {...actions}>
      <VariantChoices index={actions.index} choices={choices} />
    </EntryCard>
  )
}

function VariantChoices({ index, choices }: Pick<VariantCardProps, 'index' | 'choices'>) {
  const path = ['variants', index] as const
  return (
    <>
      <div className={styles.grid}>
        <ProviderFields path={path} choices={choices} />
        <div className={styles.wide}>
          <SelectField
            path={[...path, 'profile']}
            label="Model"
            none="Default: extractive"
            choices={choices.profiles}
          />
        </div>
      </div>
      <MoreFields
        path={path}
        keys={['prompt', 'label', 'pinConstraints', 'settings', 'target']}
        summary="Prompt, label, target, pins, settings"
      >
        <div className={styles.grid}>
          <SelectField
            path={[...path, 'prompt']}
            label="Prompt"
            none="The provider’s own"
            choices={choices.prompts}
          />
          <TextField path={[...path, 'label']} label="Label" placeholder="the id" isOptional />
          <NumberField path={[...path, 'target']} label="Target" unit="tok" none="none" />
          <div className={styles.switch}>
            <SwitchField path={[...path, 'pinConstraints']} label="Pin constraints" />
          </div>
          <JsonField path={[...path, 'settings']} label="Settings over the preset, as JSON" />
        </div>
      </MoreFields>
    </>
  )
}

/** What decides, and whether the noise is measured. */
function DecisionFields({ choices }: { readonly choices: EditorChoices }) {
  return (
    <>
      <SelectField
        path={['primary']}
        label="Primary metric"
        none="The first headline metric with values"
        choices={choices.metrics.map(({ id, label }) => ({ value: id, label }))}
      />
      <SwitchField
        path={['aa']}
        label="Measure the noise"
        description="Runs the baseline a second time, with fresh answers."
      />
    </>
  )
}

type VerdictFieldsProps = { readonly choices: EditorChoices; readonly variants: readonly string[] }

/** What is compared with what, and which differences are not worth naming. */
export function VerdictFields({ choices, variants }: VerdictFieldsProps) {
  const { value, error, set } = useField(['margins'])
  const margins = isRecord(value) ? value : {}
  const free = choices.metrics.filter(({ id }) => !(id in margins))
  return (
    <FormSection
      title="Verdicts"
      layout="stack"
      note="The primary metric decides, and all others are corrected together. A margin is the difference up to which two variants count as equal, in the unit of the metric."
    >
      <SelectField
        path={['baseline']}
        label="Baseline"
        none="The first variant"
        choices={variants.map((id) => ({ value: id, label: id }))}
      />
      <DecisionFields choices={choices} />
      {Object.keys(margins).map((id) => {
        const metric = choices.metrics.find((candidate) => candidate.id === id)
        return (
          <div key={id} className={styles.line}>
            <NumberField
              path={['margins', id]}
              label={`Margin of ${metric?.label ?? id}`}
              unit={metric === undefined ? '' : unitWord(metric.unit)}
              isWhole={false}
              width={240}
            />
            <ActionIcon
              aria-label={`Remove the margin of ${metric?.label ?? id}`}
              title="Remove"
              onClick={() => {
                const { [id]: _gone, ...rest } = margins
                set(Object.keys(rest).length === 0 ? undefined : rest)
              }}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </div>
        )
      })}
      <Select
        label="Add a margin for"
        error={error}
        searchable
        placeholder="Choose a metric"
        data={free.map(({ id, label }) => ({ value: id, label }))}
        value={null}
        onChange={(id) => id !== null && set({ ...margins, [id]: 0.05 })}
      />
    </FormSection>
  )
}
