import { z } from 'zod'
import { defaultMetricGroups } from '../activity/quality-types.ts'
import { settingsSchema } from '../methods/provider-types.ts'

/** Ids are used in tables, files and command lines. */
export const experimentIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** What is wrong with an id that does not fit. */
export function explainIdFault({ input }: { readonly input?: unknown }): string {
  return input === '' ? 'is missing' : 'may hold letters, digits, dots, dashes and underscores, 64 at most'
}

/** Where tasks are cut: a share of the messages, or a word. */
export const cutSchema = z.union([
  z
    .number()
    .gt(0, 'must lie between 0 and 1')
    .lt(1, 'must lie between 0 and 1')
    .meta({ description: 'Share of the messages that comes before the cut.' }),
  z.enum(['default', 'recorded', 'trigger']).meta({
    description:
      '`recorded` is where the agent itself condensed, `trigger` where the window is filled to the threshold, `default` the first recorded condensation, else where the trigger of the agent would fire. All but shares leave out cuts under 10,000 tokens.',
  }),
])
export type Cut = z.infer<typeof cutSchema>

/** Either an arm or a provider says what condenses. */
export function refuseNames(
  {
    arm,
    provider,
    preset,
  }: {
    readonly arm?: string | undefined
    readonly provider?: string | undefined
    readonly preset?: string | undefined
  },
  refuse: (key: string, message: string) => void,
): void {
  if (arm === undefined) {
    if (provider === undefined) refuse('provider', 'is missing')
    return
  }
  if (provider !== undefined) refuse('provider', 'has no place beside a method')
  if (preset !== undefined) refuse('preset', 'has no place beside a method')
}

const variantIdSchema = z
  .string()
  .regex(experimentIdPattern, { error: explainIdFault })
  .meta({ description: 'Short name of the variant in tables and reports.' })

const variantShape = z.strictObject({
  id: variantIdSchema,
  label: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Name for people. The id where it is left out.' }),
  arm: z.string().min(1).optional().meta({
    description: 'Id of a method, in the place of provider and preset. See `dewpoint arms`.',
  }),
  provider: z.string().min(1).optional().meta({ description: 'Id of a provider or a strategy.' }),
  preset: z.string().optional().meta({ description: 'Id of a preset, `id@version` for a certain version.' }),
  settings: settingsSchema
    .optional()
    .meta({ description: 'Settings that the preset or the defaults do not already give.' }),
  prompt: z.string().optional().meta({
    description: 'A prompt file beside the experiment, or a prompt of the library: `id`, `id@version`.',
  }),
  profile: z.string().optional().meta({
    description: 'Model profile to ask. `extractive` for the built-in summariser, which is the default.',
  }),
  target: z.int().positive().optional().meta({ description: 'Tokens to come down to.' }),
  pinConstraints: z.boolean().optional().meta({
    description:
      'What if the sentences with constraints of the user were pinned: the same run with them pinned.',
  }),
})
export const variantSchema = variantShape.superRefine((variant, context) =>
  refuseNames(variant, (key, message) => context.addIssue({ code: 'custom', path: [key], message })),
)
export type Variant = Readonly<z.infer<typeof variantSchema>>

export const assertionSchema = z
  .strictObject({
    metric: z.string().min(1).meta({ description: 'Id of a metric that is measured.' }),
    variant: z.string().optional().meta({ description: 'All variants where it is left out.' }),
    min: z.number().optional().meta({ description: 'The mean is at least this.' }),
    max: z.number().optional().meta({ description: 'The mean is at most this.' }),
    verdict: z.enum(['better', 'not-worse']).optional().meta({
      description:
        'Against the baseline. `not-worse`: the whole interval of the difference above minus the margin. Inconclusive where the data do not suffice.',
    }),
  })
  .refine(({ min, max, verdict }) => min !== undefined || max !== undefined || verdict !== undefined, {
    error: 'needs min, max or verdict',
  })
export type Assertion = Readonly<z.infer<typeof assertionSchema>>

/** Stands for all tasks of the library in the `tasks` of an experiment, the samples only where there are no others. */
export const libraryEntry = 'library'

export const experimentFileSchema = z.strictObject({
  $schema: z.string().optional().meta({ description: 'For editors. Not read.' }),
  name: z.string().min(1).max(200).meta({ description: 'What the experiment is called.' }),
  question: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'What it is to answer. Stands in the report.' }),
  tasks: z.array(z.string().min(1)).min(1).max(1000).meta({
    description:
      'Task folders, globs of them, ids of the library, or `library` for all of its tasks. Paths are relative to this file.',
  }),
  checkpoints: z
    .strictObject({
      at: z
        .array(cutSchema)
        .min(1)
        .max(50)
        .default(['default'])
        .meta({ description: 'Where each task is cut: what comes before is condensed.' }),
      window: z.int().positive().optional().meta({
        description:
          'Tokens, for `trigger`. Left out, that of the model that each request went to, 200,000 where it is not known.',
      }),
      threshold: z
        .number()
        .min(5)
        .max(100)
        .default(80)
        .meta({ description: 'Percent of the window, for `trigger`.' }),
    })
    .prefault({})
    .meta({ description: 'Where the tasks are cut into what is condensed and what is compared with.' }),
  variants: z
    .array(variantSchema)
    .min(1)
    .max(50)
    .meta({ description: 'Ways to condense that are compared.' }),
  repeats: z
    .int()
    .min(1)
    .max(100)
    .default(1)
    .meta({ description: 'Of variants that ask a model. Others give the same each time.' }),
  concurrency: z
    .int()
    .min(1)
    .max(16)
    .default(4)
    .meta({ description: 'Cells that are worked on at the same time.' }),
  budgetUsd: z
    .number()
    .min(0)
    .optional()
    .meta({ description: 'No call is made that could take the experiment above this.' }),
  metrics: z
    .array(z.string().min(1))
    .min(1)
    .default([...defaultMetricGroups])
    .meta({ description: 'Groups, or ids of single metrics.' }),
  judge: z
    .strictObject({
      profile: z.string().min(1).meta({ description: 'Model profile that is asked.' }),
      probes: z.int().min(1).max(40).default(8).meta({ description: 'Questions per checkpoint.' }),
      steps: z.int().min(1).max(10).default(3).meta({
        description: 'Next actions that `resume` lets the model take from each context.',
      }),
    })
    .optional()
    .meta({ description: 'For the metrics that ask a model.' }),
  margins: z
    .record(z.string(), z.number().min(0))
    .default({})
    .meta({ description: 'By metric: differences up to this are not worth naming.' }),
  assert: z
    .array(assertionSchema)
    .max(200)
    .default([])
    .meta({ description: 'What must hold. `dewpoint experiment` ends with 1 where it does not.' }),
  primary: z.string().optional().meta({
    description:
      'Id of the metric that decides. The first headline metric that has values where it is left out. All others are corrected together.',
  }),
  aa: z.boolean().optional().meta({
    description:
      'Adds the baseline a second time, with fresh answers: how far it differs from itself is the noise floor.',
  }),
  baseline: z
    .string()
    .optional()
    .meta({ description: 'Variant that the others are compared with. The first where it is left out.' }),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31)
    .default(1)
    .meta({ description: 'Of everything random. The same seed gives the same figures.' }),
})
/** An experiment as a person writes it, defaults filled in. */
export type ExperimentFile = Readonly<z.infer<typeof experimentFileSchema>>

/** What is wrong with the text of an experiment. Lines and columns count from 1; 0 where no place is known. */
export const experimentIssueSchema = z.object({
  message: z.string(),
  /** Such as `variants.2.provider`; empty for the file as a whole. */
  path: z.string(),
  line: z.int(),
  column: z.int(),
})
export type ExperimentIssue = Readonly<z.infer<typeof experimentIssueSchema>>
