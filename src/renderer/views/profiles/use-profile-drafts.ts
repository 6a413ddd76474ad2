import { useState } from 'react'
import { z } from 'zod'
import { usePreference } from '../../data/use-preference.ts'
import { profileDraftSchema, type ProfileDraft } from './profile-draft.ts'

const draftsSchema = z.record(z.string(), profileDraftSchema)
type Drafts = z.infer<typeof draftsSchema>
const none: Drafts = {}

/** Forms that are not saved yet, by the id of their profile; they outlive the window. */
export type ProfileDrafts = {
  readonly drafts: Readonly<Drafts>
  readonly put: (draft: ProfileDraft) => void
  readonly drop: (profileId: string) => void
}

/** The forms in the making. One screen holds them at a time, so nothing that is typed waits for the storage. */
export function useProfileDrafts(): ProfileDrafts {
  const [stored, store] = usePreference('draft.profiles', draftsSchema, none)
  const [drafts, setDrafts] = useState(stored)
  const change = (next: Drafts): void => {
    setDrafts(next)
    store(next)
  }
  return {
    drafts,
    put: (draft) => change({ ...drafts, [draft.id]: draft }),
    drop: (profileId) =>
      change(Object.fromEntries(Object.entries(drafts).filter(([id]) => id !== profileId))),
  }
}
