import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileRoles } from '../../../shared/domain/model-profile.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { FormSection } from '../../components/form-section.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useRefresh } from '../../data/use-refresh.ts'

const nobody: ProfileRoles = { main: null, condensing: null }

type RoleFieldsProps = {
  /** Null for a profile that is not saved. */
  readonly profileId: string | null
}

/** What a profile is for. One profile at a time has a role; taking it takes it from the other. */
export function RoleFields({ profileId }: RoleFieldsProps) {
  const { client, queries } = useEngine()
  // Read here, so that the switches follow the roles in the very picture in which the choice is let go.
  const roles = useQuery(queries.profiles.list.queryOptions()).data?.roles ?? nobody
  const refresh = useRefresh()
  // What was chosen is shown at once, and taken back where it is refused.
  const [chosen, setChosen] = useState<Partial<ProfileRoles>>({})
  const assign = useMutation({
    mutationFn: (change: Partial<ProfileRoles>) => client.profiles.setRoles({ ...roles, ...change }),
    onSettled: async () => {
      await refresh('profiles')
      setChosen({})
    },
  })
  const choose = (role: keyof ProfileRoles, holds: boolean): void => {
    const change = { [role]: holds ? profileId : null }
    setChosen(change)
    assign.mutate(change)
  }
  const shown: ProfileRoles = { ...roles, ...chosen }
  return (
    <FormSection
      title="Roles"
      layout="stack"
      note={
        profileId === null
          ? 'Save the profile first.'
          : 'Without a condensing profile the main one writes summaries; without either, the built-in extractive model.'
      }
    >
      <Switch
        label="Main: its window is what a task is held against"
        checked={profileId !== null && shown.main === profileId}
        disabled={profileId === null}
        onChange={(event) => choose('main', event.currentTarget.checked)}
      />
      <Switch
        label="Condensing: it writes the summaries"
        checked={profileId !== null && shown.condensing === profileId}
        disabled={profileId === null}
        onChange={(event) => choose('condensing', event.currentTarget.checked)}
      />
      {assign.isError && <ErrorPanel problem={toProblem(assign.error)} onDismiss={assign.reset} />}
    </FormSection>
  )
}
