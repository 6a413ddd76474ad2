import { z } from 'zod'
import { partKinds } from '../kernel/part.ts'

const truncateSchema = z.strictObject({
  maxChars: z.int().min(1).max(1_000_000).optional().meta({ title: 'Characters to keep' }),
  maxLines: z.int().min(1).max(100_000).optional().meta({ title: 'Lines to keep' }),
  addEllipsis: z.boolean().default(true).meta({ title: 'Note how much was cut' }),
})
const hasLimit = (limits: z.infer<typeof truncateSchema>): boolean =>
  limits.maxChars !== undefined || limits.maxLines !== undefined

const apiProfileSchema = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .meta({ title: 'Profile', description: 'Who summarises. The model of the run where none is named.' })
const promptSchema = z.string().max(100_000).optional().meta({ title: 'Prompt of your own' })

const summarizeSchema = z.strictObject({
  apiProfile: apiProfileSchema,
  maxTokens: z.int().min(10).max(16_000).default(150).meta({ title: 'Longest summary (tokens)' }),
  customPrompt: promptSchema,
  minTokens: z.int().min(0).max(1_000_000).default(100).meta({
    title: 'Only parts above (tokens)',
    description: 'Smaller parts stay as they are.',
  }),
})

const keep = z
  .strictObject({ operation: z.literal('keep'), params: z.strictObject({}).optional() })
  .meta({ title: 'Keep' })
const suppress = z
  .strictObject({ operation: z.literal('suppress'), params: z.strictObject({}).optional() })
  .meta({ title: 'Suppress' })
const truncate = z
  .strictObject({
    operation: z.literal('truncate'),
    params: z.strictObject({
      truncate: truncateSchema.refine(hasLimit, { error: 'Note how many lines or characters remain.' }),
    }),
  })
  .meta({
    title: 'Cut',
    examples: [{ operation: 'truncate', params: { truncate: { maxLines: 8, addEllipsis: true } } }],
  })
/** Parameters have no lines: each string in them is cut by itself. */
const truncateParameters = z
  .strictObject({
    operation: z.literal('truncate'),
    params: z.strictObject({
      truncate: truncateSchema
        .omit({ maxLines: true })
        .refine(({ maxChars }) => maxChars !== undefined, { error: 'Note how many characters remain.' }),
    }),
  })
  .meta({
    title: 'Cut',
    examples: [{ operation: 'truncate', params: { truncate: { maxChars: 120, addEllipsis: true } } }],
  })
const summarize = z
  .strictObject({
    operation: z.literal('summarize'),
    params: z.strictObject({ summarize: summarizeSchema.prefault({}) }).prefault({}),
  })
  .meta({
    title: 'Summarise',
    examples: [{ operation: 'summarize', params: { summarize: { maxTokens: 150, minTokens: 100 } } }],
  })

/** What may be done to each kind of content. `environment` does what `toolResults` does where it is left out. */
const operationsShape = {
  messageText: z.discriminatedUnion('operation', [keep, truncate, summarize]).meta({ title: 'Message text' }),
  toolParameters: z
    .discriminatedUnion('operation', [keep, suppress, truncateParameters])
    .meta({ title: 'Tool parameters' }),
  toolResults: z
    .discriminatedUnion('operation', [keep, suppress, truncate, summarize])
    .meta({ title: 'Tool results' }),
  environment: z
    .discriminatedUnion('operation', [keep, suppress, truncate, summarize])
    .optional()
    .meta({ title: 'Environment details', description: 'As tool results where nothing is chosen.' }),
}
const operationsSchema = z.strictObject(operationsShape)
export type ContentOperations = z.infer<typeof operationsSchema>
export type ContentOperation = NonNullable<ContentOperations[keyof ContentOperations]>

/** All that is given must hold. Ages count messages from the end, the last one being 0; sizes are tokens. */
const whereSchema = z.strictObject({
  roles: z
    .array(z.enum(['user', 'assistant']))
    .min(1)
    .optional()
    .meta({ title: 'Roles' }),
  kinds: z.array(z.enum(partKinds)).min(1).optional().meta({ title: 'Kinds of part' }),
  tools: z.array(z.string().min(1).max(200)).min(1).max(100).optional().meta({ title: 'Tools' }),
  paths: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(50)
    .optional()
    .meta({ title: 'Paths', description: 'Globs, such as src/**/*.ts.' }),
  minAge: z
    .int()
    .min(0)
    .optional()
    .meta({ title: 'Age at least', description: 'The last message has age 0.' }),
  maxAge: z.int().min(0).optional().meta({ title: 'Age at most' }),
  minTokens: z.int().min(0).optional().meta({ title: 'At least (tokens)' }),
  maxTokens: z.int().min(0).optional().meta({ title: 'At most (tokens)' }),
  isError: z.boolean().optional().meta({ title: 'Is an error' }),
})
export type Where = z.infer<typeof whereSchema>

const selectionSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('preserve_recent'),
      keepRecentCount: z.int().min(0).max(100_000).meta({ title: 'Recent messages untouched' }),
    })
    .meta({
      title: 'All but the last messages',
      examples: [{ type: 'preserve_recent', keepRecentCount: 10 }],
    }),
  z
    .strictObject({
      type: z.literal('preserve_percent'),
      keepPercentage: z.number().min(0).max(100).meta({ title: 'Recent messages untouched (%)' }),
    })
    .meta({ title: 'All but a last share', examples: [{ type: 'preserve_percent', keepPercentage: 30 }] }),
  z.strictObject({ type: z.literal('custom'), where: whereSchema }).meta({ title: 'By conditions' }),
])
export type Selection = z.infer<typeof selectionSchema>

const executionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('always') }).meta({ title: 'Always' }),
  z
    .strictObject({
      type: z.literal('conditional'),
      condition: z.strictObject({
        tokenThreshold: z.int().min(0).meta({ title: 'Only above (tokens)' }),
      }),
    })
    .meta({
      title: 'Only above a size',
      examples: [{ type: 'conditional', condition: { tokenThreshold: 40_000 } }],
    }),
])

const common = {
  id: z.string().min(1).max(100).meta({ title: 'Id' }),
  name: z.string().min(1).max(200).meta({ title: 'Name' }),
  description: z.string().max(2000).optional().meta({ title: 'Description' }),
  selection: selectionSchema.meta({ title: 'Which messages' }),
  execution: executionSchema.default({ type: 'always' }).meta({ title: 'When' }),
}

const batchSummarySchema = z.strictObject({
  apiProfile: apiProfileSchema,
  customPrompt: promptSchema,
  keepFirst: z.int().min(0).max(1000).default(1).meta({ title: 'Messages kept at the start' }),
  keepLast: z.int().min(0).max(1000).default(0).meta({ title: 'Messages kept at the end' }),
  maxTokens: z.int().min(50).max(64_000).default(2000).meta({ title: 'Longest summary (tokens)' }),
})
export type BatchSummary = z.infer<typeof batchSummarySchema>

const batchConfigSchema = z.discriminatedUnion('operation', [
  z.strictObject({ operation: z.literal('keep') }).meta({ title: 'Keep' }),
  z
    .strictObject({
      operation: z.literal('summarize'),
      summarizationConfig: batchSummarySchema.prefault({}),
    })
    .meta({
      title: 'Summarise',
      examples: [
        { operation: 'summarize', summarizationConfig: { keepFirst: 1, keepLast: 0, maxTokens: 2000 } },
      ],
    }),
])

const individualConfigSchema = z.strictObject({
  defaults: operationsSchema.meta({ title: 'Each part of a message' }),
  overrides: z
    .array(
      z.strictObject({
        /** Place in the history that the provider was given. */
        messageIndex: z.int().min(0).meta({ title: 'Message' }),
        operations: operationsSchema.partial(),
      }),
    )
    .max(1000)
    .optional()
    .meta({ title: 'Exceptions for single messages' }),
})

export const passSchema = z.discriminatedUnion('mode', [
  z
    .strictObject({
      ...common,
      mode: z.literal('batch'),
      batchConfig: batchConfigSchema.meta({ title: 'What is done to them' }),
    })
    .meta({ title: 'All messages together, as one' }),
  z
    .strictObject({
      ...common,
      mode: z.literal('individual'),
      individualConfig: individualConfigSchema.meta({ title: 'What is done to them' }),
    })
    .meta({ title: 'Each part by itself' }),
])
export type Pass = z.infer<typeof passSchema>
export type BatchPass = Extract<Pass, { mode: 'batch' }>
export type IndividualPass = Extract<Pass, { mode: 'individual' }>
