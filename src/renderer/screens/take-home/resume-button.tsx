import { Button, Modal, TextInput } from '@mantine/core'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionCopy, WrittenSession } from '../../../shared/take-home/session-copy-types.ts'
import {
  addedOnResume,
  describeCopyAdded,
  describeCopyLeftOut,
  resumeLines,
  describeTrial,
} from '../../../shared/take-home/session-copy-words.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { formatCountWithNoun } from '../../lib/format.ts'
import { CopyTextButton } from '../../ui/components/copy-text-button.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { Block, Column, Grid, Note, Pre, Row } from '../../ui/layout/layout.tsx'

/** Writes the result as a new session that the agent of the task continues; the original is only read. */
export function ResumeButton({ runId }: { readonly runId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerTrackNext size={14} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Continue in its agent
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title="Continue with the condensed history"
        size={760}
      >
        <CopyPane runId={runId} />
      </Modal>
    </>
  )
}

function CopyPane({ runId }: { readonly runId: string }) {
  const { client, queries } = useEngine()
  const [cwd, setCwd] = useState('')
  const request = { runId, ...(cwd === '' ? {} : { cwd }) }
  const plan = useQuery(queries.resume.plan.queryOptions({ input: request, gcTime: 0, retry: false }))
  const write = useMutation({ mutationFn: () => client.resume.write(request) })
  const undo = useMutation({
    mutationFn: ({ id }: WrittenSession) => client.resume.remove({ id }),
    onSuccess: () => write.reset(),
  })
  const failed = [plan, write, undo].find(({ isError }) => isError)
  const problem = failed === undefined ? null : toProblem(failed.error)
  const copy = write.data ?? plan.data
  // A folder that is gone is asked for: nothing has failed.
  const isAsked = plan.isError && problem?.code === 'not-found'
  return (
    <Column gap="md">
      {problem !== null && !isAsked && <ErrorPanel problem={problem} />}
      {isAsked && (
        <Block component="p" breaks role="status">
          {problem.message}
        </Block>
      )}
      {isAsked && <FolderForm onFolder={setCwd} />}
      {plan.isPending && <SkeletonRows label="Making the copy" rows={3} />}
      {copy !== undefined && <CopyText copy={copy} isWritten={write.data !== undefined} />}
      {copy !== undefined && (
        <Row align="stretch" wrap>
          {write.data === undefined ? (
            <Button loading={write.isPending} onClick={() => write.mutate()}>
              Write the copy
            </Button>
          ) : (
            <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(write.data)}>
              Remove it again
            </Button>
          )}
        </Row>
      )}
    </Column>
  )
}

/** Another folder to continue in, where the one of the session is gone or on another machine. */
function FolderForm({ onFolder }: { readonly onFolder: (path: string) => void }) {
  const [path, setPath] = useState('')
  return (
    <Grid
      component="form"
      columns="1fr auto"
      gap="sm"
      align="end"
      onSubmit={(event) => {
        event.preventDefault()
        onFolder(path.trim())
      }}
    >
      <TextInput
        label="Folder to continue in"
        placeholder="/home/me/project"
        value={path}
        onChange={({ currentTarget }) => setPath(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Continue there
      </Button>
    </Grid>
  )
}

function CopyText({ copy, isWritten }: { readonly copy: SessionCopy; readonly isWritten: boolean }) {
  const { messages, trial, files, leftOut, added } = copy
  const lines = resumeLines(copy)
  const lists = [
    { title: 'Left out', items: describeCopyLeftOut(leftOut) },
    { title: 'Added', items: describeCopyAdded(added) },
  ].filter(({ items }) => items.length > 0)
  return (
    <>
      <Block component="p" breaks role="status">
        {isWritten ? 'Wrote' : 'This writes'} {formatCountWithNoun(messages, 'message')} for {trial.agent}:{' '}
        {files.map(({ path }) => path).join(', ')}. The original stays as it is.
      </Block>
      <Block component="p" breaks>
        To continue:
      </Block>
      <Row align="stretch" wrap>
        <Pre mah={320} py="sm" px="md" scroll line="around" tabIndex={0}>
          {lines.join('\n')}
        </Pre>
        <CopyTextButton text={lines.join('\n')} label="Copy" />
      </Row>
      <Note component="ul" pl={18}>
        {lists.map(({ title, items }) => (
          <li key={title}>
            {title}: {items.join('; ')}.
          </li>
        ))}
        <li>{addedOnResume}</li>
        <li>{describeTrial(trial)}</li>
      </Note>
    </>
  )
}
