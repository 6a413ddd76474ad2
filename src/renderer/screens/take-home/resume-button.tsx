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
import styles from './use-arm.module.css'

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
    <div className={styles.form}>
      {problem !== null && !isAsked && <ErrorPanel problem={problem} />}
      {isAsked && (
        <p className={styles.text} role="status">
          {problem.message}
        </p>
      )}
      {isAsked && <FolderForm onFolder={setCwd} />}
      {plan.isPending && <SkeletonRows label="Making the copy" rows={3} />}
      {copy !== undefined && <CopyText copy={copy} isWritten={write.data !== undefined} />}
      {copy !== undefined && (
        <div className={styles.actions}>
          {write.data === undefined ? (
            <Button loading={write.isPending} onClick={() => write.mutate()}>
              Write the copy
            </Button>
          ) : (
            <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(write.data)}>
              Remove it again
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Another folder to continue in, where the one of the session is gone or on another machine. */
function FolderForm({ onFolder }: { readonly onFolder: (path: string) => void }) {
  const [path, setPath] = useState('')
  return (
    <form
      className={styles.folder}
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
    </form>
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
      <p className={styles.text} role="status">
        {isWritten ? 'Wrote' : 'This writes'} {formatCountWithNoun(messages, 'message')} for {trial.agent}:{' '}
        {files.map(({ path }) => path).join(', ')}. The original stays as it is.
      </p>
      <p className={styles.text}>To continue:</p>
      <div className={styles.actions}>
        <pre className={styles.code} tabIndex={0}>
          {lines.join('\n')}
        </pre>
        <CopyTextButton text={lines.join('\n')} label="Copy" />
      </div>
      <ul className={styles.notes}>
        {lists.map(({ title, items }) => (
          <li key={title}>
            {title}: {items.join('; ')}.
          </li>
        ))}
        <li>{addedOnResume}</li>
        <li>{describeTrial(trial)}</li>
      </ul>
    </>
  )
}
