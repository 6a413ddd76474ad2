import { useQuery } from '@tanstack/react-query'
import type { ProfileList } from '../../../shared/api/profiles.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { ConnectionTestPanel } from './connection-test-panel.tsx'
import { KeySection } from './key-section.tsx'
import { LimitFields, ModelFields, RecordingFields } from './model-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { ProfileActions } from './profile-actions.tsx'
import type { ProfileDraft } from './profile-draft.ts'
import styles from './profile-editor.module.css'
import type { ProfileEntry } from './profile-entry.ts'
import { ProfileNotes } from './profile-notes.tsx'
import { draftOfCopy } from './profile-templates.ts'
import { PromptField } from './prompt-field.tsx'
import { readDraft } from './read-draft.ts'
import { RoleFields } from './role-fields.tsx'
import { ThresholdField } from './threshold-field.tsx'
import { useProfileActions } from './use-profile-actions.ts'

type ProfileEditorProps = {
  readonly entry: ProfileEntry
  readonly list: ProfileList
  /** Saved profiles by id. */
  readonly names: Readonly<Record<string, string>>
  readonly taken: readonly string[]
  readonly onDraft: (draft: ProfileDraft) => void
  readonly onDropDraft: () => void
  readonly onNew: (draft: ProfileDraft) => void
}

/** Everything about one profile. The form is a draft until it is saved; key and roles act at once. */
export function ProfileEditor(props: ProfileEditorProps) {
  const { entry, list, names, taken, onDraft, onDropDraft, onNew } = props
  const { queries } = useEngine()
  const { draft, saved } = entry
  const policy = useQuery(queries.policy.get.queryOptions())
  const read = readDraft(draft, saved?.profile ?? null)
  const actions = useProfileActions(entry, read.ok ? read.profile : null, onDropDraft)
  const change = (patch: Partial<ProfileDraft>): void => onDraft({ ...draft, ...patch })
  const fields = { draft, issues: read.ok ? {} : read.issues, change }
  const failed = [actions.save, actions.remove, actions.test].find((action) => action.isError)
  return (
    <div className={styles.editor}>
      <ProfileActions
        entry={entry}
        isValid={read.ok}
        actions={actions}
        onDiscard={onDropDraft}
        onDuplicate={() => onNew(draftOfCopy(draft, taken))}
      />
      <div className={styles.page}>
        {failed && <ErrorPanel problem={toProblem(failed.error)} onDismiss={failed.reset} />}
        {actions.test.data != null && (
          <ConnectionTestPanel test={actions.test.data} onDismiss={actions.test.reset} />
        )}
        {saved !== null && <ProfileNotes saved={saved} />}
        <ModelFields {...fields} />
        {draft.vendor === 'recorded' && <RecordingFields {...fields} names={names} />}
        <LimitFields {...fields} />
        <PriceFields {...fields} />
        <ThresholdField {...fields} globalPercent={policy.data?.thresholdPercent ?? null} />
        <PromptField {...fields} inherited={policy.data?.condensingPrompt ?? null} />
        <KeySection {...fields} saved={saved} storage={list.keyStorage} />
        <RoleFields profileId={saved === null ? null : entry.id} />
      </div>
    </div>
  )
}
