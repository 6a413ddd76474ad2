import type { ProfileDraft } from './profile-draft.ts'
import type { DraftIssues } from './read-draft.ts'

/** What every group of fields of the profile form is given. */
export type FieldProps = {
  readonly draft: ProfileDraft
  readonly issues: DraftIssues
  readonly change: (patch: Partial<ProfileDraft>) => void
}
