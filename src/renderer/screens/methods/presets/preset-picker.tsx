import { Select, Modal, ActionIcon, Menu } from '@mantine/core'
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
import { useEffect, useRef, type RefObject } from 'react'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { downloadText } from '../../../ui/components/download-text.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { customValue, buildPresetOptions } from './build-preset-options.ts'
import { ImportPresetForm } from './import-preset-form.tsx'
import { PresetVersions } from './preset-versions.tsx'
import { RemovePresetForm } from './remove-preset-form.tsx'
import { RenamePresetForm } from './rename-preset-form.tsx'
import { SavePresetForm } from './save-preset-form.tsx'
import { UpdatePresetForm } from './update-preset-form.tsx'
import type { PresetController } from './use-preset-controller.ts'

/** Chooses a preset for the settings, and opens what can be done with presets. */
export function PresetPicker({ controller }: { readonly controller: PresetController }) {
  const { presets, matched, changedFrom, apply, dialog } = controller
  const menuButton = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // What opened the dialog, an item of the menu or a button for unsaved settings, is gone by now.
    if (wasOpen.current && dialog === null) menuButton.current?.focus()
    wasOpen.current = dialog !== null
  }, [dialog])
  const custom = changedFrom === null ? 'Custom' : `${changedFrom.label}, changed`
  const options = buildPresetOptions(presets, matched === null ? custom : null)
  return (
    <Row align="flex-end" gap="xs">
      <Select
        label="Preset"
        w={190}
        comboboxProps={{ width: 260, position: 'bottom-start', transitionProps: { duration: 0 } }}
        title={matched?.label ?? custom}
        data={options.map(({ group, items }) => ({ group, items: [...items] }))}
        value={matched?.id ?? customValue}
        allowDeselect={false}
        onChange={(id) => {
          const preset = presets.find((known) => known.id === id)
          if (preset !== undefined) apply(preset)
        }}
      />
      <PresetMenu controller={controller} button={menuButton} />
      <PresetDialogs controller={controller} />
    </Row>
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
  const { dialog, provider, matched, changedFrom, problem } = controller
  const subject = matched ?? changedFrom
  switch (dialog) {
    case 'save':
      return { title: `New preset of ${provider.label}`, body: <SavePresetForm controller={controller} /> }
    case 'import':
      return { title: 'Import a preset', body: <ImportPresetForm controller={controller} /> }
    case 'problem':
      return problem && { title: 'Action failed', body: <ErrorPanel problem={problem} /> }
    case 'update':
      return (
        changedFrom && {
          title: `Version ${changedFrom.versions.length + 1} of “${changedFrom.label}”`,
          body: <UpdatePresetForm controller={controller} preset={changedFrom} />,
        }
      )
    case 'rename':
      return (
        subject && {
          title: `Rename “${subject.label}”`,
          body: <RenamePresetForm controller={controller} preset={subject} />,
        }
      )
    case 'versions':
      return (
        subject && {
          title: `Versions of “${subject.label}”`,
          body: <PresetVersions controller={controller} preset={subject} />,
        }
      )
    case 'remove':
      return (
        subject && {
          title: 'Remove this preset?',
          body: <RemovePresetForm controller={controller} preset={subject} />,
        }
      )
    case null:
      return null
  }
}

type PresetMenuProps = {
  readonly controller: PresetController
  /** Leads to the button of the menu. */
  readonly button: RefObject<HTMLButtonElement | null>
}

/** What can be done with presets: saving, and all that a chosen one allows. */
export function PresetMenu({ controller, button }: PresetMenuProps) {
  const { matched, changedFrom, open } = controller
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
        <SaveItems controller={controller} />
        {subject !== null && <SubjectItems controller={controller} subject={subject} />}
        <Menu.Divider role="separator" />
        <Item icon={IconUpload} label="Import from file…" onClick={() => open('import')} />
      </Menu.Dropdown>
    </Menu>
  )
}

function SaveItems({
  controller: { canSave, changedFrom, open },
}: {
  readonly controller: PresetController
}) {
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

type SubjectItemsProps = { readonly controller: PresetController; readonly subject: PresetEntry }

function SubjectItems({ controller, subject }: SubjectItemsProps) {
  const { open } = controller
  const { duplicate, download } = usePresetFiles(controller)
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

/** Copies within the library and out of it. What fails is shown by the controller. */
function usePresetFiles(controller: PresetController): {
  readonly duplicate: (preset: PresetEntry) => Promise<void>
  readonly download: (preset: PresetEntry) => Promise<void>
} {
  const { client } = useEngine()
  const refresh = useRefresh()
  const showFailure =
    (work: (preset: PresetEntry) => Promise<void>) =>
    (preset: PresetEntry): Promise<void> =>
      work(preset).catch(controller.fail)
  return {
    duplicate: showFailure(async ({ providerId, id }) => {
      const copy = await client.presets.duplicate({ providerId, id })
      await refresh('presets')
      if (controller.changedFrom === null) controller.prefer(copy)
      controller.done(`Saved as “${copy.label}”.`, 'presets')
    }),
    download: showFailure(async ({ providerId, id }) => {
      const { fileName, text } = await client.presets.export({ providerId, id })
      downloadText(fileName, text)
      controller.done(`Exported as ${fileName}.`, 'presets')
    }),
  }
}
