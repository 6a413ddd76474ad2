import { z } from 'zod'
import type { Preset } from '../../../../shared/domain/provider.ts'

const addEllipsis = z.boolean().default(true).meta({
  title: 'Say how much went',
  description: 'Ends the cut text with the number of lines or characters that are missing.',
})

const toolResultsSchema = z
  .strictObject({
    mode: z.enum(['keep', 'truncate', 'suppress']).default('truncate').meta({ title: 'Tool results' }),
    maxLines: z.int().min(1).max(1000).default(5).meta({ title: 'Lines that stay' }),
    maxChars: z.int().min(20).max(100_000).nullable().default(null).meta({
      title: 'Characters that stay',
      description: 'Applied after the lines; empty for no limit.',
    }),
    addEllipsis,
  })
  .meta({ title: 'Tool results' })

const toolParametersSchema = z
  .strictObject({
    mode: z.enum(['keep', 'truncate', 'suppress']).default('truncate').meta({ title: 'Tool parameters' }),
    maxChars: z.int().min(20).max(10_000).default(100).meta({
      title: 'Characters that stay',
      description: 'Of each string inside the parameters; their shape never changes.',
    }),
    addEllipsis,
  })
  .meta({ title: 'Tool parameters' })

export const truncationSettingsSchema = z.strictObject({
  keepFirst: z.int().min(0).max(50).default(1).meta({
    title: 'First messages untouched',
    description: 'Messages at the start that are never changed.',
  }),
  preserveRecentCount: z.int().min(0).max(200).default(5).meta({
    title: 'Recent messages untouched',
    description: 'Messages at the end that are never changed.',
  }),
  preserveUserMessages: z.boolean().default(true).meta({ title: 'Keep what the user wrote' }),
  preserveAssistantText: z.boolean().default(true).meta({ title: 'Keep what the assistant wrote' }),
  toolResults: toolResultsSchema.prefault({}),
  toolParameters: toolParametersSchema.prefault({}),
  environment: z.enum(['keep', 'truncate', 'suppress']).default('suppress').meta({
    title: 'Environment details',
    description: 'Those before the recent messages: cut like tool results, taken out, or kept.',
  }),
  maxTextChars: z.int().min(50).max(100_000).default(500).meta({
    title: 'Characters of text that stay',
    description: 'For user and assistant text that is not kept.',
  }),
  minTokens: z.int().min(0).max(100_000).default(100).meta({
    title: 'Only parts above (tokens)',
    description: 'Smaller parts stay as they are.',
  }),
})
export type TruncationSettings = z.infer<typeof truncationSettingsSchema>

/** Figures from the provider design: default 5 lines and 100 characters, suppress N 3, balanced N 7. */
export const truncationPresets: readonly Preset[] = [
  {
    id: 'default',
    label: 'Default',
    description:
      'Old tool results cut to 5 lines, long parameters to 100 characters, old environment details taken out; the last 5 messages stay.',
    settings: truncationSettingsSchema.parse({}),
  },
  {
    id: 'suppress',
    label: 'Suppress',
    description:
      'Old tool results, long parameters and environment details leave the context; the last 3 messages stay.',
    settings: truncationSettingsSchema.parse({
      preserveRecentCount: 3,
      toolResults: { mode: 'suppress', addEllipsis: false },
      toolParameters: { mode: 'suppress', addEllipsis: false },
      minTokens: 50,
    }),
  },
  {
    id: 'balanced',
    label: 'Balanced',
    description:
      'Old tool results and environment details cut to 10 lines, long parameters to 200 characters; the last 7 messages stay.',
    settings: truncationSettingsSchema.parse({
      preserveRecentCount: 7,
      toolResults: { maxLines: 10 },
      toolParameters: { maxChars: 200 },
      environment: 'truncate',
      minTokens: 200,
    }),
  },
]
