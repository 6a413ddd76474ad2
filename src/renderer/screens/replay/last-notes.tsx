import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isSameJson } from '../../../shared/kernel/json-values.ts'
import type { KeptReplay } from '../../../shared/replay/kept-replay-contract.ts'
import { useEngine } from '../../data/engine-context.ts'
import { formatTime } from '../../lib/format.ts'
import { Note, Notice } from '../../ui/layout/layout.tsx'
import { describeKeptReplay } from './describe-kept-replay.ts'
import type { PolicyDraft } from './policies/use-policy-draft.ts'
import { writePoliciesText } from './policies/write-policies-text.ts'
import type { LastReplay } from './use-last-replay.ts'

type PlayedAtProps = { readonly kept: KeptReplay | null; readonly verb?: string }

/** When what is shown was played. */
export function PlayedAt({ kept, verb = 'Played' }: PlayedAtProps) {
  if (kept === null) return null
  return (
    <Note component="span" flex="none">
      {verb} {formatTime(kept.playedTs)}
    </Note>
  )
}

type KeptNoteProps = {
  readonly taskId: string
  readonly kept: KeptReplay | null
  readonly notKept: string | null
}

/** What of the basis of what is shown has changed since, and whether it is gone with the window. */
export function KeptNote({ taskId, kept, notKept }: KeptNoteProps) {
  const { queries } = useEngine()
  const task = useQuery(queries.tasks.get.queryOptions({ input: { taskId }, staleTime: 30_000 }))
  const state = task.data?.summary.state
  if (notKept !== null)
    return (
      <Notice display="flex" flex="none" wrap align="center" gap="xs md" line="bottom" role="status">
        What was played will be lost with this window. {notKept}
      </Notice>
    )
  if (kept === null || kept.changes.length === 0) return null
  return (
    <Notice display="flex" flex="none" wrap align="center" gap="xs md" line="bottom" role="status">
      {describeKeptReplay(kept, state)}
    </Notice>
  )
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
    <Notice display="flex" flex="none" wrap align="center" gap="xs md" line="bottom" role="status">
      <span>The policies have changed since: results and contexts belong to the list as it was played.</span>
      <Button size="compact-xs" variant="subtle" onClick={() => draft.replace(writePoliciesText(policies))}>
        Restore that list
      </Button>
    </Notice>
  )
}
