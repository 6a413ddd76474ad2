import { TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { PresetForm } from './preset-form.tsx'
import type { PresetController } from './use-preset-controller.ts'

type RenamePresetFormProps = { readonly controller: PresetController; readonly preset: PresetEntry }

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
      <Note>
        Its id on the command line does not change <code>{id}</code>.
      </Note>
    </PresetForm>
  )
}
