import { Button, TextInput, Select } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Prompt } from '../../../shared/prompts/prompt-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useLastTask } from '../../data/use-last-task.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { useStartRun } from '../../data/use-start-run.ts'
import { buildTaskChoices } from '../../lib/tell-apart.ts'
import { CodeView } from '../../ui/components/code/code-view.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { useSaveKey } from '../../ui/components/use-save-key.ts'
import { Bar, Block, Inline, Note } from '../../ui/layout/layout.tsx'
import { usePromptDraft } from './use-prompt-draft.ts'

/** The newest text. What is changed becomes a version of its own: no version is ever written over. */
export function PromptEditor({ prompt }: { readonly prompt: Prompt }) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const newest = prompt.versions.at(-1)
  const { draft, current, revision, type, annotate, discard } = usePromptDraft(prompt)
  const save = useMutation({
    mutationFn: async () => {
      const { text, note } = current()
      await client.prompts.addVersion({ promptId: prompt.id, text, note })
      discard()
      await refresh('prompts')
    },
  })
  const isChanged = draft.text !== newest?.text
  const canSave = isChanged && draft.text.trim() !== ''
  useSaveKey(() => canSave && !prompt.isBuiltIn && save.mutate())
  return (
    <>
      {save.isError && <ErrorPanel problem={toProblem(save.error)} onDismiss={save.reset} />}
      <Block flex={1} mih={0}>
        {prompt.isBuiltIn ? (
          <CodeView value={newest?.text ?? ''} language="plaintext" label="Prompt" />
        ) : (
          <CodeView
            value={draft.text}
            revision={revision}
            language="plaintext"
            label="Prompt"
            onChange={type}
          />
        )}
      </Block>
      <Bar component="footer" line="top">
        {isChanged && !prompt.isBuiltIn ? (
          <SaveLine
            nextVersion={prompt.versions.length + 1}
            note={draft.note}
            onNote={annotate}
            onDiscard={discard}
            save={save}
            canSave={canSave}
          />
        ) : (
          <>
            <Note component="span">
              Version {newest?.version ?? 1}
              {newest !== undefined && newest.note !== '' && `: ${newest.note}`}
            </Note>
            <Inline flex={1} />
            {prompt.purpose === 'conversation' && <TryPrompt prompt={prompt} />}
          </>
        )}
      </Bar>
    </>
  )
}

type SaveLineProps = {
  readonly nextVersion: number
  readonly note: string
  readonly onNote: (note: string) => void
  readonly onDiscard: () => void
  readonly save: { readonly isPending: boolean; readonly mutate: () => void }
  readonly canSave: boolean
}

/** Why the text was changed, and the button that keeps it. */
function SaveLine({ nextVersion, note, onNote, onDiscard, save, canSave }: SaveLineProps) {
  return (
    <>
      <TextInput
        flex={1}
        aria-label="Note"
        placeholder="What changed and why (optional)"
        maxLength={500}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
      <Button variant="default" onClick={onDiscard}>
        Discard
      </Button>
      <Button
        loading={save.isPending}
        disabled={!canSave}
        title={canSave ? 'Ctrl+S' : 'A prompt needs some text'}
        onClick={() => save.mutate()}
      >
        Save as version {nextVersion}
      </Button>
    </>
  )
}

/** Asks for a summary of a task with the newest version, and goes to where it is written. */
function TryPrompt({ prompt }: { readonly prompt: Prompt }) {
  const { queries } = useEngine()
  const tasks = useQuery(queries.tasks.list.queryOptions()).data ?? []
  const startRun = useStartRun()
  const [remembered, remember] = useLastTask()
  const task = tasks.find(({ id }) => id === remembered) ?? tasks[0]
  const run = useMutation({
    mutationFn: (taskId: string) =>
      startRun({
        taskId,
        providerId: 'native',
        prompt: { promptId: prompt.id, version: prompt.versions.length },
      }),
  })
  if (task === undefined) return <Note component="span">Open a task to try this prompt on it.</Note>
  return (
    <>
      {run.isError && (
        <Note component="span" role="alert">
          Could not start: {toProblem(run.error).message}
        </Note>
      )}
      <Select
        aria-label="Task to try it on"
        w={260}
        data={[...buildTaskChoices(tasks)]}
        value={task.id}
        allowDeselect={false}
        searchable={tasks.length > 8}
        onChange={(id) => id !== null && remember(id)}
      />
      <Button
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        loading={run.isPending}
        onClick={() => run.mutate(task.id)}
      >
        Try on this task
      </Button>
    </>
  )
}
