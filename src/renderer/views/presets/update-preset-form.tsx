import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { ChangedSettingsList } from './changed-settings-list.tsx'
import { settingsOfPreset } from './matching-preset.ts'
import { PresetForm } from './preset-form.tsx'
import type { PresetDesk } from './use-preset-desk.ts'

type UpdatePresetFormProps = { readonly desk: PresetDesk; readonly preset: PresetEntry }

/** Keeps the settings as the next version of a preset. */
export function UpdatePresetForm({ desk, preset }: UpdatePresetFormProps) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [note, setNote] = useState('')
  const { settings, provider } = desk
  const save = async (): Promise<void> => {
    if (settings === null) return
    const saved = await client.presets.save({ providerId: provider.id, id: preset.id, settings, note })
    await refresh('presets')
    desk.done(`Saved as version ${saved.versions.length} of “${saved.label}”.`, 'saved-settings')
  }
  return (
    <PresetForm
      action={`Save version ${preset.versions.length + 1}`}
      canSubmit={desk.canSave}
      onSubmit={save}
      onCancel={() => desk.close()}
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
