import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { buildPresetSettings } from './find-matching-preset.ts'
import { PresetForm } from './preset-form.tsx'
import { ChangedSettingsList } from './preset-versions.tsx'
import type { PresetController } from './use-preset-controller.ts'

type UpdatePresetFormProps = { readonly controller: PresetController; readonly preset: PresetEntry }

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
        <ChangedSettingsList before={buildPresetSettings(provider, preset)} after={settings} most={8} />
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
