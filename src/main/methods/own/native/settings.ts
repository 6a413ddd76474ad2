import { z } from 'zod'
import type { Preset } from '../../../../shared/methods/provider-types.ts'

export const nativeSettingsSchema = z.strictObject({
  flavour: z.enum(['classic', 'current']).default('classic').meta({
    title: 'Flavour',
    description:
      'Classic (Roo Code 3.28) keeps the first and the last messages around the summary. Current (3.52) starts afresh with the summary and tags what it stands for.',
  }),
  keepLast: z.int().min(1).max(50).default(3).meta({
    title: 'Last messages kept',
    description: 'Classic and selective. One more stays where a tool result would lose its call.',
  }),
  maxSummaryTokens: z.int().min(200).max(64_000).default(4000).meta({
    title: 'Longest summary (tokens)',
    description: 'At most a quarter of the window of the summarising model.',
  }),
  customPrompt: z.string().max(100_000).default('').meta({
    title: 'Prompt of your own',
    description: 'Replaces the built-in prompt where it is not empty.',
  }),
  selective: z.boolean().default(false).meta({
    title: 'Selective (beta)',
    description:
      'Leaves the conversation as it is and summarises long tool results one by one, each in its place.',
  }),
  selectiveMinChars: z.int().min(100).max(1_000_000).default(1000).meta({
    title: 'Tool results above (characters)',
    description: 'Selective only: shorter tool results stay as they are.',
  }),
  selectiveMaxTokens: z.int().min(20).max(16_000).default(300).meta({
    title: 'Longest summary of a tool result (tokens)',
    description: 'Selective only.',
  }),
  ledger: z.enum(['off', 'summary', 'first']).default('off').meta({
    title: 'Ledger of artifacts',
    description:
      'A list of files and commands with what became of them, taken from the tool calls without a model: at the end of the summary, or as a message of its own after the first one. Current has no place but its summary, selective none but the message.',
  }),
  ledgerMaxTokens: z.int().min(50).max(20_000).default(800).meta({
    title: 'Longest ledger (tokens)',
    description: 'Reads go first where there is no room for all, then the oldest commands.',
  }),
})
export type NativeSettings = z.infer<typeof nativeSettingsSchema>

export const nativePresets: readonly Preset[] = [
  {
    id: 'classic',
    label: 'Classic',
    description: 'First message, summary, last 3 messages, as Roo Code 3.28 does.',
    settings: nativeSettingsSchema.parse({}),
    origin: {
      source: 'RooCodeInc/Roo-Code, src/core/condense',
      version: '3.28',
      date: '2026-08',
      certainty: 'exact',
      differs: 'The wording of the prompt is our own.',
    },
  },
  {
    id: 'current',
    label: 'Current',
    description: 'The summary alone, what it stands for tagged, as Roo Code 3.52 does.',
    settings: nativeSettingsSchema.parse({ flavour: 'current' }),
    origin: {
      source: 'RooCodeInc/Roo-Code, src/core/condense',
      version: '3.52',
      date: '2026-08',
      certainty: 'exact',
      differs: 'The wording of the prompt is our own.',
    },
  },
  {
    id: 'selective',
    label: 'Selective (beta)',
    description: 'Tool results above 1,000 characters, each summarised in its place. All else stays.',
    settings: nativeSettingsSchema.parse({ selective: true }),
  },
]
