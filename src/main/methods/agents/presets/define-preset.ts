import type { z } from 'zod'
import { settingsSchema, type Preset, type PresetOrigin } from '../../../../shared/methods/provider-types.ts'
import { composedSettingsSchema } from '../settings.ts'

type Definition = Omit<Preset, 'settings' | 'origin'> & {
  readonly settings: z.input<typeof composedSettingsSchema>
  /** Absent where it follows nobody. */
  readonly origin?: PresetOrigin
}

/** A preset with complete settings. */
export function definePreset({ settings, ...preset }: Definition): Preset {
  // Parsed settings are JSON again: the schema holds nothing else.
  return { ...preset, settings: settingsSchema.parse(composedSettingsSchema.parse(settings)) }
}
