import { z } from 'zod'
import { passTemplates } from './smart-pass-templates.ts'
import { passSchema, type Pass } from './smart-pass-types.ts'

const switchOn = (title: string, description = '') => z.boolean().default(true).meta({ title, description })

const preludeSchema = z
  .strictObject({
    enabled: switchOn(
      'Lossless prelude',
      'Repeats and superseded state become references before the first pass.',
    ),
    operations: z
      .strictObject({
        deduplicateFileReads: switchOn('Repeated file reads'),
        consolidateToolResults: switchOn('Identical results'),
        encodeNearIdentical: switchOn('Near-identical content'),
        removeObsoleteState: switchOn('Superseded state', 'Restorable from the store only.'),
      })
      .prefault({}),
    keep: z.enum(['latest', 'first']).default('latest').meta({
      title: 'Copy to keep',
      description: 'Keeping the first copy leaves the cached prefix of the prompt intact.',
    }),
  })
  .meta({ title: 'Lossless prelude' })

/** Passes that a run may have: more would hide a mistake. */
const mostPasses = 20

/**
 * Settings of the smart provider. The shape is that of the configurations in the provider design, so that a listing
 * from there is a settings file as it stands. `defaultPasses` stand where settings name none.
 */
export const buildSmartSettingsSchema = (defaultPasses: () => Pass[]) =>
  z
    .strictObject({
      losslessPrelude: preludeSchema.prefault({}),
      passes: z.array(passSchema).max(mostPasses).default(defaultPasses).meta({
        title: 'Passes',
        description: 'Run in order, until the target is met.',
        examples: passTemplates,
      }),
      keepFirst: z.int().min(0).max(50).default(1).meta({
        title: 'First messages untouched',
        description: 'Messages at the start that no pass changes.',
      }),
      concurrency: z.int().min(1).max(16).default(4).meta({
        title: 'Summaries at a time',
        description: 'Model calls of one pass that run side by side.',
      }),
      ledger: z.enum(['off', 'summary', 'first']).default('off').meta({
        title: 'Ledger of artifacts',
        description:
          'A list of files and commands from the tool calls: in the summary, or beside the first message.',
      }),
      ledgerMaxTokens: z.int().min(50).max(20_000).default(800).meta({ title: 'Longest ledger (tokens)' }),
    })
    .superRefine(({ passes }, context) => {
      passes.forEach(({ id }, index) => {
        if (passes.findIndex((other) => other.id === id) === index) return
        context.addIssue({
          code: 'custom',
          path: ['passes', index, 'id'],
          message: `The id ${id} is taken by another pass.`,
        })
      })
    })
export type SmartSettings = z.infer<ReturnType<typeof buildSmartSettingsSchema>>
