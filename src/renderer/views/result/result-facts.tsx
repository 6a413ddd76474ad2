import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { extractiveProfileId } from '../../../shared/domain/model-profile.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { useEngine } from '../../data/engine-context.ts'
import { formatTime } from '../../lib/format.ts'
import { providersOfRun } from '../../lib/providers-of-run.ts'
import { routes } from '../../lib/routes.ts'
import styles from './result-header.module.css'

/** What a run was made of: provider, preset, model, prompt, and when. */
export function ResultFacts({ run }: { readonly run: RunSummary }) {
  const { instead } = providersOfRun(run)
  return (
    <span className={styles.facts}>
      <Link
        href={routes.condense(run.taskId, run.providerId)}
        className={styles.provider ?? ''}
        title="Its settings"
      >
        {run.providerId}
      </Link>
      {instead !== null && ` → ${instead}`} · {run.presetId ?? 'no preset'}
      {run.model !== null && <ModelFact model={run.model} />}
      {run.prompt !== null && <PromptFact prompt={run.prompt} />} · {formatTime(run.startedTs)}
      {run.isAutomatic && ' · by a trigger'}
    </span>
  )
}

function ModelFact({ model }: { readonly model: NonNullable<RunSummary['model']> }) {
  return (
    <>
      {' · '}
      {model.profileId === extractiveProfileId ? (
        model.label
      ) : (
        <Link href={routes.profile(model.profileId)} className={styles.provider ?? ''} title="The model">
          {model.label}
        </Link>
      )}
    </>
  )
}

function PromptFact({ prompt }: { readonly prompt: NonNullable<RunSummary['prompt']> }) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions()).data
  const name = prompts?.find(({ id }) => id === prompt.promptId)?.name
  const whose = prompt.from === undefined ? '' : ` (of the ${prompt.from})`
  const label = `${name ?? 'removed prompt'} v${prompt.version}${whose}`
  return (
    <>
      {' · '}
      {name === undefined ? (
        label
      ) : (
        <Link href={routes.prompt(prompt.promptId)} className={styles.provider ?? ''} title="The prompt">
          {label}
        </Link>
      )}
    </>
  )
}
