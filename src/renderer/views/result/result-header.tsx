import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { downloadText } from '../../components/download-text.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useStartRun } from '../../data/use-start-run.ts'
import { routes } from '../../lib/routes.ts'
import { titleOf } from '../../lib/title-of.ts'
import { ExpandAnswer } from './expand-answer.tsx'
import { ResultActions } from './result-actions.tsx'
import { ResultFacts } from './result-facts.tsx'
import styles from './result-header.module.css'
import { sameRequest } from './same-request.ts'

/** Where the result belongs, and what can be done with it. */
export function ResultHeader({ run }: { readonly run: RunSummary }) {
  const { client } = useEngine()
  const startRun = useStartRun()
  const again = useMutation({
    mutationFn: async () => startRun(sameRequest(run, await client.presets.list({}))),
  })
  const expand = useMutation({ mutationFn: () => client.runs.expand({ runId: run.id }) })
  const download = useMutation({
    mutationFn: async () => {
      const result = await client.runs.result({ runId: run.id })
      downloadText(`${run.providerId}-${run.id}.json`, JSON.stringify(result, null, 2))
    },
  })
  const failed = [download, again].find((action) => action.isError)
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>
          <Link href={routes.task(run.taskId)} className={styles.task ?? ''}>
            {titleOf(run.taskTitle)}
          </Link>
          <span className={styles.arrow} aria-hidden>
            ▸
          </span>
          Result
        </h1>
        <ResultFacts run={run} />
        <span className={styles.spring} />
        <ResultActions status={run.status} expand={expand} download={download} again={again} />
      </header>
      {failed && <ErrorPanel problem={toProblem(failed.error)} onDismiss={failed.reset} />}
      <ExpandAnswer expanded={expand.data ?? null} error={expand.error} onDismiss={expand.reset} />
    </>
  )
}
