import { ActionIcon, Menu, Modal } from '@mantine/core'
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
import { useEffect, useRef } from 'react'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { downloadText } from '../../../ui/components/download-text.ts'
import { ImportPresetForm } from './import-preset-form.tsx'
import { NamePresetForm } from './name-preset-form.tsx'
import { PresetVersions } from './preset-versions.tsx'
import { RemovePresetForm } from './remove-preset-form.tsx'
import { UpdatePresetForm } from './update-preset-form.tsx'
import type { PresetController } from './use-preset-controller.ts'

/** What can be done with presets: saving, and all that the chosen one allows. */
export function PresetMenu({ controller }: { readonly controller: PresetController }) {
  const { dialog } = controller
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // What opened the dialog, an item of the menu or a button for unsaved settings, is gone by now.
    if (wasOpen.current && dialog === null) button.current?.focus()
    wasOpen.current = dialog !== null
  }, [dialog])
  return (
    <>
      {/* The placeholder that takes the focus first would be a child of the menu that is no item. */}
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
            size={26}
            aria-label="Preset actions"
            title="Preset actions"
          >
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <PresetItems controller={controller} />
        </Menu.Dropdown>
      </Menu>
      <PresetDialogs controller={controller} />
    </>
  )
}

function PresetItems({ controller }: { readonly controller: PresetController }) {
  const { matched, changedFrom, canSave, open } = controller
  const { duplicate, download } = usePresetFiles(controller)
  const subject = matched ?? changedFrom
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
      {subject !== null && (
        <>
          <Menu.Divider role="separator" />
          <Item
            icon={IconCopy}
            label={`Duplicate “${subject.label}”`}
            onClick={() => void duplicate(subject)}
          />
          <Item icon={IconDownload} label="Export as file" onClick={() => void download(subject)} />
        </>
      )}
      {subject?.isBuiltIn === false && (
        <>
          <Item icon={IconHistory} label="Versions…" onClick={() => open('versions')} />
          <Item icon={IconPencil} label="Rename…" onClick={() => open('rename')} />
          <Item icon={IconTrash} label="Remove…" onClick={() => open('remove')} />
        </>
      )}
      <Menu.Divider role="separator" />
      <Item icon={IconUpload} label="Import from file…" onClick={() => open('import')} />
    </>
  )
}

/** The dialog of the presets that is open, if one is. */
function PresetDialogs({ controller }: { readonly controller: PresetController }) {
  const content = buildDialogContent(controller)
  return (
    <Modal
      opened={content !== null}
      onClose={() => controller.close()}
      returnFocus={false}
      title={content?.title}
      size={controller.dialog === 'versions' ? 720 : 440}
    >
      {content?.body}
    </Modal>
  )
}

function buildDialogContent(controller: PresetController) {
  const { dialog, provider, matched, changedFrom } = controller
  const subject = matched ?? changedFrom
  if (dialog === 'save')
    return {
      title: `New preset of ${provider.label}`,
      body: <NamePresetForm controller={controller} preset={null} />,
    }
  if (dialog === 'import')
    return { title: 'Import a preset', body: <ImportPresetForm controller={controller} /> }
  if (dialog === null || subject === null) return null
  const about = { controller, preset: subject }
  switch (dialog) {
    case 'update':
      return {
        title: `Version ${subject.versions.length + 1} of “${subject.label}”`,
        body: <UpdatePresetForm {...about} />,
      }
    case 'rename':
      return { title: `Rename “${subject.label}”`, body: <NamePresetForm {...about} /> }
    case 'versions':
      return { title: `Versions of “${subject.label}”`, body: <PresetVersions {...about} /> }
    case 'remove':
      return { title: 'Remove this preset?', body: <RemovePresetForm {...about} /> }
  }
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

/** Copies within the library and out of it. */
function usePresetFiles(controller: PresetController) {
  const { client, opener } = useEngine()
  const refresh = useRefresh()
  const duplicate = async ({ providerId, id }: PresetEntry): Promise<void> => {
    const copy = await client.presets.duplicate({ providerId, id })
    await refresh('presets')
    if (controller.changedFrom === null) controller.prefer(copy)
    controller.done(`Saved as “${copy.label}”.`, 'presets')
  }
  const download = async ({ providerId, id }: PresetEntry): Promise<void> => {
    const { fileName, text } = await client.presets.export({ providerId, id })
    downloadText(fileName, text)
    controller.done(`Exported as ${fileName}.`, 'presets')
  }
  return {
    duplicate: (preset: PresetEntry) => duplicate(preset).catch(opener.fail),
    download: (preset: PresetEntry) => download(preset).catch(opener.fail),
  }
}
