import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ConnectionTest, ProfileView } from '../../../shared/api/profiles.ts'
import type { ModelProfile } from '../../../shared/domain/model-profile.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import type { ProfileEntry } from './profile-entry.ts'

type Mutation<Result> = UseMutationResult<Result, Error, void>

/** What can be done with a profile. */
export type ProfileActionSet = {
  readonly save: Mutation<unknown>
  readonly remove: Mutation<void>
  /** Saves first what is not saved: a test is of what is stored. */
  readonly test: Mutation<ConnectionTest | null>
  /** Ends a test in progress; it comes to nothing then. */
  readonly cancelTest: () => void
}

/** Saving, removing and testing a profile. `profile` is null while its form has faults. */
export function useProfileActions(
  entry: ProfileEntry,
  profile: ModelProfile | null,
  onSaved: () => void,
): ProfileActionSet {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  const save = async (): Promise<void> => {
    if (profile === null) return
    const saved = await client.profiles.save(profile)
    // In the list before the form goes: the profile is never in neither of the two.
    queryClient.setQueryData(
      queries.profiles.list.queryKey(),
      (list) => list && { ...list, profiles: withProfile(list.profiles, saved) },
    )
    onSaved()
    await refresh('profiles')
  }
  const testing = useRef<AbortController | null>(null)
  const cancelTest = (): void => testing.current?.abort()
  // Nobody would see what the test of a profile finds whose form is gone.
  useEffect(() => () => testing.current?.abort(), [])
  return {
    cancelTest,
    save: useMutation({ mutationFn: save }),
    remove: useMutation({
      mutationFn: async () => {
        if (entry.saved !== null) await client.profiles.remove({ profileId: entry.id })
        onSaved()
        await refresh('profiles')
      },
    }),
    test: useMutation({
      mutationFn: async () => {
        const { signal } = (testing.current = new AbortController())
        if (entry.isChanged) await save()
        try {
          return await client.profiles.test({ profileId: entry.id }, { signal })
        } catch (error) {
          if (signal.aborted) return null
          throw error
        } finally {
          void refresh('policy')
        }
      },
    }),
  }
}

function withProfile(profiles: readonly ProfileView[], saved: ProfileView): ProfileView[] {
  const isKnown = profiles.some(({ profile }) => profile.id === saved.profile.id)
  if (!isKnown) return [...profiles, saved]
  return profiles.map((view) => (view.profile.id === saved.profile.id ? saved : view))
}
