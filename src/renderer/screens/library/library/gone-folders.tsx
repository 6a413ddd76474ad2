import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WatchedFolder } from '../../../../shared/library/types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'

/** Watched folders that are not where they were, until they are back or nobody wants them any more. */
export function GoneFolders() {
  const { queries } = useEngine()
  const folders = useQuery(queries.library.folders.queryOptions()).data ?? []
  return folders.filter(({ isGone }) => isGone).map((folder) => <GoneFolder key={folder.path} {...folder} />)
}

function GoneFolder({ path, tasks }: WatchedFolder) {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const unwatch = useMutation({
    mutationFn: () => client.library.unwatch({ path }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.library.key() }),
  })
  const message = `${path} is gone`
  const hint =
    tasks === 0
      ? 'Put it back or reconnect its drive: Dewpoint notices by itself.'
      : `Its ${formatCountWithNoun(tasks, 'task')} cannot be read until it is back. Put it back or reconnect its drive: Dewpoint notices by itself.`
  if (unwatch.isError) return <ErrorPanel problem={toProblem(unwatch.error)} onDismiss={unwatch.reset} />
  return (
    <ErrorPanel problem={{ message: `${message}.`, where: '', hint, details: `${message}\n${hint}` }}>
      <Button
        variant="default"
        aria-label={`Stop watching ${path}`}
        disabled={unwatch.isPending}
        onClick={() => unwatch.mutate()}
      >
        Stop watching
      </Button>
    </ErrorPanel>
  )
}
