import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { ProfileList as Profiles, KeyState } from '../../../shared/models/profiles-contract.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePreference } from '../../data/use-preference.ts'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { formatCountWithNoun } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SideList, SideListItem } from '../../ui/components/lists/side-list.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { Split } from '../../ui/components/split.tsx'
import { Tag } from '../../ui/components/tag.tsx'
import { Toolbar } from '../../ui/components/toolbar.tsx'
import {
  profileDraftSchema,
  vendorLabels,
  buildProfileEntries,
  type ProfileDraft,
  type ProfileEntry,
} from './profile-draft.ts'
import { ProfileEditor } from './profile-editor.tsx'
import { createTemplateDraft, profileTemplates } from './profile-templates.ts'

type ProfileListProps = {
  readonly entries: readonly ProfileEntry[]
  readonly roles: Profiles['roles']
  readonly selectedId: string | null
  readonly onSelect: (profileId: string) => void
}

type NewProfileMenuProps = {
  readonly taken: readonly string[]
  readonly onNew: (draft: ProfileDraft) => void
}

const draftsSchema = z.record(z.string(), profileDraftSchema)

type Drafts = z.infer<typeof draftsSchema>

const none: Drafts = {}

/** Unsaved forms by the id of their profile, kept when the window closes. */
type ProfileDrafts = {
  readonly drafts: Readonly<Drafts>
  readonly put: (draft: ProfileDraft) => void
  readonly drop: (profileId: string) => void
}

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
        <Toolbar title="Models" />
        {list.isError ? (
          <ErrorPanel problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows label="Loading the models" />
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
  const entries = buildProfileEntries(list, drafts)
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
      <Toolbar title="Models">
        <span className="figure">{formatCountWithNoun(list.profiles.length, 'model')}</span>
        <Toolbar.Spring />
        {entries.length > 0 && newProfile}
      </Toolbar>
      {selected === null ? (
        <EmptyPanel action={newProfile}>
          No model yet. Everything works without one: the built-in extractive summariser picks lines of the
          history, on this machine and at no cost. Add a model to have it write the summaries.
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
              names={buildNames(entries)}
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

function buildNames(entries: readonly ProfileEntry[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.filter(({ saved }) => saved !== null).map(({ id, draft }) => [id, draft.name || id]),
  )
}

/** The forms in the making. One screen holds them at a time, so nothing that is typed waits for the storage. */
function useProfileDrafts(): ProfileDrafts {
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

/** New models by where they are asked. */
function NewProfileMenu({ taken, onNew }: NewProfileMenuProps) {
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} width={300}>
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Add a model
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {profileTemplates.map((template) => (
          <Menu.Item key={template.label} fz="sm" onClick={() => onNew(createTemplateDraft(template, taken))}>
            {template.label}
            <div style={{ color: 'var(--muted)', fontSize: 11, lineHeight: '14px' }}>{template.about}</div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The profiles with their roles and obstacles. */
function ProfileList({ entries, roles, selectedId, onSelect }: ProfileListProps) {
  return (
    <SideList
      label="Profiles"
      items={entries}
      itemId={(entry) => entry.id}
      selectedId={selectedId}
      onSelect={onSelect}
      renderItem={(entry) => (
        <SideListItem
          title={entry.draft.name || 'Without a name'}
          badges={
            <>
              {roles.main === entry.id && (
                <Tag accent isWithinOption>
                  main
                </Tag>
              )}
              {roles.condensing === entry.id && (
                <Tag accent isWithinOption>
                  condensing
                </Tag>
              )}
              {entry.isChanged && <Tag isWithinOption>{entry.saved === null ? 'not saved' : 'changed'}</Tag>}
            </>
          }
          about={describeEntry(entry)}
          tone={(entry.saved?.obstacle ?? '') === '' ? 'plain' : 'caution'}
        />
      )}
    />
  )
}

function describeEntry({ saved, draft }: ProfileEntry): string {
  if (saved !== null && saved.obstacle !== '') return saved.obstacle
  const what = [vendorLabels[draft.vendor], draft.model || 'no model yet']
  return [...what, ...(saved === null ? [] : [describeKey(saved.key)])].join(' · ')
}

/** Where the key of a profile comes from, in a few words. */
function describeKey(key: KeyState): string {
  switch (key.source) {
    case 'stored':
      return 'key stored'
    case 'plain-text':
      return 'key stored unprotected'
    case 'environment':
      return 'key from the environment'
    case 'missing':
      return 'no key'
    case 'not-needed':
      return 'no key needed'
    default:
      return assertNever(key.source)
  }
}
