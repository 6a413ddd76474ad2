import { Button, MultiSelect, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { libraryEntry } from '../../../../shared/experiments/experiment-file-types.ts'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import {
  listDistinctChoices,
  type Choice,
} from '../../../ui/components/editor-fields/list-distinct-choices.ts'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import type { ExperimentDraft } from './use-experiment-draft.ts'

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
        w="100%"
        style={{ gridColumn: '1 / -1' }}
        data={listDistinctChoices([allTasks, ...tasks], named)}
        value={named}
        error={error}
        searchable
        size="xs"
        placeholder={named.length === 0 ? 'Choose tasks' : ''}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(next) => set(next)}
      />
      <Row align="flex-end" w="100%">
        <PathField onAdd={(entry) => !named.includes(entry) && set([...named, entry])} />
        <TextInput
          label="Relative paths begin in"
          flex={1}
          miw={0}
          placeholder="absolute paths only"
          value={draft.basePath}
          onChange={(event) => draft.changeBasePath(event.currentTarget.value)}
        />
      </Row>
    </FormSection>
  )
}

/** How many of them can be cut stands below the YAML: the samples are none of them, and some are too short. */
const allTasks: Choice = { value: libraryEntry, label: 'All tasks of the library' }

function PathField({ onAdd }: { readonly onAdd: (entry: string) => void }) {
  const [path, setPath] = useState('')
  const entry = path.trim()
  return (
    <Row
      component="form"
      flex={1}
      align="flex-end"
      miw={0}
      onSubmit={(event) => {
        event.preventDefault()
        if (entry !== '') onAdd(entry)
        setPath('')
      }}
    >
      <TextInput
        label="Folder, file or pattern"
        flex={1}
        miw={0}
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
    </Row>
  )
}
