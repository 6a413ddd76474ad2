import * as fc from 'fast-check'
import { partKinds } from '../../../shared/kernel/part.ts'

type Json = Record<string, unknown>

const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined })
const few = <T>(...values: T[]): fc.Arbitrary<T[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })

const count = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 40 }))
const profile = optional(fc.constantFrom('fast', 'unknown'))

const keep = fc.constant({ operation: 'keep' })
const suppress = fc.constant({ operation: 'suppress' })
const characters = fc.integer({ min: 1, max: 300 })
const truncate = fc
  .record({
    maxChars: optional(characters),
    maxLines: fc.integer({ min: 1, max: 12 }),
    addEllipsis: fc.boolean(),
  })
  .map((limits) => ({ operation: 'truncate', params: { truncate: limits } }))
const truncateParameters = fc
  .record({ maxChars: characters, addEllipsis: fc.boolean() })
  .map((limits) => ({ operation: 'truncate', params: { truncate: limits } }))
const summarize = fc
  .record({
    apiProfile: profile,
    maxTokens: fc.integer({ min: 10, max: 200 }),
    minTokens: fc.integer({ min: 0, max: 100 }),
    customPrompt: optional(fc.constantFrom('', 'Be brief.')),
  })
  .map((params) => ({ operation: 'summarize', params: { summarize: params } }))

const operations = fc.record({
  messageText: fc.oneof(keep, truncate, summarize),
  toolParameters: fc.oneof(keep, suppress, truncateParameters),
  toolResults: fc.oneof(keep, suppress, truncate, summarize),
  environment: optional(fc.oneof(keep, suppress, truncate, summarize)),
})

const where = fc.record({
  roles: optional(few('user', 'assistant')),
  kinds: optional(few(...partKinds)),
  tools: optional(few('read_file', 'write_to_file', 'execute_command', 'nothing')),
  paths: optional(few('src/**', '*.md', '**/a.ts', '!(x)')),
  minAge: optional(count),
  maxAge: optional(count),
  minTokens: optional(count),
  maxTokens: optional(fc.integer({ min: 0, max: 400 })),
  isError: optional(fc.boolean()),
})

const selection = fc.oneof(
  count.map((keepRecentCount): Json => ({ type: 'preserve_recent', keepRecentCount })),
  fc
    .oneof(fc.constantFrom(0, 100, 0.5), fc.double({ min: 0, max: 100, noNaN: true }))
    .map((keepPercentage): Json => ({ type: 'preserve_percent', keepPercentage })),
  where.map((condition): Json => ({ type: 'custom', where: condition })),
)

const execution = fc.oneof(
  fc.constant<Json>({ type: 'always' }),
  fc
    .integer({ min: 0, max: 3000 })
    .map((tokenThreshold): Json => ({ type: 'conditional', condition: { tokenThreshold } })),
)

const batch = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Json>({ operation: 'keep' }) },
  {
    weight: 4,
    arbitrary: fc
      .record({
        apiProfile: profile,
        keepFirst: count,
        keepLast: count,
        maxTokens: fc.integer({ min: 50, max: 400 }),
      })
      .map((summarizationConfig): Json => ({ operation: 'summarize', summarizationConfig })),
  },
)
const individual = fc.record({
  defaults: operations,
  overrides: optional(fc.array(fc.record({ messageIndex: count, operations }), { maxLength: 4 })),
})

const pass = fc.record({ selection, execution }).chain((common) =>
  fc.oneof(
    batch.map((batchConfig): Json => ({ ...common, mode: 'batch', batchConfig })),
    individual.map((individualConfig): Json => ({ ...common, mode: 'individual', individualConfig })),
  ),
)

const prelude = fc.record({
  enabled: fc.boolean(),
  keep: fc.constantFrom('latest', 'first'),
  operations: fc.record({
    deduplicateFileReads: fc.boolean(),
    consolidateToolResults: fc.boolean(),
    encodeNearIdentical: fc.boolean(),
    removeObsoleteState: fc.boolean(),
  }),
})

/** Settings of the smart provider as a person could write them: any passes, up to four of them. */
export function smartSettings(): fc.Arbitrary<Json> {
  return fc
    .record({
      losslessPrelude: prelude,
      passes: fc.array(pass, { maxLength: 4 }),
      keepFirst: fc.integer({ min: 0, max: 3 }),
      concurrency: fc.integer({ min: 1, max: 4 }),
      ledger: fc.constantFrom('off', 'off', 'summary', 'first'),
    })
    .map((settings) => {
      const passes = settings.passes.map((own, at) => ({ ...own, id: `pass-${at}`, name: `Pass ${at}` }))
      // Settings are JSON: what is left out is not there.
      const json: Json = JSON.parse(JSON.stringify({ ...settings, passes }))
      return json
    })
}
