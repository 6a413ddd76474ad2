import { Button, Progress, Group, Modal } from '@mantine/core'
import { IconPlayerStop, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { RunProgress } from '../../../shared/condense/run-types.ts'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import type { ReplayInput } from '../../data/engine-context.ts'
import { formatCountWithNoun } from '../../lib/format.ts'
import { Column, Note } from '../../ui/layout/layout.tsx'
import { AskingNote } from './policies/asking-note.tsx'
import { useReplayEstimate, type AskingEstimate } from './policies/use-asking-estimate.ts'
import type { PolicyDraft } from './policies/use-policy-draft.ts'

type ReplayProgressProps = {
  readonly job: { readonly isRunning: boolean; readonly progress: RunProgress | null } | null
  readonly onCancel: () => void
  /** What is cancelled. */
  readonly label: string
  /** What a stage is called that goes by the id of its policy; absent where it goes by its name. */
  readonly findName?: (policyId: string) => string
}

/** How far the work has come, and the way to stop it. */
export function ReplayProgress({ job, onCancel, label, findName }: ReplayProgressProps) {
  if (job?.isRunning !== true) return null
  const { label: stage = 'Starting', done = 0, total = 0 } = job.progress ?? {}
  const percent = total === 0 ? 0 : (100 * done) / total
  return (
    <>
      <Note component="span" miw={0} cut role="status">
        {findName?.(stage) ?? stage}
        {total > 1 && ` · ${formatInteger(done)} of ${formatInteger(total)}`}
      </Note>
      <Progress w={120} value={percent} aria-label={`Progress of the ${label}`} transitionDuration={0} />
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        aria-label={`Cancel the ${label}`}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </>
  )
}

type PlayButtonProps = {
  readonly taskId: string
  readonly draft: PolicyDraft
  readonly onPlay: (input: ReplayInput) => void
  readonly isRunning: boolean
}

/** Plays the policies. Where a model is asked, only after that has been agreed to. */
export function PlayButton({ taskId, draft, onPlay, isRunning }: PlayButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { check, maxCostUsd } = draft
  const estimate = useReplayEstimate(draft, isAsking)
  const play = (): void => {
    setIsAsking(false)
    if (check?.ok !== true) return
    const { policies } = check
    onPlay({ taskId, policies, ...(maxCostUsd === null ? {} : { maxCostUsd }) })
  }
  const count = check?.ok === true ? check.policies.length : null
  return (
    <>
      <Button
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        disabled={check?.ok !== true || isRunning}
        title={check?.ok === false ? 'The policies have errors, listed below the YAML' : undefined}
        onClick={() => (check?.ok === true && check.asks.length > 0 ? setIsAsking(true) : play())}
      >
        {count === null ? 'Play' : `Play ${formatCountWithNoun(count, 'policy', 'policies')}`}
      </Button>
      <AskingDialog
        draft={draft}
        estimate={estimate}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onAgree={play}
      />
    </>
  )
}

type AskingDialogProps = {
  readonly draft: PolicyDraft
  readonly estimate: AskingEstimate
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onAgree: () => void
}

/** Says what is asked and what it may cost before anything leaves this machine. */
export function AskingDialog({ draft, estimate, isOpen, onClose, onAgree }: AskingDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="This asks a model" size="lg">
      <Column gap="md">
        <AskingNote draft={draft} estimate={estimate} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus onClick={onAgree}>
            Continue
          </Button>
        </Group>
      </Column>
    </Modal>
  )
}
