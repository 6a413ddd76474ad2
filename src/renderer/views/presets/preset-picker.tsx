import { Select } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { PresetDialogs } from './preset-dialogs.tsx'
import { PresetMenu } from './preset-menu.tsx'
import { customValue, presetOptions } from './preset-options.ts'
import styles from './presets.module.css'
import type { PresetDesk } from './use-preset-desk.ts'

/** Chooses a preset for the settings, and opens what can be done with presets. */
export function PresetPicker({ desk }: { readonly desk: PresetDesk }) {
  const { presets, matched, changedFrom, apply, dialog } = desk
  const menuButton = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // What opened the dialog, an item of the menu or a button for unsaved settings, is gone by now.
    if (wasOpen.current && dialog === null) menuButton.current?.focus()
    wasOpen.current = dialog !== null
  }, [dialog])
  const custom = changedFrom === null ? 'Custom' : `${changedFrom.label}, changed`
  const options = presetOptions(presets, matched === null ? custom : null)
  return (
    <div className={styles.picker}>
      <Select
        label="Preset"
        w={190}
        comboboxProps={{ width: 260, position: 'bottom-start', transitionProps: { duration: 0 } }}
        title={matched?.label ?? custom}
        data={options.map(({ group, items }) => ({ group, items: [...items] }))}
        value={matched?.id ?? customValue}
        allowDeselect={false}
        onChange={(id) => {
          const preset = presets.find((known) => known.id === id)
          if (preset !== undefined) apply(preset)
        }}
      />
      <PresetMenu desk={desk} button={menuButton} />
      <PresetDialogs desk={desk} />
    </div>
  )
}
