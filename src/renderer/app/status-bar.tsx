import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useEngine } from '../data/engine-context.ts'
import type { TrackedRun } from '../data/run-tracker.ts'
import { useTrackedRuns } from '../data/use-tracked-runs.ts'
import { countOf, formatTokens } from '../lib/format.ts'
import { routes } from '../lib/routes.ts'
import { titleOf } from '../lib/title-of.ts'
import styles from './status-bar.module.css'
import { RunningExperiments } from './running-experiments.tsx'
import { SpentToday } from './spent-today.tsx'
import { useOpenTask } from './use-open-task.ts'
import { WindowUse } from './window-use.tsx'

/** The task that is open, and the work that is running, with a way to stop it. */
export function StatusBar() {
  const task = useOpenTask()
  const tracked = useTrackedRuns()
  useResumeTracking()
  return (
    <footer className={styles.bar} aria-label="Status">
      {task === null ? (
        <span className={styles.muted}>No task open</span>
      ) : (
        <>
          <Link href={routes.task(task.id)} className={styles.task ?? ''}>
            {titleOf(task.title)}
          </Link>
          <span className={styles.muted}>
            {task.messages === null ? '' : `${countOf(task.messages, 'message')} · `}
            {formatTokens(task.tokens)}
            {task.tokens === null ? '' : ' (counted)'}
          </span>
          <WindowUse taskId={task.id} />
        </>
      )}
      <span className={styles.spring} />
      {tracked.map((entry) => (
        <RunningWork key={entry.run.id} entry={entry} />
      ))}
      <RunningExperiments />
      <SpentToday />
    </footer>
  )
}

function RunningWork({ entry }: { readonly entry: TrackedRun }) {
  const { runs } = useEngine()
  const { run, progress, problem } = entry
  const share =
    progress !== null && progress.total > 0 ? Math.round((progress.done / progress.total) * 100) : null
  const stage = problem?.message ?? progress?.label ?? 'Starting'
  return (
    <span className={styles.work} role="status">
      <Link href={routes.run(run.id)} className={styles.task ?? ''}>
        {run.providerId}: {stage}
        {share !== null && ` ${share} %`}
      </Link>
      <ActionIcon
        size={18}
        aria-label={problem === null ? `Cancel ${run.providerId}` : 'Dismiss'}
        onClick={() =>
          problem === null ? void runs.cancel(run.id).catch(() => undefined) : runs.dismiss(run.id)
        }
      >
        <IconX size={12} aria-hidden />
      </ActionIcon>
    </span>
  )
}

/** Runs that were started before this window was: a reload, another tab, another door. Each is tried once. */
function useResumeTracking(): void {
  const { queries, runs } = useEngine()
  const all = useQuery(queries.runs.list.queryOptions({ input: {} }))
  const tried = useRef(new Set<string>())
  useEffect(() => {
    for (const run of all.data ?? []) {
      if (run.status !== 'running' || tried.current.has(run.id)) continue
      tried.current.add(run.id)
      runs.track(run).catch(() => undefined)
    }
  }, [all.data, runs])
}
