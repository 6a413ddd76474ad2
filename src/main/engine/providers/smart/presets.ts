import { presetFileSchema } from '../../../../shared/domain/preset-file.ts'
import { settingsSchema, type Preset } from '../../../../shared/domain/provider.ts'
import aggressive from '../../../../../resources/presets/smart/aggressive.json' with { type: 'json' }
import balanced from '../../../../../resources/presets/smart/balanced.json' with { type: 'json' }
import conservative from '../../../../../resources/presets/smart/conservative.json' with { type: 'json' }
import multiZone from '../../../../../resources/presets/smart/multi-zone.json' with { type: 'json' }
import selective from '../../../../../resources/presets/smart/selective.json' with { type: 'json' }
import { smartSettingsSchema } from './settings.ts'

/** Presets that ship with Dewpoint; figures from sections 5.5 and 2 of the provider design. */
export const smartPresets: readonly Preset[] = [conservative, balanced, aggressive, multiZone, selective].map(
  (file) => {
    const { id, label, description, settings } = presetFileSchema.parse(file)
    return { id, label, description, settings: settingsSchema.parse(smartSettingsSchema.parse(settings)) }
  },
)
