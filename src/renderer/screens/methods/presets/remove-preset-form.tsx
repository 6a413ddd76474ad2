import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { Block } from '../../../ui/layout/layout.tsx'
import { PresetForm } from './preset-form.tsx'
import type { PresetController } from './use-preset-controller.ts'

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
      <Block component="p">
        “{label}” will be deleted with its {formatCountWithNoun(versions.length, 'version')}. Runs that used
        it keep their settings, and the settings on the screen stay as they are.
      </Block>
    </PresetForm>
  )
}
