import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { ConnectionTest } from '../../../shared/api/profiles.ts'
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
  readonly test: Mutation<ConnectionTest>
}

/** Saving, removing and testing a profile. `profile` is null while its form has faults. */
export function useProfileActions(
  entry: ProfileEntry,
  profile: ModelProfile | null,
  onSaved: () => void,
): ProfileActionSet {
  const { client } = useEngine()
  const refresh = useRefresh()
  const save = async (): Promise<void> => {
    if (profile === null) return
    await client.profiles.save(profile)
    await refresh('profiles')
    onSaved()
  }
  return {
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
        if (entry.isChanged) await save()
        try {
          return await client.profiles.test({ profileId: entry.id })
        } finally {
          void refresh('policy')
        }
      },
    }),
  }
}
