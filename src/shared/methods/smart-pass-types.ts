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

const keep = z.strictObject({ operation: z.literal('keep'), params: z.strictObject({}).optional() })
const suppress = z.strictObject({ operation: z.literal('suppress'), params: z.strictObject({}).optional() })
const truncate = z.strictObject({
  operation: z.literal('truncate'),
  params: z.strictObject({
    truncate: truncateSchema.refine(hasLimit, { error: 'Note how many lines or characters remain.' }),
  }),
})
/** Parameters have no lines: each string in them is cut by itself. */
const truncateParameters = z.strictObject({
  operation: z.literal('truncate'),
  params: z.strictObject({
    truncate: truncateSchema
      .omit({ maxLines: true })
      .refine(({ maxChars }) => maxChars !== undefined, { error: 'Note how many characters remain.' }),
  }),
})
const summarize = z.strictObject({
  operation: z.literal('summarize'),
  params: z.strictObject({ summarize: summarizeSchema.prefault({}) }).prefault({}),
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
    .meta({ title: 'Environment details' }),
}
const operationsSchema = z.strictObject(operationsShape)
export type ContentOperations = z.infer<typeof operationsSchema>
export type ContentOperation = NonNullable<ContentOperations[keyof ContentOperations]>

/** All that is given must hold. Ages count messages from the end, the last one being 0; sizes are tokens. */
const whereSchema = z.strictObject({
  roles: z
    .array(z.enum(['user', 'assistant']))
    .min(1)
    .optional(),
  kinds: z.array(z.enum(partKinds)).min(1).optional(),
  tools: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
  paths: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(50)
    .optional()
    .meta({ description: 'Globs, such as src/**/*.ts.' }),
  minAge: z.int().min(0).optional(),
  maxAge: z.int().min(0).optional(),
  minTokens: z.int().min(0).optional(),
  maxTokens: z.int().min(0).optional(),
  isError: z.boolean().optional(),
})
export type Where = z.infer<typeof whereSchema>

const selectionSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('preserve_recent'),
    keepRecentCount: z.int().min(0).max(100_000).meta({ title: 'Recent messages untouched' }),
  }),
  z.strictObject({
    type: z.literal('preserve_percent'),
    keepPercentage: z.number().min(0).max(100).meta({ title: 'Recent messages untouched (%)' }),
  }),
  z.strictObject({ type: z.literal('custom'), where: whereSchema }),
])
export type Selection = z.infer<typeof selectionSchema>

const executionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('always') }),
  z.strictObject({
    type: z.literal('conditional'),
    condition: z.strictObject({
      tokenThreshold: z.int().min(0).meta({ title: 'Only above (tokens)' }),
    }),
  }),
])

const common = {
  id: z.string().min(1).max(100).meta({ title: 'Id' }),
  name: z.string().min(1).max(200).meta({ title: 'Name' }),
  description: z.string().max(2000).optional().meta({ title: 'Description' }),
  selection: selectionSchema,
  execution: executionSchema.default({ type: 'always' }),
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
  z.strictObject({ operation: z.literal('keep') }),
  z.strictObject({
    operation: z.literal('summarize'),
    summarizationConfig: batchSummarySchema.prefault({}),
  }),
])

const individualConfigSchema = z.strictObject({
  defaults: operationsSchema,
  overrides: z
    .array(
      z.strictObject({
        /** Place in the history that the provider was given. */
        messageIndex: z.int().min(0),
        operations: operationsSchema.partial(),
      }),
    )
    .max(1000)
    .optional(),
})

export const passSchema = z.discriminatedUnion('mode', [
  z.strictObject({ ...common, mode: z.literal('batch'), batchConfig: batchConfigSchema }),
  z.strictObject({ ...common, mode: z.literal('individual'), individualConfig: individualConfigSchema }),
])
export type Pass = z.infer<typeof passSchema>
export type BatchPass = Extract<Pass, { mode: 'batch' }>
export type IndividualPass = Extract<Pass, { mode: 'individual' }>
