import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import { IconCopy, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { ConnectionTest, ProfileView } from '../../../shared/models/profiles-contract.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { ConfirmButton } from '../../ui/components/confirm-button.tsx'
import { useSaveKey } from '../../ui/components/use-save-key.ts'
import { Bar, Heading, Inline, Mono } from '../../ui/layout/layout.tsx'
import type { ProfileEntry } from './profile-draft.ts'

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
    <Bar component="header">
      <Heading cut>{draft.name || 'Without a name'}</Heading>
      <Mono c="dimmed" nowrap title="Its name on the command line">
        {entry.id}
      </Mono>
      <Inline flex={1} />
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
        title={isValid ? 'Ctrl+S' : 'Invalid settings, see below'}
        onClick={() => actions.save.mutate()}
      >
        Save
      </Button>
    </Bar>
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
      title="Sends one small request, at its usual cost"
      onClick={() => test.mutate()}
    >
      {isChanged ? 'Save and test' : 'Test connection'}
    </Button>
  )
}

type Mutation<Result> = UseMutationResult<Result, Error, void>

/** What can be done with a profile. */
export type ProfileActionSet = {
  readonly save: Mutation<unknown>
  readonly remove: Mutation<void>
  /** Saves first what is not saved: a test is of what is stored. */
  readonly test: Mutation<ConnectionTest | null>
  /** Cancels a test in progress. */
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
  // The result of a test is of no use once the form is gone.
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
