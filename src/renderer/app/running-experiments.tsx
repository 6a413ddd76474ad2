import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { showControls } from '../../shared/lib/show-controls.ts'
import { useEngine } from '../data/engine-context.ts'
import { routes } from '../lib/routes.ts'
import styles from './status-bar.module.css'

/** While one runs, its figures are read again this often. */
const refreshMs = 2000

/** Experiments at work, whichever screen is shown, with a way to stop each. */
export function RunningExperiments() {
  const { client, queries } = useEngine()
  const list = useQuery(
    queries.experiments.list.queryOptions({
      refetchInterval: ({ state }) =>
        state.data?.some(({ status }) => status === 'running') === true ? refreshMs : false,
    }),
  )
  const running = (list.data ?? []).filter(({ status }) => status === 'running')
  return running.map(({ id, name, cells }) => (
    <span key={id} className={styles.work} role="status">
      <Link href={routes.experiment(id, 'cells')} className={styles.task ?? ''}>
        {showControls(name)}: {cells.done + cells.failed} of {cells.total} cells
      </Link>
      <ActionIcon
        size={18}
        aria-label={`Cancel ${showControls(name)}`}
        onClick={() => void client.experiments.cancel({ experimentId: id }).catch(() => undefined)}
      >
        <IconX size={12} aria-hidden />
      </ActionIcon>
    </span>
  ))
}
