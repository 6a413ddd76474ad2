import { z } from 'zod'
import { Tag } from '../../components/tag.tsx'
import { usePreference } from '../../data/use-preference.ts'
import { PresetNote } from '../presets/preset-note.tsx'
import { PresetPicker } from '../presets/preset-picker.tsx'
import type { PresetDesk } from '../presets/use-preset-desk.ts'
import styles from './smart-editor.module.css'

/** The presets, and whether the settings are one of them or have changed since. */
export function PresetBar({ desk }: { readonly desk: PresetDesk }) {
  const [cameFromId] = usePreference(`preset.${desk.provider.id}`, z.string(), '')
  const cameFrom = desk.presets.find(({ id }) => id === cameFromId)
  return (
    <div className={styles.presets}>
      <PresetPicker desk={desk} />
      <PresetNote desk={desk} />
      {desk.matched === null && (
        <span className={styles.unsaved}>
          <Tag accent about="The draft is kept here, but it is no preset yet">
            {cameFrom === undefined ? 'Unsaved changes' : `Unsaved changes to ${cameFrom.label}`}
          </Tag>
        </span>
      )}
    </div>
  )
}
