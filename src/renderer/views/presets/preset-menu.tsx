import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCopy,
  IconDeviceFloppy,
  IconDots,
  IconDownload,
  IconHistory,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUpload,
  type Icon,
} from '@tabler/icons-react'
import type { RefObject } from 'react'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import type { PresetDesk } from './use-preset-desk.ts'
import { downloadText } from '../../components/download-text.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useRefresh } from '../../data/use-refresh.ts'

type PresetMenuProps = {
  readonly desk: PresetDesk
  /** Leads to the button of the menu. */
  readonly button: RefObject<HTMLButtonElement | null>
}

/** What can be done with presets: saving, and all that a chosen one allows. */
export function PresetMenu({ desk, button }: PresetMenuProps) {
  const { matched, changedFrom, open } = desk
  const subject = matched ?? changedFrom
  return (
    // The placeholder that takes the focus first would be a child of the menu that is no item.
    <Menu
      position="bottom-start"
      transitionProps={{ duration: 0 }}
      width={260}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="default"
          size={30}
          aria-label="Preset actions"
          title="Preset actions"
        >
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <SaveItems desk={desk} />
        {subject !== null && <SubjectItems desk={desk} subject={subject} />}
        <Menu.Divider role="separator" />
        <Item icon={IconUpload} label="Import from file…" onClick={() => open('import')} />
      </Menu.Dropdown>
    </Menu>
  )
}

function SaveItems({ desk: { canSave, changedFrom, open } }: { readonly desk: PresetDesk }) {
  return (
    <>
      {changedFrom !== null && (
        <Item
          icon={IconDeviceFloppy}
          label={`Save as version ${changedFrom.versions.length + 1} of “${changedFrom.label}”…`}
          isDisabled={!canSave}
          onClick={() => open('update')}
        />
      )}
      <Item icon={IconPlus} label="Save as new preset…" isDisabled={!canSave} onClick={() => open('save')} />
    </>
  )
}

type SubjectItemsProps = { readonly desk: PresetDesk; readonly subject: PresetEntry }

function SubjectItems({ desk, subject }: SubjectItemsProps) {
  const { open } = desk
  const { duplicate, download } = usePresetFiles(desk)
  return (
    <>
      <Menu.Divider role="separator" />
      <Item icon={IconCopy} label={`Duplicate “${subject.label}”`} onClick={() => void duplicate(subject)} />
      <Item icon={IconDownload} label="Export as file" onClick={() => void download(subject)} />
      {!subject.isBuiltIn && (
        <>
          <Item icon={IconHistory} label="Versions…" onClick={() => open('versions')} />
          <Item icon={IconPencil} label="Rename…" onClick={() => open('rename')} />
          <Item icon={IconTrash} label="Remove…" onClick={() => open('remove')} />
        </>
      )}
    </>
  )
}

type ItemProps = {
  readonly icon: Icon
  readonly label: string
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

function Item({ icon: Shape, label, isDisabled = false, onClick }: ItemProps) {
  return (
    <Menu.Item
      fz="sm"
      leftSection={<Shape size={14} stroke={1.75} aria-hidden />}
      disabled={isDisabled}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  )
}

/** Copies within the library and out of it. What fails is shown by the desk. */
function usePresetFiles(desk: PresetDesk): {
  readonly duplicate: (preset: PresetEntry) => Promise<void>
  readonly download: (preset: PresetEntry) => Promise<void>
} {
  const { client } = useEngine()
  const refresh = useRefresh()
  const shown =
    (work: (preset: PresetEntry) => Promise<void>) =>
    (preset: PresetEntry): Promise<void> =>
      work(preset).catch(desk.fail)
  return {
    duplicate: shown(async ({ providerId, id }) => {
      const copy = await client.presets.duplicate({ providerId, id })
      await refresh('presets')
      if (desk.changedFrom === null) desk.prefer(copy)
      desk.done(`Saved as “${copy.label}”.`, 'presets')
    }),
    download: shown(async ({ providerId, id }) => {
      const { fileName, text } = await client.presets.export({ providerId, id })
      downloadText(fileName, text)
      desk.done(`Exported as ${fileName}.`, 'presets')
    }),
  }
}
