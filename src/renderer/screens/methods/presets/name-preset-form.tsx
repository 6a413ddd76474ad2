import { TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { createPresetId } from '../../../../shared/methods/preset-reference-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { PresetForm } from './preset-form.tsx'
import type { PresetController } from './use-preset-controller.ts'

type NamePresetFormProps = {
  readonly controller: PresetController
  /** The preset to rename; null where the settings become a new one. */
  readonly preset: PresetEntry | null
}

/** Names a preset: a new one with the settings, or one that is there, whose id stays because runs and command lines name it. */
export function NamePresetForm({ controller, preset }: NamePresetFormProps) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [label, setLabel] = useState(preset?.label ?? '')
  const [description, setDescription] = useState(preset?.description ?? '')
  const { settings, provider, presets } = controller
  const taken = presets.map((known) => known.id)
  const id = preset?.id ?? createPresetId(label, taken)
  const named = { providerId: provider.id, id, label, description }
  const rename = async (): Promise<void> => {
    const renamed = await client.presets.rename(named)
    await refresh('presets')
    controller.done(`Renamed to “${renamed.label}”.`, 'presets')
  }
  const save = async (): Promise<void> => {
    if (settings === null) return
    const saved = await client.presets.save({ ...named, settings, mustBeNew: true })
    await refresh('presets')
    controller.prefer(saved)
    controller.done(`Saved as “${saved.label}”.`, 'saved-settings')
  }
  return (
    <PresetForm
      action={preset === null ? 'Save preset' : 'Rename'}
      canSubmit={label.trim() !== '' && (preset !== null || controller.canSave)}
      onSubmit={preset === null ? save : rename}
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
