import { defineProvider, type CondenseRequest } from '../../provider.ts'
import { condenseOutputs } from './condense-outputs.ts'
import { condenseWhole } from './condense-whole.ts'
import { nativePresets, nativeSettingsSchema, type NativeSettings } from './settings.ts'

/** What almost everyone runs: the history summarised by a language model, as Roo Code does it. */
export const nativeProvider = defineProvider<NativeSettings>({
  id: 'native',
  label: 'Native',
  description:
    'One summary of the history by a language model; the built-in extractive one where none is set up.',
  version: '2.1.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: true,
    parallel: false,
    multiPass: false,
    fallback: false,
    speed: 'medium',
  },
  settings: nativeSettingsSchema,
  promptSetting: 'customPrompt',
  takesDefaultPrompt: ({ selective, customPrompt }) => !selective && customPrompt.trim() === '',
  presets: nativePresets,
  keptEnds: ({ flavour, keepLast, selective }) =>
    selective || flavour === 'classic' ? { first: 1, last: keepLast } : { first: 0, last: 0 },
  condense: (request: CondenseRequest, settings) =>
    settings.selective ? condenseOutputs(request, settings) : condenseWhole(request, settings),
})
