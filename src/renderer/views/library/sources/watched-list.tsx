import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { foreignSessionsText } from '../../../../shared/lib/foreign-sessions-text.ts'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { SkeletonRows } from '../../../components/skeleton-rows.tsx'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { countOf } from '../../../lib/format.ts'
import styles from './sources.module.css'

/** Folders whose tasks are followed as they change on disk, and what keeps them from it. */
export function WatchedList() {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const folders = useQuery(queries.library.folders.queryOptions())
  const unwatch = useMutation({
    mutationFn: (path: string) => client.library.unwatch({ path }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.library.key() }),
  })
  if (folders.isPending) return <SkeletonRows rows={2} label="Loading watched folders" />
  if (folders.isError)
    return <ErrorPanel problem={toProblem(folders.error)} onRetry={() => void folders.refetch()} />
  if (folders.data.length === 0)
    return (
      <p className={styles.none}>
        None yet. A folder of task folders is watched from when it is opened: its tasks follow what changes on
        disk.
      </p>
    )
  return (
    <>
      {unwatch.isError && <ErrorPanel problem={toProblem(unwatch.error)} onDismiss={unwatch.reset} />}
      <ul className={styles.list} aria-label="Watched folders">
        {folders.data.map(({ path, tasks, problem }) => (
          <li key={path} className={styles.item}>
            <span className={styles.text}>
              <span className={styles.name} title={path}>
                {path}
              </span>
              {problem === null ? (
                <WatchedContent path={path} tasks={tasks} />
              ) : (
                <span className={styles.problem}>
                  <IconAlertTriangle size={12} aria-hidden /> {problem}
                </span>
              )}
            </span>
            <Button
              variant="default"
              aria-label={`Stop watching ${path}`}
              disabled={unwatch.isPending}
              onClick={() => unwatch.mutate(path)}
            >
              Stop watching
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What is read of a folder, and what it holds that cannot be. */
function WatchedContent({ path, tasks }: { readonly path: string; readonly tasks: number }) {
  const { queries } = useEngine()
  // Looked for when the dialog is opened, not each time a task changes.
  const foreign = useQuery(queries.library.foreign.queryOptions({ input: { path }, staleTime: 60_000 })).data
  const text = foreignSessionsText(foreign ?? [])
  return (
    <span className={styles.path}>{`${countOf(tasks, 'task')}${text === null ? '' : `, and ${text}`}`}</span>
  )
}
