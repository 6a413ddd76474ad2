import { Button, Group, Modal } from '@mantine/core'
import { AskingNote } from './policies/asking-note.tsx'
import type { AskingEstimate } from './policies/use-asking-estimate.ts'
import type { PolicyDraft } from './policies/use-policy-draft.ts'
import styles from './replay.module.css'

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
      <div className={styles.ask}>
        <AskingNote draft={draft} estimate={estimate} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus onClick={onAgree}>
            Go on
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
