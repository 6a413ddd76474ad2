import { Button, TextInput } from '@mantine/core'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Prompt } from '../../../shared/prompts/prompt-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePreference } from '../../data/use-preference.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { formatCountWithNoun } from '../../lib/format.ts'
import { purposeLabels } from '../../lib/purpose-labels.ts'
import { routes } from '../../lib/routes.ts'
import { ConfirmButton } from '../../ui/components/confirm-button.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { Tag } from '../../ui/components/tag.tsx'
import { Heading, Inline, Row } from '../../ui/layout/layout.tsx'
import { NamePromptDialog, type PromptToName } from './name-prompt-dialog.tsx'
import { buildDraftKey, promptDraftSchema } from './use-prompt-draft.ts'

/** Whose text it is, and what can be done with the prompt as a whole. */
export function PromptHeader({ prompt }: { readonly prompt: Prompt }) {
  const [isRenaming, setIsRenaming] = useState(false)
  const [copy, setCopy] = useState<PromptToName | null>(null)
  const remove = useRemovePrompt(prompt)
  const canChange = !prompt.isBuiltIn && !isRenaming
  return (
    <>
      <Row component="header" flex="none" mih={44} px="md">
        {isRenaming ? (
          <RenameForm prompt={prompt} onDone={() => setIsRenaming(false)} />
        ) : (
          <>
            <Heading cut>{prompt.name}</Heading>
            <Tag>{purposeLabels[prompt.purpose].toLowerCase()}</Tag>
            {prompt.isBuiltIn && <Tag>read-only</Tag>}
          </>
        )}
        <Inline flex={1} />
        {canChange && (
          <>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => setIsRenaming(true)}
            >
              Rename
            </Button>
            <ConfirmButton
              label="Remove"
              icon={<IconTrash size={14} aria-hidden />}
              question="Remove this prompt?"
              consequence={`“${prompt.name}” will be deleted with its ${formatCountWithNoun(prompt.versions.length, 'version')}. Runs that used it keep their text.`}
              confirm="Remove"
              onConfirm={() => remove.mutate()}
            />
          </>
        )}
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => setCopy(buildCopy(prompt))}
        >
          {prompt.isBuiltIn ? 'Duplicate to edit' : 'Duplicate'}
        </Button>
      </Row>
      {remove.isError && <ErrorPanel problem={toProblem(remove.error)} onDismiss={remove.reset} />}
      <NamePromptDialog prompt={copy} onClose={() => setCopy(null)} />
    </>
  )
}

/** "Built-in: conversation" becomes "Conversation copy": the copy is not built in. */
function buildCopy({ name, purpose, versions }: Prompt): PromptToName {
  const own = name.replace(/^built-in:\s*/i, '')
  return {
    name: `${own.charAt(0).toUpperCase()}${own.slice(1)}`.slice(0, 90) + ' copy',
    purpose,
    readText: () => versions.at(-1)?.text ?? '',
    note: `Copy of ${name}, version ${versions.length}`,
  }
}

function useRemovePrompt({ id }: Prompt) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [, navigate] = useLocation()
  const [, storeDraft] = usePreference(buildDraftKey(id), promptDraftSchema, null)
  return useMutation({
    mutationFn: async () => {
      await client.prompts.remove({ promptId: id })
      // Another prompt may get its id.
      storeDraft(null)
      await refresh('prompts')
      navigate(routes.prompts, { replace: true })
    },
  })
}

/** Renaming was asked for: the field takes the keyboard, and typing replaces the name. */
function focusAtOnce(field: HTMLInputElement | null): void {
  field?.select()
}

function RenameForm({ prompt, onDone }: { readonly prompt: Prompt; readonly onDone: () => void }) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [name, setName] = useState(prompt.name)
  const rename = useMutation({
    mutationFn: async () => {
      if (name.trim() !== prompt.name) await client.prompts.rename({ promptId: prompt.id, name: name.trim() })
      await refresh('prompts')
      onDone()
    },
  })
  return (
    <Row
      component="form"
      flex="none"
      mih={44}
      px="md"
      style={{ padding: 0 }}
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <TextInput
        aria-label="Name"
        w={260}
        ref={focusAtOnce}
        maxLength={100}
        value={name}
        error={rename.isError ? toProblem(rename.error).message : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
        Rename
      </Button>
      <Button variant="subtle" color="gray" onClick={onDone}>
        Cancel
      </Button>
    </Row>
  )
}
