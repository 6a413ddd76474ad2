import { Button } from '@mantine/core'
import type { KeptChange, KeptReplay } from '../../../shared/api/kept-replay.ts'
import { isSameJson } from '../../../shared/lib/is-same-json.ts'
import { formatTime } from '../../lib/format.ts'
import { policiesText } from './policies/policies-text.ts'
import type { PolicyDraft } from './policies/use-policy-draft.ts'
import styles from './replay.module.css'
import type { LastReplay } from './use-last-replay.ts'

type PlayedAtProps = { readonly kept: KeptReplay | null; readonly verb?: string }

/** When what is shown was played. */
export function PlayedAt({ kept, verb = 'Played' }: PlayedAtProps) {
  if (kept === null) return null
  return (
    <span className={styles.word}>
      {verb} {formatTime(kept.playedTs)}
    </span>
  )
}

/** What of the basis of what is shown has changed since, and whether it is gone with the window. */
export function KeptNote({
  kept,
  notKept,
}: {
  readonly kept: KeptReplay | null
  readonly notKept: string | null
}) {
  if (notKept !== null)
    return (
      <p className={styles.stale} role="status">
        What was played is gone with this window. {notKept}
      </p>
    )
  if (kept === null || kept.changes.length === 0) return null
  return (
    <p className={styles.stale} role="status">
      {kept.changes.map((change) => changeText(change, kept)).join(' ')} Play again to have the figures of
      now.
    </p>
  )
}

function changeText(change: KeptChange, { version }: KeptReplay): string {
  const texts: Readonly<Record<KeptChange, string>> = {
    task: 'The task has changed since this was played.',
    settings:
      'What these policies name has changed since: presets, prompts, pins, models or the policy of runs.',
    version: `This was played by Dewpoint ${version}; another version may count otherwise.`,
  }
  return texts[change]
}

/** Says that what is shown is of other policies than those in the list, and leads back to them. */
export function OtherPoliciesNote({
  draft,
  shown,
}: {
  readonly draft: PolicyDraft
  readonly shown: LastReplay['shown']
}) {
  if (shown === null || draft.check?.ok !== true) return null
  const { policies } = shown.input
  if (policies === undefined || isSameJson(policies, draft.check.policies)) return null
  return (
    <p className={styles.stale} role="status">
      <span>The policies have changed since: results and contexts are of the list as it was played.</span>
      <Button size="compact-xs" variant="subtle" onClick={() => draft.replace(policiesText(policies))}>
        Take that list again
      </Button>
    </p>
  )
}
