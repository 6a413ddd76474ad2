import { z } from 'zod'
import type { Preset } from '../../../../shared/domain/provider.ts'

export const losslessSettingsSchema = z.strictObject({
  deduplicateFileReads: z.boolean().default(true).meta({
    title: 'Repeated file reads',
    description: 'A repeated read of the same content becomes a reference to the copy that stays.',
  }),
  consolidateToolResults: z.boolean().default(true).meta({
    title: 'Identical results',
    description: 'Other tool results and environment details that are identical become references.',
  }),
  encodeNearIdentical: z.boolean().default(true).meta({
    title: 'Near-identical content',
    description: 'Content that differs in a few lines becomes a reference with those lines. Reversible.',
  }),
  removeObsoleteState: z.boolean().default(true).meta({
    title: 'Superseded state',
    description:
      'Older environment details, older writes of a file that was written again and older reads of a file that was read again with other content leave the context. Restorable from the store only.',
  }),
  keep: z.enum(['latest', 'first']).default('latest').meta({
    title: 'Copy that stays',
    description: 'Keeping the first copy leaves the cached prefix of the prompt intact.',
  }),
  keepFirst: z.int().min(0).max(50).default(1).meta({
    title: 'First messages untouched',
    description: 'Messages at the start that are never changed.',
  }),
  preserveRecentCount: z.int().min(0).max(200).default(1).meta({
    title: 'Recent messages untouched',
    description: 'Messages at the end that are never changed.',
  }),
})
export type LosslessSettings = z.infer<typeof losslessSettingsSchema>

const defaults = losslessSettingsSchema.parse({})

export const losslessPresets: readonly Preset[] = [
  {
    id: 'strict',
    label: 'Strict',
    description: 'Reversible techniques only: the result alone gives the source back byte for byte.',
    settings: { ...defaults, removeObsoleteState: false },
  },
  {
    id: 'default',
    label: 'Default',
    description: 'References where content repeats, and superseded state leaves the context.',
    settings: defaults,
  },
  {
    id: 'cache-friendly',
    label: 'Cache friendly',
    description: 'Reversible techniques that keep the first copies, so that the cached prefix stays valid.',
    settings: { ...defaults, removeObsoleteState: false, keep: 'first' },
  },
]
