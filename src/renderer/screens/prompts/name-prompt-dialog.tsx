import { Button, Group, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { promptPurposes, type PromptPurpose } from '../../../shared/prompts/prompt-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { purposeLabels } from '../../lib/purpose-labels.ts'
import { routes } from '../../lib/routes.ts'
import { Column } from '../../ui/layout/layout.tsx'

/** A prompt in the making: all but its name, and its purpose where the text does not say it. */
export type PromptToName = {
  readonly name: string
  readonly purpose?: PromptPurpose
  readonly readText: (purpose: PromptPurpose) => string
  readonly note: string
}

type DialogProps = { readonly prompt: PromptToName | null; readonly onClose: () => void }

/** Asks for the name of a new prompt, which its id follows, adds it and goes to it. */
export function NamePromptDialog({ prompt, onClose }: DialogProps) {
  return (
    <Modal opened={prompt !== null} onClose={onClose} title="New prompt" size="md">
      {prompt !== null && <NameForm prompt={prompt} onClose={onClose} />}
    </Modal>
  )
}

function NameForm({ prompt, onClose }: { readonly prompt: PromptToName; readonly onClose: () => void }) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [, navigate] = useLocation()
  const [name, setName] = useState(prompt.name)
  const [purpose, setPurpose] = useState(prompt.purpose ?? promptPurposes[0])
  const create = useMutation({
    mutationFn: async () => {
      const text = prompt.readText(purpose)
      const created = await client.prompts.create({ name: name.trim(), purpose, text, note: prompt.note })
      await refresh('prompts')
      onClose()
      navigate(routes.prompt(created.id))
    },
  })
  return (
    <Column
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={100}
        value={name}
        error={create.isError ? toProblem(create.error).message : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {prompt.purpose === undefined && (
        <SegmentedControl
          aria-label="What it condenses"
          data={promptPurposes.map((each) => ({ value: each, label: purposeLabels[each] }))}
          value={purpose}
          onChange={setPurpose}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          Create
        </Button>
      </Group>
    </Column>
  )
}
