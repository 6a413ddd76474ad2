import { z } from 'zod'
import { settingsSchema, type Preset, type PresetOrigin } from '../../../shared/methods/provider-types.ts'

/** Compactions that vendors make themselves. */
export const primitives = ['anthropic-compact', 'anthropic-summarize', 'openai-compact'] as const
export type Primitive = (typeof primitives)[number]

/** The pass of a compaction by a vendor. */
export const passId = 'vendor'

/** The least that Anthropic takes as a trigger, in tokens by its count. */
export const leastTriggerTokens = 50_000

/** Settings of a compaction by a vendor. */
export const vendorSettingsSchema = z.strictObject({
  primitive: z.enum(primitives).default('anthropic-compact').meta({
    title: 'Compaction',
    description: 'Anthropic: compact_20260112 or compaction summarize. OpenAI: responses/compact.',
  }),
  triggerTokens: z.int().min(leastTriggerTokens).max(10_000_000).default(150_000).meta({
    title: 'Trigger (tokens)',
    description: 'Anthropic compact: size of the input at which a replay condenses.',
  }),
  instructions: z.string().max(100_000).default('').meta({
    title: 'Instructions',
    description:
      "Anthropic: in the place of the vendor's own prompt. OpenAI: the system message. Empty for none.",
  }),
  pauseAfterCompaction: z.boolean().default(true).meta({
    title: 'Pause after compaction',
    description: 'Anthropic compact: ends after the summary. Without it an answer is written and paid for.',
  }),
  maxOutputTokens: z.int().min(1024).max(1_000_000).default(16_000).meta({
    title: 'Longest output (tokens)',
    description: 'Anthropic: the limit of the request. The profile may have a lower one.',
  }),
  sendsThinking: z.boolean().default(true).meta({
    title: 'Send thinking',
    description: 'Thinking that its vendor signed or encrypted. Other thinking is never sent.',
  }),
})
export type VendorSettings = z.infer<typeof vendorSettingsSchema>

/** Which vendor makes a compaction. */
export function pickVendor(primitive: Primitive): 'Anthropic' | 'OpenAI' {
  return primitive === 'openai-compact' ? 'OpenAI' : 'Anthropic'
}

type Definition = Pick<Preset, 'label' | 'description'> & {
  readonly id: Primitive
  readonly origin: Omit<PresetOrigin, 'certainty' | 'date'>
}

const definitions: readonly Definition[] = [
  {
    id: 'anthropic-compact',
    label: 'Anthropic compact',
    description:
      'Needs a key. Anthropic writes a summary of the whole history from 50,000 tokens on, and on its own at 150,000.',
    origin: {
      source: 'Anthropic API, context management: compact_20260112',
      version: '2026-01-12',
      differs: 'Asked to pause after the summary, and from 50,000 tokens on whenever it is run.',
    },
  },
  {
    id: 'anthropic-summarize',
    label: 'Anthropic summarize',
    description: 'Needs a key. The request is the compaction: one signed summary of the whole history.',
    origin: {
      source: 'Anthropic API, compaction: summarize (beta compact-2026-09-04)',
      version: '2026-09-04',
      differs: '',
    },
  },
  {
    id: 'openai-compact',
    label: 'OpenAI compact',
    description: 'Needs a key. Keeps all user messages word by word, and one encrypted summary after them.',
    origin: { source: 'OpenAI API, POST /responses/compact', version: 'openai 7.55.0', differs: '' },
  },
]

/** One preset per compaction, with complete settings. */
export const vendorPresets: readonly Preset[] = definitions.map(({ id, label, description, origin }) => ({
  id,
  label,
  description,
  // Parsed settings are JSON again: the schema holds nothing else.
  settings: settingsSchema.parse(vendorSettingsSchema.parse({ primitive: id })),
  origin: { ...origin, date: '2026-11', certainty: 'exact' },
}))

/** What a compaction is called. */
export function nameCompaction(primitive: Primitive): string {
  return vendorPresets.find(({ id }) => id === primitive)?.label ?? primitive
}
