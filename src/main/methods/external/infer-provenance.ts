import type { PassMetrics } from '../../../shared/condense/outcome-types.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type {
  DroppedMessage,
  MessageProvenance,
  PartChange,
  Provenance,
} from '../../../shared/kernel/provenance.ts'
import { armChange } from '../../../shared/methods/external-arms-words.ts'
import { pickPartLocator, formatTextKey } from '../../kernel/apply-edits.ts'
import { reviseConversation, type Conversation } from '../../kernel/conversation.ts'
import { countOperations } from '../../kernel/count-operations.ts'
import type { Assembled } from './assemble.ts'
import { createRunFinder } from './common-runs.ts'

/** What comparison found of an answer. */
export type Inferred = {
  readonly messages: readonly Message[]
  readonly provenance: Provenance
  /** Messages by what became of them; `dropped` are those that nothing in the result stands for. */
  readonly counts: { kept: number; rewritten: number; written: number; dropped: number }
}

export type InferOptions = {
  /** What it is called in reasons. */
  readonly arm: string
  readonly passId: string
  /** Indices of messages of the answer that are its summary. */
  readonly summaries: ReadonlySet<number>
  /** Indices of messages of the answer that stand for none of the source. */
  readonly added?: ReadonlySet<number>
}

type Origin = { readonly sources: readonly number[]; readonly words: number | null }

/**
 * The record of an answer, found by comparison with its source. A message that is equal to one of the source is that
 * one, wherever it stands. Another one comes from the message whose calls or results it has, else from the one with
 * which it has the longest common run of words, of those that stood between its neighbours. A summary stands for all
 * that is gone there.
 */
export function inferProvenance(
  source: Conversation,
  answer: readonly Assembled[],
  options: InferOptions,
): Inferred {
  const messages = answer.map(({ message }) => message)
  const result = reviseConversation(source, messages)
  const origins = findOrigins(source, answer, options)
  const counts = { kept: 0, rewritten: 0, written: 0, dropped: 0 }
  const entries = answer.map((one, at): MessageProvenance => {
    if (one.kind === 'kept') {
      counts.kept += 1
      return { sources: [one.source], changes: [] }
    }
    const { sources, words } = origins[at] ?? { sources: [], words: null }
    if (options.summaries.has(at) || sources.length !== 1) {
      counts.written += 1
      return { sources: [...sources], changes: buildSummaryChange(source, result, at, sources, options) }
    }
    counts.rewritten += 1
    return {
      sources: [...sources],
      changes: rewriteChanges(source, result, at, sources[0] ?? 0, words ?? 0, options),
    }
  })
  const standing = new Set(entries.flatMap(({ sources }) => sources))
  const dropped = source.messages.flatMap((_, sourceIndex): DroppedMessage[] =>
    standing.has(sourceIndex)
      ? []
      : [
          {
            sourceIndex,
            operation: 'dropped',
            passId: options.passId,
            reason: armChange('left', { arm: options.arm }).message,
          },
        ],
  )
  counts.dropped = dropped.length
  return { messages, provenance: { messages: entries, dropped }, counts }
}

/** Where each message of the answer comes from, so that the order of the source is kept wherever it can be. */
function findOrigins(
  source: Conversation,
  answer: readonly Assembled[],
  { summaries, added }: Pick<InferOptions, 'summaries' | 'added'>,
): readonly Origin[] {
  const used = new Set(answer.flatMap((one) => (one.kind === 'kept' ? [one.source] : [])))
  const texts = source.parts.map((parts) => parts.map(({ text }) => text).join('\n'))
  let finder: ReturnType<typeof createRunFinder> | null = null
  const nextKept = createNextKept(answer)
  let last = -1
  const origins = answer.map((one, at): Origin => {
    if (one.kind === 'kept') {
      last = Math.max(last, one.source)
      return { sources: [one.source], words: null }
    }
    if (summaries.has(at) || added?.has(at) === true) return { sources: [], words: null }
    const end = nextKept(at, last) ?? source.messages.length
    const isFree = (index: number): boolean => index > last && index < end && !used.has(index)
    const take = (index: number, words: number): Origin => {
      used.add(index)
      last = index
      return { sources: [index], words }
    }
    if (one.source !== null && isFree(one.source)) return take(one.source, 0)
    finder ??= createRunFinder(texts)
    const found = finder.nearest(
      readMessageText(one.message),
      (index) => isFree(index) && source.messages[index]?.role === one.message.role,
    )
    return found === null ? { sources: [], words: null } : take(found.index, found.words)
  })
  return origins.map((origin, at) => {
    if (!summaries.has(at)) return origin
    const from = findPreviousSource(origins, at)
    const end =
      origins.slice(at + 1).find(({ sources }) => (sources[0] ?? -1) > from)?.sources[0] ??
      source.messages.length
    const gone = source.messages
      .map((_, index) => index)
      .filter((index) => index > from && index < end && !used.has(index))
    for (const index of gone) used.add(index)
    return { sources: gone, words: null }
  })
}

/**
 * Finds the source of the first kept message behind a place that is also behind a source. Both may only grow from one
 * question to the next, so that no message is gone through twice.
 */
function createNextKept(answer: readonly Assembled[]): (at: number, last: number) => number | undefined {
  const kept = answer.flatMap((one, at) => (one.kind === 'kept' ? [{ at, source: one.source }] : []))
  let next = 0
  return (at, last) => {
    for (; next < kept.length; next += 1) {
      const one = kept[next]
      if (one !== undefined && one.at > at && one.source > last) return one.source
    }
    return undefined
  }
}

function findPreviousSource(origins: readonly Origin[], at: number): number {
  let found = -1
  for (const { sources } of origins.slice(0, at))
    for (const source of sources) found = Math.max(found, source)
  return found
}

function readMessageText(message: Message): string {
  return typeof message.content === 'string' ? message.content : message.content.map(readBlockText).join('\n')
}

function readBlockText(block: Readonly<Record<string, unknown>>): string {
  const own = block['text'] ?? block['thinking'] ?? block['content'] ?? block['input'] ?? ''
  return typeof own === 'string' ? own : JSON.stringify(own)
}

function buildSummaryChange(
  source: Conversation,
  result: Conversation,
  at: number,
  sources: readonly number[],
  { arm, passId }: InferOptions,
): PartChange[] {
  if (sources.length === 0) return []
  return [
    {
      at: { messageIndex: sources[0] ?? 0, blockIndex: 0 },
      kind: 'summary',
      operation: 'summarised',
      passId,
      reason: armChange('summarised', { arm, messages: sources.length }).message,
      tokensBefore: sum(sources.map((index) => source.messageTokens[index] ?? 0)),
      tokensAfter: result.messageTokens[at] ?? 0,
      lengthAfter: result.parts[at]?.[0]?.text.length ?? 0,
      isInferred: true,
    },
  ]
}

/**
 * The parts of a message that differ from what stands in its place now. Where the message is built in another way, no
 * part has a place in it: all of them count as changed.
 */
function rewriteChanges(
  source: Conversation,
  result: Conversation,
  at: number,
  index: number,
  words: number,
  { arm, passId }: InferOptions,
): PartChange[] {
  const before = source.parts[index] ?? []
  const after = result.parts[at] ?? []
  const isSameBuild = describePartLayout(before) === describePartLayout(after)
  const reason = armChange('rewritten', { arm, tokens: words }).message
  const left = after.map((part, place) => ({ part, place }))
  return before.flatMap((part, place): PartChange[] => {
    const found = isSameBuild
      ? left[place]
      : left.find((one) => one.part.kind === part.kind && one.part.toolCallId === part.toolCallId)
    if (found !== undefined && !isSameBuild) left.splice(left.indexOf(found), 1)
    if (isSameBuild && found?.part.text === part.text) return []
    const length = found?.part.text.length ?? 0
    return [
      {
        at: pickPartLocator(part),
        kind: part.kind,
        operation: found === undefined ? 'dropped' : length < part.text.length ? 'shortened' : 'summarised',
        passId,
        reason,
        tokensBefore: source.partTokens[index]?.[place] ?? 0,
        tokensAfter: found === undefined ? 0 : (result.partTokens[at]?.[found.place] ?? 0),
        lengthAfter: isSameBuild ? length : 0,
        isInferred: true,
      },
    ]
  })
}

/** The kinds and blocks of parts, in order. */
function describePartLayout(parts: readonly Part[]): string {
  return JSON.stringify(parts.map((part) => [part.kind, part.toolCallId ?? '', formatTextKey(part)]))
}

/** The figures of what was found by comparison, as the only pass of its result. */
export function buildInferredPass(
  source: Conversation,
  { messages, provenance }: Inferred,
  named: Pick<PassMetrics, 'id' | 'label' | 'durationMs'>,
): PassMetrics {
  const operations = countOperations(provenance, source.messageTokens)
  return {
    ...named,
    tokensBefore: source.totalTokens,
    tokensAfter: reviseConversation(source, messages).totalTokens,
    operations: Object.fromEntries(operations.map(({ operation, parts }) => [operation, parts])),
  }
}
