import type { ProfileList as Profiles } from '../../../shared/api/profiles.ts'
import { SideList, SideListItem } from '../../components/side-list.tsx'
import { Tag } from '../../components/tag.tsx'
import { describeKey } from './describe-key.ts'
import type { ProfileEntry } from './profile-entry.ts'
import { vendorLabels } from './vendor-labels.ts'

type ProfileListProps = {
  readonly entries: readonly ProfileEntry[]
  readonly roles: Profiles['roles']
  readonly selectedId: string | null
  readonly onSelect: (profileId: string) => void
}

/** The profiles with what they are for, and what stands in their way. */
export function ProfileList({ entries, roles, selectedId, onSelect }: ProfileListProps) {
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
              {roles.main === entry.id && <Tag accent>main</Tag>}
              {roles.condensing === entry.id && <Tag accent>condensing</Tag>}
              {entry.isChanged && <Tag>{entry.saved === null ? 'not saved' : 'changed'}</Tag>}
            </>
          }
          about={aboutOf(entry)}
          tone={(entry.saved?.obstacle ?? '') === '' ? 'plain' : 'caution'}
        />
      )}
    />
  )
}

function aboutOf({ saved, draft }: ProfileEntry): string {
  if (saved !== null && saved.obstacle !== '') return saved.obstacle
  const what = [vendorLabels[draft.vendor], draft.model || 'no model yet']
  return [...what, ...(saved === null ? [] : [describeKey(saved.key)])].join(' · ')
}
