import { TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { createPresetId } from '../../../../shared/methods/preset-reference-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { PresetForm } from './preset-form.tsx'
import type { PresetController } from './use-preset-controller.ts'

/** Keeps the settings as a new preset. */
export function SavePresetForm({ controller }: { readonly controller: PresetController }) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [label, setLabel] = useState('')
  const [description, setDescription] = useState('')
  const { settings, provider, presets } = controller
  const id = createPresetId(
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
      <Note>
        {label.trim() === '' ? (
          'The command line and files use an id made from the name.'
        ) : (
          <>
            On the command line: <code>{`--provider ${provider.id} --preset ${id}`}</code>
          </>
        )}
      </Note>
    </PresetForm>
  )
}
