import { z } from 'zod'
import { usePreference } from '../../../data/use-preference.ts'
import { Tag } from '../../../ui/components/tag.tsx'
import { Bar, Row } from '../../../ui/layout/layout.tsx'
import { PresetNote } from '../presets/preset-note.tsx'
import { PresetPicker } from '../presets/preset-picker.tsx'
import type { PresetController } from '../presets/use-preset-controller.ts'

/** The presets, and whether the settings are one of them or have changed since. */
export function PresetBar({ controller }: { readonly controller: PresetController }) {
  const [cameFromId] = usePreference(`preset.${controller.provider.id}`, z.string(), '')
  const cameFrom = controller.presets.find(({ id }) => id === cameFromId)
  return (
    <Bar align="flex-end" gap="md">
      <PresetPicker controller={controller} />
      <PresetNote controller={controller} />
      {controller.matched === null && (
        <Row component="span" gap={0} flex="none" h={30}>
          <Tag accent term="unsaved-draft">
            {cameFrom === undefined ? 'Unsaved changes' : `Unsaved changes to ${cameFrom.label}`}
          </Tag>
        </Row>
      )}
    </Bar>
  )
}
