import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import { IconCopy, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useSaveKey } from '../../components/use-save-key.ts'
import styles from './profile-editor.module.css'
import type { ProfileEntry } from './profile-entry.ts'
import type { ProfileActionSet } from './use-profile-actions.ts'

type ProfileActionsProps = {
  readonly entry: ProfileEntry
  readonly isValid: boolean
  readonly actions: ProfileActionSet
  readonly onDiscard: () => void
  readonly onDuplicate: () => void
}

/** The line above the form: whose it is, and what can be done with it. */
export function ProfileActions({ entry, isValid, actions, onDiscard, onDuplicate }: ProfileActionsProps) {
  const { saved, draft, isChanged } = entry
  const canSave = isChanged && isValid
  useSaveKey(() => canSave && actions.save.mutate())
  return (
    <header className={styles.actions}>
      <h2 className={styles.name}>{draft.name || 'Without a name'}</h2>
      <span className={styles.id} title="Its name on the command line">
        {entry.id}
      </span>
      <span className={styles.spring} />
      <Tooltip label="Duplicate">
        <ActionIcon aria-label="Duplicate" onClick={onDuplicate}>
          <IconCopy size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {saved !== null && (
        <ConfirmButton
          label="Remove"
          icon={<IconTrash size={14} aria-hidden />}
          question="Remove this profile?"
          consequence={`“${saved.profile.name}” will be deleted with its key and its roles. Runs that used it stay.`}
          confirm="Remove"
          onConfirm={() => actions.remove.mutate()}
        />
      )}
      <TestButton isValid={isValid} isChanged={isChanged} actions={actions} />
      {isChanged && (
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button
        loading={actions.save.isPending}
        disabled={!canSave}
        title={isValid ? 'Ctrl+S' : 'Something does not fit yet: see below'}
        onClick={() => actions.save.mutate()}
      >
        Save
      </Button>
    </header>
  )
}

function TestButton({
  isValid,
  isChanged,
  actions: { test, cancelTest },
}: Pick<ProfileActionsProps, 'isValid' | 'actions'> & { readonly isChanged: boolean }) {
  if (test.isPending) {
    return (
      <Button variant="default" leftSection={<Loader size={14} aria-hidden />} onClick={cancelTest}>
        Cancel test
      </Button>
    )
  }
  return (
    <Button
      variant="default"
      leftSection={<IconPlugConnected size={14} aria-hidden />}
      disabled={!isValid}
      title="Sends one small request, which costs what it costs"
      onClick={() => test.mutate()}
    >
      {isChanged ? 'Save and test' : 'Test connection'}
    </Button>
  )
}
