import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { PresetForm } from './preset-form.tsx'
import styles from './presets.module.css'
import type { PresetDesk } from './use-preset-desk.ts'

type RenamePresetFormProps = { readonly desk: PresetDesk; readonly preset: PresetEntry }

/** Gives a preset another name and description; its id stays, because runs and command lines name it. */
export function RenamePresetForm({ desk, preset }: RenamePresetFormProps) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [label, setLabel] = useState(preset.label)
  const [description, setDescription] = useState(preset.description)
  const { providerId, id } = preset
  const rename = async (): Promise<void> => {
    const renamed = await client.presets.rename({ providerId, id, label, description })
    await refresh('presets')
    desk.done(`It is called “${renamed.label}” now.`, 'presets')
  }
  return (
    <PresetForm
      action="Rename"
      canSubmit={label.trim() !== ''}
      onSubmit={rename}
      onCancel={() => desk.close()}
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
