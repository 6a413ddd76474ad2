import { presetIdFrom } from '../../../shared/domain/preset-reference.ts'
import { TextInput, Textarea, Button, Group } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import styles from './presets.module.css'
import type { PresetController } from './use-preset-controller.ts'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { countOf } from '../../lib/format.ts'
import { ChangedSettingsList } from './preset-versions.tsx'
import { settingsOfPreset } from './matching-preset.ts'
import { useMutation } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { toProblem } from '../../data/to-problem.ts'

type RenamePresetFormProps = { readonly controller: PresetController; readonly preset: PresetEntry }

type UpdatePresetFormProps = { readonly controller: PresetController; readonly preset: PresetEntry }

type RemovePresetFormProps = { readonly controller: PresetController; readonly preset: PresetEntry }

/** Asks before a preset is removed with its versions. The settings on the screen stay. */
export function RemovePresetForm({ controller, preset }: RemovePresetFormProps) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const { providerId, id, label, versions } = preset
  const remove = async (): Promise<void> => {
    await client.presets.remove({ providerId, id })
    await refresh('presets')
    controller.done(`Removed “${label}”.`, 'presets')
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
export function UpdatePresetForm({ controller, preset }: UpdatePresetFormProps) {
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

/** Renames a preset. Its id stays, because runs and command lines name it. */
export function RenamePresetForm({ controller, preset }: RenamePresetFormProps) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [label, setLabel] = useState(preset.label)
  const [description, setDescription] = useState(preset.description)
  const { providerId, id } = preset
  const rename = async (): Promise<void> => {
    const renamed = await client.presets.rename({ providerId, id, label, description })
    await refresh('presets')
    controller.done(`Renamed to “${renamed.label}”.`, 'presets')
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
        Its id on the command line does not change <code>{id}</code>.
      </p>
    </PresetForm>
  )
}

/** Keeps the settings as a new preset. */
export function SavePresetForm({ controller }: { readonly controller: PresetController }) {
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
          'The command line and files use an id made from the name.'
        ) : (
          <>
            On the command line: <code>{`--provider ${provider.id} --preset ${id}`}</code>
          </>
        )}
      </p>
    </PresetForm>
  )
}

type PresetFormProps = {
  /** What the button says. */
  readonly action: string
  readonly canSubmit?: boolean
  readonly isDangerous?: boolean
  readonly onSubmit: () => Promise<void>
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** The frame of a dialog about a preset: fields, why it did not work, cancel and the action. Enter submits. */
export function PresetForm(props: PresetFormProps) {
  const { action, canSubmit = true, isDangerous = false, onSubmit, onCancel, children } = props
  const submit = useMutation({ mutationFn: onSubmit })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSubmit) submit.mutate()
      }}
    >
      {children}
      {submit.isError && <ErrorPanel problem={toProblem(submit.error)} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={!canSubmit}
          loading={submit.isPending}
          {...(isDangerous ? { color: 'red.9', 'data-autofocus': true } : {})}
        >
          {action}
        </Button>
      </Group>
    </form>
  )
}
