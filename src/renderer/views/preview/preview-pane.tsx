import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Prompt, PromptReference } from '../../../shared/domain/prompt.ts'
import type { RunPreview, RunRequest } from '../../../shared/api/runs.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { PlanList } from './plan-list.tsx'
import { PreviewFigures } from './preview-figures.tsx'
import { PreviewRows } from './preview-rows.tsx'
import styles from './preview.module.css'
import { usePreview } from './use-preview.ts'

type PreviewPaneProps = {
  /** What would be run; null while it cannot be. */
  readonly request: RunRequest | null
  /** Why there is no request; empty where there is one. */
  readonly obstacle: string
  /** What the request is chosen by, where that happens here. */
  readonly children?: ReactNode
}

/** What a run would probably give: figures, what each step would do, and the first messages. No model is asked. */
export function PreviewPane({ request, obstacle, children }: PreviewPaneProps) {
  const { preview, isStale, isWorking, error, retry } = usePreview(request)
  return (
    <section className={styles.pane} aria-label="Preview" aria-busy={isWorking}>
      <div className={styles.head}>
        <h2 className={styles.title}>Preview</h2>
        <span className={styles.note}>an estimate; no model is asked</span>
        {isWorking && <Loader size={12} aria-label="Estimating" role="status" />}
      </div>
      {children}
      <div className={styles.body}>
        {obstacle !== '' && (
          <p className={styles.obstacle} role="status">
            {obstacle}
            {preview !== null && ' The preview shows the settings from before.'}
          </p>
        )}
        {error !== null && (
          <ErrorPanel title="Could not estimate" problem={toProblem(error)} onRetry={retry} />
        )}
        {preview === null && isWorking && <SkeletonRows rows={8} label="Estimating the run" />}
        {preview !== null && (
          <div className={styles.content} data-stale={isStale}>
            <PreviewContent preview={preview} taskId={request?.taskId ?? null} />
          </div>
        )}
      </div>
    </section>
  )
}

function PreviewContent({
  preview,
  taskId,
}: {
  readonly preview: RunPreview
  readonly taskId: string | null
}) {
  const { queries } = useEngine()
  const policy = useQuery(queries.policy.get.queryOptions()).data
  const { estimate, rows } = preview
  return (
    <>
      <PreviewFigures estimate={estimate} alertCostUsd={policy?.alertCostUsd ?? null} taskId={taskId} />
      {estimate.status !== 'condensed' && (
        <p className={styles.outcome} data-status={estimate.status}>
          {estimate.status === 'failed' ? 'It would fail: ' : 'Nothing would change: '}
          {estimate.reason}
        </p>
      )}
      {estimate.warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Warnings">
          {estimate.warnings.map(({ message }, index) => (
            <li key={index}>{message}</li>
          ))}
        </ul>
      )}
      <AskedNotes estimate={estimate} />
      <PlanList estimate={estimate} />
      <PreviewRows rows={rows} />
    </>
  )
}

/** What the run would be given that nobody said: the prompt, and what was read as what. */
function AskedNotes({ estimate: { asked, notes = [] } }: Pick<RunPreview, 'estimate'>) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  const prompt = asked?.prompt ?? null
  if (prompt === null && notes.length === 0) return null
  return (
    <ul className={styles.asked} aria-label="Notes">
      {prompt !== null && <li>{promptText(prompt, prompts)}</li>}
      {notes.map(({ message }, index) => (
        <li key={index}>{message}</li>
      ))}
    </ul>
  )
}

function promptText({ promptId, version, from }: PromptReference, prompts: readonly Prompt[]): string {
  const name = prompts.find(({ id }) => id === promptId)?.name ?? promptId
  const whose = from === undefined ? '' : `, the default of the ${from}`
  return `Prompt: ${name}, version ${version}${whose}`
}
