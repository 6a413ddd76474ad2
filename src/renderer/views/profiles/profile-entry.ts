import type { ProfileList, ProfileView } from '../../../shared/api/profiles.ts'
import { draftOfProfile, isSameDraft, type ProfileDraft } from './profile-draft.ts'

/** A profile as the screen shows it: what is saved, what is in its form. */
export type ProfileEntry = {
  readonly id: string
  /** Null where it was never saved. */
  readonly saved: ProfileView | null
  readonly draft: ProfileDraft
  readonly isChanged: boolean
}

/** Saved profiles in their order, then those that are forms only. */
export function profileEntries(
  list: ProfileList,
  drafts: Readonly<Record<string, ProfileDraft>>,
): readonly ProfileEntry[] {
  const saved = list.profiles.map((view) => {
    const clean = draftOfProfile(view.profile)
    const draft = drafts[view.profile.id] ?? clean
    return { id: view.profile.id, saved: view, draft, isChanged: !isSameDraft(draft, clean) }
  })
  const known = new Set(saved.map(({ id }) => id))
  const fresh = Object.values(drafts)
    .filter(({ id }) => !known.has(id))
    .map((draft) => ({ id: draft.id, saved: null, draft, isChanged: true }))
  return [...saved, ...fresh]
}
