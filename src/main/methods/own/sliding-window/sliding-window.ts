import { z } from 'zod'
import type { Message } from '../../../../shared/kernel/message.ts'
import { idleReason } from '../../../../shared/kernel/words/engine.ts'
import type { Preset } from '../../../../shared/methods/provider-types.ts'
import { reviseConversation, type Conversation } from '../../../kernel/conversation.ts'
import { findSafeCuts } from '../../../kernel/history/find-safe-cuts.ts'
import { defineMethod, type CondenseRequest, type MethodResult } from '../../../kernel/method.ts'

const passId = 'sliding-window'

const settingsSchema = z.strictObject({
  variant: z.enum(['delete', 'keep-last', 'tag']).default('delete').meta({
    title: 'Variant',
    description:
      'Delete: Roo Code classic, a share of the messages after the first goes. Tag: the same, hidden behind a marker as the current version does. Keep last: a number of messages at the end stays.',
  }),
  fraction: z.number().min(0).max(1).default(0.5).meta({
    title: 'Share that goes',
    description: 'Of the messages after the first, made even. Not for “keep last”.',
  }),
  keepLast: z.int().min(1).max(10_000).default(20).meta({
    title: 'Messages kept at the end',
    description: 'For “keep last” only.',
  }),
  keepFirst: z.int().min(0).max(1).default(1).meta({
    title: 'First message kept',
    description: '0 where an old first message would restart a finished task. For “keep last” only.',
  }),
})
type SlidingWindowSettings = z.infer<typeof settingsSchema>

const presets: readonly Preset[] = [
  {
    id: 'classic',
    label: 'Classic',
    description: 'Half of the messages after the first are deleted, as Roo Code 3.28 does.',
    settings: settingsSchema.parse({}),
  },
  {
    id: 'current',
    label: 'Current',
    description: 'Half of the messages after the first are hidden behind a marker, as Roo Code 3.52 does.',
    settings: settingsSchema.parse({ variant: 'tag' }),
  },
  {
    id: 'last-20',
    label: 'Last 20',
    description: 'The last 20 messages stay, and nothing else.',
    settings: settingsSchema.parse({ variant: 'keep-last', keepFirst: 0 }),
  },
]

/** Old messages go, whole: what agents fall back on where a summary is not to be had. */
export const slidingWindowMethod = defineMethod<SlidingWindowSettings>({
  id: 'sliding-window',
  label: 'Sliding window',
  description: 'Drops or hides the oldest messages after the first, without looking at what they say.',
  version: '1.0.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: false,
    parallel: false,
    multiPass: false,
    fallback: false,
    speed: 'fast',
  },
  settings: settingsSchema,
  presets,
  keptEnds: (settings) => ({
    first: countKeptFirst(settings),
    last: settings.variant === 'keep-last' ? settings.keepLast : 0,
  }),
  condense: (request, settings) => Promise.resolve(slide(request, settings)),
})

const countKeptFirst = ({ variant, keepFirst }: SlidingWindowSettings): number =>
  variant === 'keep-last' ? keepFirst : 1

/**
 * The messages that go: from `start` up to `end`. Both are moved to where no call loses its result: `end` forward for
 * the formula's variants, so that at least as much is freed; backward for “keep last”, so that at least as much stays.
 */
function planGap(
  messages: readonly Message[],
  settings: SlidingWindowSettings,
): { readonly start: number; readonly end: number } {
  const count = messages.length
  const cuts = findSafeCuts(messages)
  const start = cuts.find((cut) => cut >= countKeptFirst(settings)) ?? count
  if (settings.variant === 'keep-last') {
    const isStart = (cut: number): boolean => start > 0 || messages[cut]?.role === 'user'
    return { start, end: cuts.findLast((cut) => cut <= count - settings.keepLast && isStart(cut)) ?? start }
  }
  const removed = computeSlidingWindowSize(count, settings.fraction)
  return {
    start,
    end: removed === 0 ? start : (cuts.find((cut) => cut >= Math.max(start, 1 + removed)) ?? count),
  }
}

function slide({ conversation, services }: CondenseRequest, settings: SlidingWindowSettings): MethodResult {
  const started = services.now()
  const { messages: source } = conversation
  const { start, end } = planGap(source, settings)
  const gone = end - start
  if (gone <= 0) {
    const { variant, keepFirst, keepLast } = settings
    const isLong = variant === 'keep-last' && source.length > keepFirst + keepLast
    return { kind: 'unchanged', reason: idleReason(isLong ? 'nowhere-to-cut' : 'nothing-to-drop').message }
  }
  const indices = Array.from({ length: gone }, (_, at) => start + at)
  const id = services.newId()
  const isTagged = settings.variant === 'tag'
  const marker = isTagged ? [buildTruncationMarker(gone, source[end]?.ts, id)] : []
  const messages = [...source.slice(0, start), ...marker, ...source.slice(end)]
  const buildKeptProvenance = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => ({ sources: [from + at], changes: [] }))
  const dropped = indices.map((sourceIndex) => ({
    sourceIndex,
    operation: 'dropped' as const,
    passId,
    reason: isTagged ? 'hidden behind the marker of the sliding window' : 'outside of the sliding window',
  }))
  const after = reviseConversation(conversation, messages)
  return {
    kind: 'condensed',
    messages,
    provenance: {
      messages: [
        ...buildKeptProvenance(0, start),
        ...marker.map(() => ({ sources: [], changes: [] })),
        ...buildKeptProvenance(end, source.length),
      ],
      dropped,
    },
    passes: [buildPassMetrics(conversation, after, gone, services.now() - started)],
    fidelity: null,
    ...(isTagged ? { tag: { parent: 'truncationParent' as const, id } } : {}),
    warnings: [],
  }
}

function buildPassMetrics(before: Conversation, after: Conversation, dropped: number, durationMs: number) {
  return {
    id: passId,
    label: 'Sliding window',
    tokensBefore: before.totalTokens,
    tokensAfter: after.totalTokens,
    durationMs,
    operations: { dropped },
  }
}

function buildTruncationMarker(hidden: number, ts: number | null | undefined, id: string): Message {
  return {
    role: 'user',
    content: `[${hidden} earlier messages are hidden to free context]`,
    ...(typeof ts === 'number' ? { ts: ts - 1 } : {}),
    isTruncationMarker: true,
    truncationId: id,
  }
}

/**
 * How many messages the sliding window takes away after the first: `raw = floor((n − 1) · fraction)`, made even so
 * that pairs of user and assistant stay together (`condensation.md` section 3).
 */
export function computeSlidingWindowSize(messageCount: number, fraction: number): number {
  const raw = Math.max(0, Math.floor((messageCount - 1) * fraction))
  return raw - (raw % 2)
}
