import { Select, Modal, TextInput, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { PresetMenu } from './preset-menu.tsx'
import { customValue, presetOptions } from './preset-options.ts'
import styles from './presets.module.css'
import type { PresetController } from './use-preset-controller.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { ImportPresetForm } from './import-preset-form.tsx'
import { PresetVersions } from './preset-versions.tsx'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { countOf } from '../../lib/format.ts'
import { PresetForm } from './preset-form.tsx'
import { ChangedSettingsList } from './changed-settings-list.tsx'
import { settingsOfPreset } from './matching-preset.ts'
import { presetIdFrom } from '../../../shared/domain/preset-reference.ts'

type RenamePresetFormProps = { readonly controller: PresetController; readonly preset: PresetEntry }

type UpdatePresetFormProps = { readonly controller: PresetController; readonly preset: PresetEntry }

type RemovePresetFormProps = { readonly controller: PresetController; readonly preset: PresetEntry }

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
  const options = presetOptions(presets, matched === null ? custom : null)
  return (
    <div className={styles.picker}>
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
    </div>
  )
}

/** The dialog of the presets that is open, if one is. */
function PresetDialogs({ controller }: { readonly controller: PresetController }) {
  const content = contentOf(controller)
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

function contentOf(controller: PresetController) {
  const { dialog, provider, matched, changedFrom, problem } = controller
  const subject = matched ?? changedFrom
  switch (dialog) {
    case 'save':
      return { title: `New preset of ${provider.label}`, body: <SavePresetForm controller={controller} /> }
    case 'import':
      return { title: 'Import a preset', body: <ImportPresetForm controller={controller} /> }
    case 'problem':
      return problem && { title: 'That did not work', body: <ErrorPanel problem={problem} /> }
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

/** Asks before a preset is removed with its versions. The settings on the screen stay. */
function RemovePresetForm({ controller, preset }: RemovePresetFormProps) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const { providerId, id, label, versions } = preset
  const remove = async (): Promise<void> => {
    await client.presets.remove({ providerId, id })
    await refresh('presets')
    controller.done(`“${label}” was removed.`, 'presets')
  }
  return (
    <PresetForm action="Remove" isDangerous onSubmit={remove} onCancel={() => controller.close()}>
      <p className={styles.text}>
        “{label}” will be deleted with its {countOf(versions.length, 'version')}. Runs that used it keep their
        settings, and the settings on the screen stay as they are.
      </p>
    </PresetForm>
  )
}

/** Keeps the settings as the next version of a preset. */
function UpdatePresetForm({ controller, preset }: UpdatePresetFormProps) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [note, setNote] = useState('')
  const { settings, provider } = controller
  const save = async (): Promise<void> => {
    if (settings === null) return
    const saved = await client.presets.save({ providerId: provider.id, id: preset.id, settings, note })
    await refresh('presets')
    controller.done(`Saved as version ${saved.versions.length} of “${saved.label}”.`, 'saved-settings')
  }
  return (
    <PresetForm
      action={`Save version ${preset.versions.length + 1}`}
      canSubmit={controller.canSave}
      onSubmit={save}
      onCancel={() => controller.close()}
    >
      {settings !== null && (
        <ChangedSettingsList before={settingsOfPreset(provider, preset)} after={settings} most={8} />
      )}
      <TextInput
        label="Note (optional)"
        placeholder="Why it was changed"
        data-autofocus
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </PresetForm>
  )
}

/** Gives a preset another name and description; its id stays, because runs and command lines name it. */
function RenamePresetForm({ controller, preset }: RenamePresetFormProps) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [label, setLabel] = useState(preset.label)
  const [description, setDescription] = useState(preset.description)
  const { providerId, id } = preset
  const rename = async (): Promise<void> => {
    const renamed = await client.presets.rename({ providerId, id, label, description })
    await refresh('presets')
    controller.done(`It is called “${renamed.label}” now.`, 'presets')
  }
  return (
    <PresetForm
      action="Rename"
      canSubmit={label.trim() !== ''}
      onSubmit={rename}
      onCancel={() => controller.close()}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={100}
        value={label}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Textarea
        label="What it does (optional)"
        autosize
        minRows={2}
        maxLength={500}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <p className={styles.about}>
        Its id on the command line stays <code>{id}</code>.
      </p>
    </PresetForm>
  )
}

/** Keeps the settings as a new preset. */
function SavePresetForm({ controller }: { readonly controller: PresetController }) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [label, setLabel] = useState('')
  const [description, setDescription] = useState('')
  const { settings, provider, presets } = controller
  const id = presetIdFrom(
    label,
    presets.map((preset) => preset.id),
  )
  const save = async (): Promise<void> => {
    if (settings === null) return
    const providerId = provider.id
    const saved = await client.presets.save({
      providerId,
      id,
      label,
      description,
      settings,
      mustBeNew: true,
    })
    await refresh('presets')
    controller.prefer(saved)
    controller.done(`Saved as “${saved.label}”.`, 'saved-settings')
  }
  return (
    <PresetForm
      action="Save preset"
      canSubmit={label.trim() !== '' && controller.canSave}
      onSubmit={save}
      onCancel={() => controller.close()}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={100}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Textarea
        label="What it does (optional)"
        autosize
        minRows={2}
        maxLength={500}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <p className={styles.about}>
        {label.trim() === '' ? (
          'The command line and files get an id that is made of the name.'
        ) : (
          <>
            On the command line: <code>{`--provider ${provider.id} --preset ${id}`}</code>
          </>
        )}
      </p>
    </PresetForm>
  )
}
