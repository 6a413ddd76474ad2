import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { countOf } from '../../lib/format.ts'
import { PresetForm } from './preset-form.tsx'
import styles from './presets.module.css'
import type { PresetDesk } from './use-preset-desk.ts'

type RemovePresetFormProps = { readonly desk: PresetDesk; readonly preset: PresetEntry }

/** Asks before a preset is removed with its versions. The settings on the screen stay. */
export function RemovePresetForm({ desk, preset }: RemovePresetFormProps) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const { providerId, id, label, versions } = preset
  const remove = async (): Promise<void> => {
    await client.presets.remove({ providerId, id })
    await refresh('presets')
    desk.done(`“${label}” was removed.`, 'presets')
  }
  return (
    <PresetForm action="Remove" isDangerous onSubmit={remove} onCancel={() => desk.close()}>
      <p className={styles.text}>
        “{label}” will be deleted with its {countOf(versions.length, 'version')}. Runs that used it keep their
        settings, and the settings on the screen stay as they are.
      </p>
    </PresetForm>
  )
}
