import { z } from 'zod'
import type { Preset } from '../../../../shared/domain/provider.ts'

export const nativeSettingsSchema = z.strictObject({
  flavour: z.enum(['classic', 'current']).default('classic').meta({
    title: 'Flavour',
    description:
      'Classic (Roo Code 3.28) keeps the first and the last messages around the summary. Current (3.52) starts afresh with the summary alone.',
  }),
  keepLast: z.int().min(1).max(50).default(3).meta({
    title: 'Last messages kept',
    description: 'Classic only. One more stays where a tool result would lose its call.',
  }),
  maxSummaryTokens: z.int().min(200).max(64_000).default(4000).meta({ title: 'Longest summary (tokens)' }),
  customPrompt: z.string().max(100_000).default('').meta({
    title: 'Prompt of your own',
    description: 'Replaces the built-in prompt where it is not empty.',
  }),
})
export type NativeSettings = z.infer<typeof nativeSettingsSchema>

export const nativePresets: readonly Preset[] = [
  {
    id: 'classic',
    label: 'Classic',
    description: 'First message, summary, last 3 messages, as Roo Code 3.28 does.',
    settings: nativeSettingsSchema.parse({}),
  },
  {
    id: 'current',
    label: 'Current',
    description: 'The summary alone, as Roo Code 3.52 does.',
    settings: nativeSettingsSchema.parse({ flavour: 'current' }),
  },
]
