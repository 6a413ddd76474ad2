import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { ProfileList as Profiles } from '../../../shared/api/profiles.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { Split } from '../../components/split.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { countOf } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { NewProfileMenu } from './new-profile-menu.tsx'
import type { ProfileDraft } from './profile-draft.ts'
import { ProfileEditor } from './profile-editor.tsx'
import { profileEntries, type ProfileEntry } from './profile-entry.ts'
import { ProfileList } from './profile-list.tsx'
import { useProfileDrafts, type ProfileDrafts } from './use-profile-drafts.ts'

/** The models that can be asked: which, where, at what price, and what they are for. */
export function ProfilesView({ profileId }: { readonly profileId: string | null }) {
  const { queries } = useEngine()
  // Both are read in one place: a form that was saved leaves the drafts in the very picture in which the list has it.
  const list = useQuery(queries.profiles.list.queryOptions())
  const drafts = useProfileDrafts()
  // What is there stays where reading it again fails: someone may be writing in it.
  if (list.data === undefined) {
    return (
      <>
        <Toolbar title="Profiles" />
        {list.isError ? (
          <ErrorPanel problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows label="Loading profiles" />
        )}
      </>
    )
  }
  return <LoadedProfiles list={list.data} drafts={drafts} profileId={profileId} />
}

type LoadedProfilesProps = {
  readonly list: Profiles
  readonly drafts: ProfileDrafts
  readonly profileId: string | null
}

function LoadedProfiles({ list, drafts: { drafts, put, drop }, profileId }: LoadedProfilesProps) {
  const [, navigate] = useLocation()
  const split = useSplitLayout('profiles', 28)
  const entries = profileEntries(list, drafts)
  const selected = entries.find((entry) => entry.id === profileId) ?? entries[0] ?? null
  const select = (id: string): void => navigate(routes.profile(id), { replace: true })
  const add = (draft: ProfileDraft): void => {
    put(draft)
    select(draft.id)
  }
  const taken = entries.map((entry) => entry.id)
  const newProfile = <NewProfileMenu taken={taken} onNew={add} />
  return (
    <>
      <Toolbar title="Profiles">
        <span className="figure">{countOf(list.profiles.length, 'profile')}</span>
        <Toolbar.Spring />
        {entries.length > 0 && newProfile}
      </Toolbar>
      {selected === null ? (
        <EmptyPanel action={newProfile}>
          No model is set up, and none is needed: everything works without one. Summaries are then made by the
          built-in extractive model, which picks sentences on this machine and costs nothing. A profile lets a
          real model write them.
        </EmptyPanel>
      ) : (
        <Split
          id="profiles"
          direction="horizontal"
          {...split}
          label="Width of the list"
          first={
            <ProfileList entries={entries} roles={list.roles} selectedId={selected.id} onSelect={select} />
          }
          second={
            <ProfileEditor
              key={selected.id}
              entry={selected}
              list={list}
              names={namesOf(entries)}
              onDraft={put}
              onDropDraft={() => drop(selected.id)}
              onNew={add}
              taken={taken}
            />
          }
        />
      )}
    </>
  )
}

function namesOf(entries: readonly ProfileEntry[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.filter(({ saved }) => saved !== null).map(({ id, draft }) => [id, draft.name || id]),
  )
}
