import { defineProvider } from '../../provider.ts'
import { keptFromStart, keptToEnd } from './kept-ends.ts'
import { runPasses } from './run-passes.ts'
import type { SmartSettings } from '../../../../shared/domain/smart-settings.ts'
import { smartSettingsSchema } from './settings.ts'
import aggressive from '../../../../../resources/presets/smart/aggressive.json' with { type: 'json' }
import balanced from '../../../../../resources/presets/smart/balanced.json' with { type: 'json' }
import conservative from '../../../../../resources/presets/smart/conservative.json' with { type: 'json' }
import multiZone from '../../../../../resources/presets/smart/multi-zone.json' with { type: 'json' }
import selective from '../../../../../resources/presets/smart/selective.json' with { type: 'json' }
import { presetFileSchema } from '../../../../shared/domain/preset-file.ts'
import { settingsSchema, type Preset } from '../../../../shared/domain/provider.ts'

/** Presets that ship with Dewpoint; figures from sections 5.5 and 2 of the provider design. */
const smartPresets: readonly Preset[] = [conservative, balanced, aggressive, multiZone, selective].map(
  (file) => {
    const { id, label, description, settings } = presetFileSchema.parse(file)
    return { id, label, description, settings: settingsSchema.parse(smartSettingsSchema.parse(settings)) }
  },
)

/** Passes in a row, each with a selection, a mode and an operation per kind of content; stops at the target. */
export const smartProvider = defineProvider<SmartSettings>({
  id: 'smart',
  label: 'Smart',
  description:
    'Configurable passes: which messages, what is kept, suppressed, cut or summarised in them, and when. Stops at the target.',
  version: '1.0.0',
  capabilities: {
    lossless: true,
    lossy: true,
    usesModel: true,
    parallel: true,
    multiPass: true,
    fallback: true,
    speed: 'medium',
  },
  settings: smartSettingsSchema,
  takesDefaultPrompt: ({ passes }) =>
    passes.some(
      (pass) =>
        pass.mode === 'batch' &&
        pass.batchConfig.operation === 'summarize' &&
        (pass.batchConfig.summarizationConfig.customPrompt ?? '').trim() === '',
    ),
  presets: smartPresets,
  profilesOf: ({ passes }) => passes.flatMap((pass) => profilesOfPass(pass)),
  keptEnds: (settings) => ({ first: keptFromStart(settings), last: keptToEnd(settings) }),
  condense: runPasses,
})

function profilesOfPass(pass: SmartSettings['passes'][number]): string[] {
  if (pass.mode === 'batch') {
    const { batchConfig } = pass
    return batchConfig.operation === 'keep' ? [] : nameOf(batchConfig.summarizationConfig)
  }
  const { defaults, overrides = [] } = pass.individualConfig
  return [defaults, ...overrides.map(({ operations }) => operations)]
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => (operation?.operation === 'summarize' ? nameOf(operation.params.summarize) : []))
}

const nameOf = ({ apiProfile }: { readonly apiProfile?: string | undefined }): string[] =>
  apiProfile === undefined ? [] : [apiProfile]
