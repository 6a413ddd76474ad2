import { z } from 'zod'
import { plantedKinds, plantedKindSchema } from '../planted/planted-types.ts'

const whole = z.int().positive()

const compactorSchema = z
  .strictObject({
    name: z.string().min(1).max(80).default('compactor').meta({ description: 'What results call it.' }),
    command: z.array(z.string().max(4096)).min(1).max(64).optional().meta({
      description:
        'Program and arguments, one per entry. Words that name a file beside this one are given as absolute paths.',
    }),
    module: z.string().min(1).max(4096).optional().meta({
      description:
        'In the place of a command: a JavaScript module beside this file. Its default export gets the document and returns the answer.',
    }),
    address: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .meta({ description: 'In the place of a command: http or https.' }),
    method: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'In the place of a command: a method of Dewpoint, see `dewpoint arms`.' }),
    exchange: z.enum(['pipe', 'directory']).default('pipe').meta({
      description:
        'pipe: the document on stdin, the answer on stdout. directory: input.json is there, output.json is read.',
    }),
    environment: z
      .array(z.string())
      .max(32)
      .default([])
      .meta({ description: 'Variables that the command is given beside PATH.' }),
    model: z.string().max(200).default('').meta({ description: 'Passed on.' }),
    window: whole.max(100_000_000).default(200_000).meta({ description: 'Tokens. Passed on.' }),
    timeLimitSeconds: z.number().min(0.1).max(3600).default(120),
    outputLimitMegabytes: z.number().min(0.001).max(512).default(64),
    settings: z.record(z.string(), z.json()).default({}).meta({ description: 'Passed on as they are.' }),
  })
  .refine(
    ({ command, module, address, method }) =>
      [command, module, address, method].filter((one) => one !== undefined).length === 1,
    { error: 'needs one of command, module, address and method' },
  )

/** Formats in which a compactor may be given the messages. */
export const gateFormats = ['anthropic', 'openai-chat', 'openai-responses', 'ai-sdk'] as const

/** What a person writes into `gate.yaml`. */
export const gateFileSchema = z.strictObject({
  $schema: z.string().optional().meta({ description: 'For editors. Not read.' }),
  compactor: compactorSchema.meta({ description: 'What is tried.' }),
  formats: z
    .array(z.enum(gateFormats))
    .min(1)
    .max(4)
    .default(['anthropic'])
    .meta({ description: 'In which formats it is given the messages; all of them are tried.' }),
  seed: z.int().min(0).max(4_000_000).default(1).meta({ description: 'The set of histories.' }),
  histories: z
    .int()
    .min(2)
    .max(200)
    .default(12)
    .meta({ description: 'Of each size. Fewer than 7 prove nothing.' }),
  tokens: z
    .array(z.int().min(5000).max(1_000_000))
    .min(1)
    .max(5)
    .default([20_000])
    .meta({ description: 'Sizes of the histories.' }),
  rounds: z
    .array(z.int().min(1).max(20))
    .min(1)
    .max(10)
    .default([1, 3, 5])
    .meta({ description: 'Condensations in a row.' }),
  target: whole.optional().meta({ description: 'Tokens that are asked for; passed on.' }),
  margin: z
    .number()
    .min(0)
    .max(100)
    .default(5)
    .meta({ description: 'Points of a hundred that may be lost without being worse.' }),
  growth: z
    .number()
    .min(0)
    .max(1000)
    .default(10)
    .meta({ description: 'Percent by which contexts may be larger than those of the baseline.' }),
  baseline: z
    .string()
    .min(1)
    .max(4096)
    .default('gate-baseline.json')
    .meta({ description: 'File beside this one that results are held against.' }),
})
export type GateFile = Readonly<z.infer<typeof gateFileSchema>>

/** What a baseline and a run must have in common to be held against each other. */
const gateSetSchema = z.object({
  seed: z.int(),
  histories: z.int(),
  /** Of what is planted in them: other versions may plant other things. */
  itemsSha256: z.string(),
  /** The model that was asked for each item; null where contexts were read without one. */
  model: z.string().nullable(),
})
export type GateSet = Readonly<z.infer<typeof gateSetSchema>>

/** What was left after so many condensations of histories of one size, in one format. */
const gateCellSchema = z.object({
  format: z.string(),
  tokens: z.int(),
  rounds: z.int(),
  /** Of the contexts at the end, as a mean. */
  contextTokens: z.int(),
  /** Of each history, one letter for each item: (t)here, (s)tale or (g)one. */
  fates: z.array(z.string().regex(/^[tsg]+$/)),
})
export type GateCell = Readonly<z.infer<typeof gateCellSchema>>

/** `gate-baseline.json`. */
export const gateBaselineSchema = z.object({
  version: z.literal(1),
  compactor: z.string(),
  set: gateSetSchema,
  cells: z.array(gateCellSchema).max(1000),
})
export type GateBaseline = Readonly<z.infer<typeof gateBaselineSchema>>

/** How a gate ends. */
export const gateStates = ['no-worse', 'worse', 'not-run', 'not-enough'] as const
const gateStateSchema = z.enum(gateStates)
export type GateState = z.infer<typeof gateStateSchema>

/** Against what a cell is held: all items, those of one kind, the size of the contexts. */
export const gateSubjectSchema = z.enum(['all', ...plantedKinds, 'size'])

const gateCheckSchema = z.object({
  subject: gateSubjectSchema,
  state: gateStateSchema,
  /** Shares from 0 to 1, of the size tokens; null without a baseline. */
  before: z.number().nullable(),
  after: z.number(),
  /** Of the difference; null where too few histories differ for one. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
})
export type GateCheck = Readonly<z.infer<typeof gateCheckSchema>>

/** An item that was there and no longer is. */
const lostItemSchema = z.object({
  history: z.string(),
  kind: plantedKindSchema,
  key: z.string(),
  question: z.string(),
  /** What is true at the end of the history. */
  truth: z.string(),
  now: z.enum(['stale', 'gone']),
})

export const gateResultSchema = z.object({
  state: gateStateSchema,
  /** Why, a sentence each. */
  reasons: z.array(z.string()),
  compactor: z.string(),
  cells: z.array(
    gateCellSchema.pick({ format: true, tokens: true, rounds: true, contextTokens: true }).extend({
      checks: z.array(gateCheckSchema),
      /** Of kinds that are worse. */
      lost: z.array(lostItemSchema),
    }),
  ),
  /** What `--update` writes; null where it could not be run. */
  baseline: gateBaselineSchema.nullable(),
})
export type GateResult = Readonly<z.infer<typeof gateResultSchema>>

export const gateInputSchema = z.object({
  file: gateFileSchema,
  /** Folder that its names count from. */
  folder: z.string(),
  /** Null where there is none yet. */
  baseline: gateBaselineSchema.nullable(),
  /** The profile of a model that is asked for every item, and what it may cost, US dollars. */
  profileId: z.string().optional(),
  maxCostUsd: z.number().min(0).optional(),
})
export type GateInput = z.infer<typeof gateInputSchema>
