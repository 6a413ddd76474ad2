import { z } from 'zod'
import balanced from '../../../../../resources/presets/smart/balanced.json' with { type: 'json' }
import { passSchema } from '../../../../shared/domain/smart-pass.ts'
import { smartSettingsSchemaWith } from '../../../../shared/domain/smart-settings.ts'

const balancedPasses = z.array(passSchema).parse(balanced.settings.passes)

/** Settings of the smart provider; balanced where they name no passes. */
export const smartSettingsSchema = smartSettingsSchemaWith(() => balancedPasses)
