import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { TextStyle } from '../../../shared/condense/result-file-types.ts'
import { isLight } from '../../../shared/kernel/light-values.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import {
  historyTagSchema,
  provenanceSchema,
  type HistoryTag,
  type Provenance,
} from '../../../shared/kernel/provenance.ts'
import { Recent } from '../../../shared/kernel/recent.ts'
import {
  countInSteps,
  findConversationEnd,
  reviseConversation,
  withCounts,
  type Conversation,
} from '../../kernel/conversation.ts'
import { buildEffectiveHistory, type EffectiveHistory } from '../../kernel/history/build-effective-history.ts'
import { rebuildFromRecipe, resultRecipeSchema } from '../../kernel/history/result-recipe.ts'
import { createBulkCounter } from '../../kernel/tokens/bulk-counter.ts'
import { createCachingCounter, type TokenCounter } from '../../kernel/tokens/token-counter.ts'
import { buildCheckpoint } from '../../measure/checkpoints/decide-cut.ts'
import { unpackText } from './compression.ts'
import { createClockedCounter } from './counting-clock.ts'
import { createUntouchedProvenance } from './create-untouched-provenance.ts'
import type { ResultRef, Snapshot, SourceRef } from './job.ts'
import { openSnapshot } from './packed-snapshot.ts'
import { buildFileKey, buildResultKey, findSharedCounts, noteCounts } from './shared-counts.ts'

/** A history that this thread has parsed. Frozen: providers share it, and none may change it. */
export type OpenDocument = Pick<Snapshot, 'contexts'> & {
  /** Hash of a whole history, under which threads tell each other what they have counted; null for one that was cut. */
  readonly hash: string | null
  readonly style: TextStyle
  readonly messages: readonly Message[]
  readonly effective: EffectiveHistory
  /** What followed a cut; empty for a whole history. */
  readonly after: readonly Message[]
  /** What the agent itself left at the cut; null where it did not condense there. */
  readonly recorded: readonly Message[] | null
  /** The history that was cut; null for a whole one. */
  readonly cutFrom: OpenDocument | null
  /** The same, counted; set once somebody has asked for it. */
  continuation: Promise<Conversation> | undefined
  /** Set once somebody has asked for the counts; all who ask share them. */
  conversation: Promise<Conversation> | undefined
  /** The same of all messages of its file, hidden ones included. */
  fileConversation: Promise<Conversation> | undefined
}

/** Two histories side by side; more would hold memory that nobody looks at. */
const documents = new Recent<Promise<WholeDocument>>(2)
/** Checkpoints share the messages of their document; what they hold of their own are parts and counts. */
const checkpoints = new Recent<Promise<OpenDocument>>(4)
const results = new Recent<StoredResult>(4)
let counters: Promise<{ readonly caching: TokenCounter; readonly plain: TokenCounter }> | undefined

/** The counter of this thread; its cache is shared by all that the thread counts. */
export async function openThreadCounter(): Promise<TokenCounter> {
  return (await openCounters()).caching
}

function openCounters() {
  counters ??= createBulkCounter().then((bulk) => ({
    caching: createClockedCounter(createCachingCounter(bulk)),
    plain: createClockedCounter(bulk),
  }))
  return counters
}

/** A cache would hold the very texts that a large history keeps packed, and has forgotten them when they come again. */
async function openCounterFor(messages: readonly Message[]): Promise<TokenCounter> {
  const { caching, plain } = await openCounters()
  return messages.some(isLight) ? plain : caching
}

const uncounted = { conversation: undefined, continuation: undefined, fileConversation: undefined }

type WholeDocument = OpenDocument & Pick<Snapshot, 'hiddenRange'>

/** Parses a stored history, or finds it still open. */
export function openDocument(source: SourceRef): Promise<OpenDocument> {
  const { hash, cut } = source
  if (cut === undefined) return openWhole(source)
  return keepUnlessFailed(checkpoints, `${hash} ${cut}`, () => openCheckpoint(source, cut))
}

/** The same for a source without a cut, with what Cline left out. */
export function openWhole(source: SourceRef): Promise<WholeDocument> {
  return keepUnlessFailed(documents, source.hash, () => parse(source))
}

/** What failed to open is not remembered. */
function keepUnlessFailed<T>(all: Recent<Promise<T>>, key: string, open: () => Promise<T>): Promise<T> {
  return all.get(key, () =>
    open().catch((error: unknown) => {
      all.forget(key)
      throw error
    }),
  )
}

async function parse({ hash, bytes }: SourceRef): Promise<WholeDocument> {
  const { messages, hiddenRange, contexts, style } = await openSnapshot(bytes)
  const effective = buildEffectiveHistory(messages, hiddenRange, contexts)
  const log = contexts === undefined ? {} : { contexts }
  const uncut = { after: [], recorded: null, cutFrom: null }
  return { hash, messages, style, hiddenRange, ...log, effective, ...uncut, ...uncounted }
}

async function openCheckpoint(source: SourceRef, cut: number): Promise<OpenDocument> {
  const cutFrom = await openWhole(source)
  const { messages, hiddenRange, contexts, style } = cutFrom
  const checkpoint = buildCheckpoint(messages, cut, hiddenRange, contexts)
  const { source: effective, continuation: after, recorded } = checkpoint
  const before = messages.slice(0, cut)
  return { hash: null, messages: before, style, effective, after, recorded, cutFrom, ...uncounted }
}

/** How long a thread counts before it looks at what else is waiting, in milliseconds. */
const sliceMs = 20

/**
 * Splits and counts a document once. Counting pauses between slices, so that the thread can answer other
 * questions meanwhile; what `onCounted` throws stops it.
 */
export function openConversation(
  document: OpenDocument,
  onCounted?: (done: number, total: number) => void,
): Promise<Conversation> {
  document.conversation ??= countDocument(document, onCounted).catch((error: unknown) => {
    document.conversation = undefined
    throw error
  })
  return document.conversation
}

/**
 * The same for all messages of its file: what its requests sent was counted once, whatever is hidden of it since. Where
 * nothing is hidden it is the very same.
 */
export function openFileConversation(
  document: OpenDocument,
  onCounted?: (done: number, total: number) => void,
): Promise<Conversation> {
  if (document.effective.hidden.length === 0) return openConversation(document, onCounted)
  document.fileConversation ??= countFile(document, onCounted).catch((error: unknown) => {
    document.fileConversation = undefined
    throw error
  })
  return document.fileConversation
}

const countFile = ({ hash, messages }: OpenDocument, onCounted: HearCounted): Promise<Conversation> =>
  countOnce(hash === null ? null : buildFileKey(hash), messages, onCounted)

/** Counts the messages of a document. */
const countDocument = ({ hash, effective }: OpenDocument, onCounted: HearCounted): Promise<Conversation> =>
  countOnce(hash, effective.messages, onCounted)

type HearCounted = ((done: number, total: number) => void) | undefined

/** Counts messages, unless another thread has under the same key. */
async function countOnce(
  key: string | null,
  messages: readonly Message[],
  onCounted: HearCounted,
): Promise<Conversation> {
  if (key === null) return count(messages, onCounted)
  const known = findSharedCounts(key)
  const counted = known === undefined ? null : withCounts(messages, known, await openCounterFor(messages))
  if (counted !== null) return counted
  const conversation = await count(messages, onCounted)
  noteCounts(key, conversation.partTokens)
  return conversation
}

/** What followed a cut, counted once; null where nothing did. */
export async function openContinuation(document: OpenDocument): Promise<Conversation | null> {
  if (document.after.length === 0) return null
  document.continuation ??= countAfter(document).catch((error: unknown) => {
    document.continuation = undefined
    throw error
  })
  return document.continuation
}

/** The end of the history that was cut, wherever it can be: what is found in that serves all its cuts. */
async function countAfter({ after, cutFrom }: OpenDocument): Promise<Conversation> {
  const whole = cutFrom === null ? null : await openConversation(cutFrom)
  return (whole && findConversationEnd(whole, after)) ?? count(after, undefined)
}

/** Splits and counts messages that no document holds. */
export function countMessages(messages: readonly Message[]): Promise<Conversation> {
  return count(messages, undefined)
}

async function count(messages: readonly Message[], onCounted: HearCounted): Promise<Conversation> {
  // What is found out about a list that nobody can change is kept with it.
  const steps = countInSteps(Object.freeze(messages), await openCounterFor(messages))
  let sliceStart = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    onCounted?.(step.value, messages.length)
    if (performance.now() - sliceStart < sliceMs) continue
    await setImmediate()
    sliceStart = performance.now()
  }
}

const payloadSchema = z.object({
  recipe: resultRecipeSchema,
  provenance: provenanceSchema,
  tag: historyTagSchema.nullable().default(null),
  /** Messages of the source that were pinned, whole or in parts. */
  pinned: z.array(z.object({ messageIndex: z.number().int(), isWhole: z.boolean() })).default([]),
})
export type ResultPayload = z.infer<typeof payloadSchema>

export type StoredResult = {
  readonly conversation: Conversation
  readonly provenance: Provenance
  readonly tag: HistoryTag | null
  readonly pinned: ResultPayload['pinned']
}

/** Rebuilds a stored result over its source. Null stands for a context that was left as it was. */
export async function openResult(source: SourceRef, result: ResultRef | null): Promise<StoredResult> {
  const conversation = await openConversation(await openDocument(source))
  if (result === null)
    return { conversation, provenance: createUntouchedProvenance(conversation), tag: null, pinned: [] }
  const key = buildResultKey(source, result.hash)
  return results.get(key, () => {
    const { recipe, provenance, tag, pinned } = payloadSchema.parse(JSON.parse(unpackText(result.bytes)))
    const messages = rebuildFromRecipe(conversation.messages, recipe)
    return {
      conversation: reviseConversation(conversation, messages, findSharedCounts(key)),
      provenance,
      tag,
      pinned,
    }
  })
}
