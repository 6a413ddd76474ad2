import { z } from 'zod'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { TokenUsage } from '../../../../shared/models/pricing-types.ts'
import { buildCompactionEvents, type Compacted } from '../../../kernel/compaction.ts'
import type { CompletionEvent } from '../../../kernel/language-model.ts'
import type { StreamReader } from '../wire/run-call.ts'

const countSchema = z.int().min(0).nullish()
const countsSchema = z.object({
  input_tokens: countSchema,
  output_tokens: countSchema,
  cache_creation_input_tokens: countSchema,
  cache_read_input_tokens: countSchema,
})
type Counts = z.infer<typeof countsSchema>

/** The top level holds nothing of the compaction: its tokens stand among the iterations. */
const usageSchema = countsSchema.extend({
  iterations: z.array(countsSchema.extend({ type: z.string() })).nullish(),
})
type Usage = z.infer<typeof usageSchema>

const blockSchema = z.looseObject({ type: z.string() })
type Block = z.infer<typeof blockSchema>

const startSchema = z.object({
  type: z.literal('message_start'),
  message: z.object({ usage: usageSchema.nullish() }),
})
const blockStartSchema = z.object({
  type: z.literal('content_block_start'),
  index: z.number(),
  content_block: blockSchema,
})
const blockDeltaSchema = z.object({
  type: z.literal('content_block_delta'),
  index: z.number(),
  delta: z.looseObject({ type: z.string() }),
})
const deltaSchema = z.object({
  type: z.literal('message_delta'),
  delta: z.object({ stop_reason: z.string().nullish() }),
  usage: usageSchema.nullish(),
})
const pieceSchema = z.union([
  startSchema,
  blockStartSchema,
  blockDeltaSchema,
  deltaSchema,
  z.object({ type: z.string() }),
])
/** A message that came whole. */
const messageSchema = z.object({
  type: z.literal('message'),
  content: z.array(blockSchema),
  stop_reason: z.string().nullish(),
  usage: usageSchema.nullish(),
})

/** Reads the answer to a compaction of the Messages interface: its blocks, and what the compaction itself took. */
export function createCompactionReader(): StreamReader {
  const blocks = new Map<number, Block>()
  let usage: Usage | null = null
  let stop: string | null = null
  let hasEnded = false
  const noteUsage = (reported: Usage | null | undefined): void => {
    usage = mergeUsage(usage, reported)
  }
  // Its end is told by `stop`.
  const buildFinalEvents = (): readonly CompletionEvent[] =>
    buildCompactionEvents(
      buildCompaction(blocks, stop, usage),
      usage === null ? null : sumUsage(usage),
    ).slice(0, -1)
  return {
    read: (piece) => {
      const event = pieceSchema.parse(piece)
      if ('message' in event) {
        noteUsage(event.message.usage)
        return usage === null ? null : [{ kind: 'usage', usage: sumUsage(usage) }]
      }
      if ('content_block' in event) blocks.set(event.index, event.content_block)
      if ('delta' in event && 'index' in event) {
        const before = blocks.get(event.index)
        if (before !== undefined) blocks.set(event.index, growBlock(before, event.delta))
        return []
      }
      if ('delta' in event) {
        stop = event.delta.stop_reason ?? stop
        noteUsage(event.usage)
      }
      if (event.type !== 'message_stop') return 'content_block' in event ? [] : null
      hasEnded = true
      return buildFinalEvents()
    },
    readWhole: (answer) => {
      const parsed = messageSchema.safeParse(answer)
      if (!parsed.success) return null
      parsed.data.content.forEach((block, index) => blocks.set(index, block))
      stop = parsed.data.stop_reason ?? null
      noteUsage(parsed.data.usage)
      hasEnded = true
      return buildFinalEvents()
    },
    stop: () => (!hasEnded ? null : stop === 'refusal' ? 'refused' : 'finished'),
    isDone: () => hasEnded,
  }
}

/** Reports are cumulative, and may leave out what has not changed. */
function mergeUsage(before: Usage | null, reported: Usage | null | undefined): Usage | null {
  if (reported === null || reported === undefined) return before
  return {
    input_tokens: reported.input_tokens ?? before?.input_tokens,
    output_tokens: reported.output_tokens ?? before?.output_tokens,
    cache_creation_input_tokens: reported.cache_creation_input_tokens ?? before?.cache_creation_input_tokens,
    cache_read_input_tokens: reported.cache_read_input_tokens ?? before?.cache_read_input_tokens,
    iterations: reported.iterations ?? before?.iterations,
  }
}

function buildCompaction(
  blocks: ReadonlyMap<number, Block>,
  stop: string | null,
  usage: Usage | null,
): Compacted {
  const output = [...blocks].toSorted(([one], [other]) => one - other).map(([, block]) => block)
  const own = usage === null ? [] : listCompactionCounts(usage)
  const readTokens = own.length > 0 ? sum(own.map(sumInput)) : usage === null ? null : sumInput(usage)
  return {
    output: output.filter(({ type }) => type === 'compaction'),
    stop,
    writtenTokens: own.length === 0 ? null : sum(own.map((counts) => counts.output_tokens ?? 0)),
    readTokens,
  }
}

/** A delta of a compaction carries the final value of its block, a signature comes apart; others are not looked at. */
function growBlock(block: Block, { type, ...delta }: Block): Block {
  if (type === 'compaction_delta') return { ...block, ...delta }
  if (type === 'signature_delta') return { ...block, signature: delta['signature'] }
  return block
}

function listCompactionCounts({ iterations }: Usage): readonly Counts[] {
  return (iterations ?? []).filter(({ type }) => type === 'compaction')
}

function sumInput(counts: Counts): number {
  return (
    (counts.input_tokens ?? 0) +
    (counts.cache_creation_input_tokens ?? 0) +
    (counts.cache_read_input_tokens ?? 0)
  )
}

/** All that is paid for: the top level, and the compactions beside it. */
function sumUsage(usage: Usage): TokenUsage {
  const all: readonly Counts[] = [usage, ...listCompactionCounts(usage)]
  const sumFigure = (figure: (counts: Counts) => number | null | undefined): number =>
    all.reduce((sum, counts) => sum + (figure(counts) ?? 0), 0)
  return {
    input: sumFigure((counts) => counts.input_tokens),
    output: sumFigure((counts) => counts.output_tokens),
    cacheWrites: sumFigure((counts) => counts.cache_creation_input_tokens),
    cacheReads: sumFigure((counts) => counts.cache_read_input_tokens),
  }
}
