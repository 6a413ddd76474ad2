import type { Message } from '../../../shared/kernel/message.ts'
import type { MessageProvenance, PartChange } from '../../../shared/kernel/provenance.ts'
import { reviseConversation, type Conversation } from '../../kernel/conversation.ts'
import { toToolUseBlock, listBlocks } from '../../kernel/history/blocks.ts'
import { findSafeCuts } from '../../kernel/history/find-safe-cuts.ts'
import type { KeptEnds } from '../../kernel/method.ts'
import { repairReferences } from '../../kernel/stages/repair-references.ts'
import type { Stage } from '../../kernel/stages/stage.ts'
import { buildLedger, findFirstCovered, type MessageRange } from './build-ledger.ts'
import { listCallMarks } from './call-mark.ts'
import { formatLedger } from './format-ledger.ts'
import { isLedgerMessage, readSummaryText, withoutLedger } from './read-written-ledgers.ts'

export type LedgerOptions = {
  /** At the end of the first summary, or as a user message of its own before what the stage may change. */
  readonly place: 'summary' | 'first'
  readonly maxTokens: number
  /** Messages of the source that it speaks of; all where it is absent. */
  readonly range?: MessageRange
  /** Messages of the stage that have to stay as and where they are. */
  readonly kept: KeptEnds
}

const passId = 'ledger'

/**
 * Adds a ledger of what the source's tool calls did to what a provider made of it, in the place of any earlier one.
 * A stage without a summary gets a message of its own, which comes from no message of the source. Stays as it is
 * where there is nothing to tell, no room within `maxTokens`, or no place between the kept ends.
 */
export function withLedger(source: Conversation, stage: Stage, options: LedgerOptions): Stage {
  const { parts, counter } = source
  const range = options.range ?? { from: 0, to: parts.length }
  const clean = withoutEarlier(source, stage, options.kept)
  const text = formatLedger(
    buildLedger(source, range),
    options.maxTokens,
    counter,
    markFor(source, clean, range),
  )
  const place = text === '' ? undefined : findLedgerPlace(clean.messages, options)
  if (place === undefined) return stage
  const added = place.isSummary ? append(source, clean, place.index, text) : insert(clean, place.index, text)
  return repairReferences(source, added)
}

type Place = { readonly isSummary: boolean; readonly index: number }

function findLedgerPlace(messages: readonly Message[], { place, kept }: LedgerOptions): Place | undefined {
  const summary = messages.findIndex(
    (message, index) => isFree(index, messages, kept) && readSummaryText(message) !== undefined,
  )
  if (place === 'summary' && summary >= 0) return { isSummary: true, index: summary }
  // Nothing but its results may stand behind a call that waits for them.
  const end = messages.length - Math.max(kept.last, isWaiting(messages.at(-1)) ? 1 : 0)
  const cut = findSafeCuts(messages).find((index) => index >= Math.max(1, kept.first) && index <= end)
  return cut === undefined ? undefined : { isSummary: false, index: cut }
}

function isWaiting(last: Message | undefined): boolean {
  return last?.role === 'assistant' && listBlocks(last).some((block) => toToolUseBlock(block) !== undefined)
}

function isFree(index: number, { length }: readonly Message[], { first, last }: KeptEnds): boolean {
  return index >= first && index < length - last
}

/** The stage without what earlier ledgers say outside the kept ends: the new one says it. */
function withoutEarlier(source: Conversation, stage: Stage, kept: KeptEnds): Stage {
  const { messages, provenance } = stage
  const dropped = [...provenance.dropped]
  const entries = messages.flatMap((message, index): Entry[] => {
    const own = provenance.messages[index] ?? { sources: [], changes: [] }
    if (!isFree(index, messages, kept)) return [{ message, own }]
    // The user speaks first: a ledger that begins the history stays, and the new one is believed.
    if (index > 0 && isLedgerMessage(message)) {
      const reason = 'The new ledger replaces the earlier one.'
      for (const sourceIndex of own.sources)
        dropped.push({ sourceIndex, operation: 'dropped', passId, reason })
      return []
    }
    const rest = withoutLedger(readSummaryText(message)?.text ?? '')
    return [rest === undefined ? { message, own } : rewriteSummary(source, { message, own }, rest)]
  })
  return buildStage(
    entries,
    dropped.toSorted((a, b) => a.sourceIndex - b.sourceIndex),
  )
}

function append(source: Conversation, { messages, provenance }: Stage, at: number, ledger: string): Stage {
  const entries = messages.map((message, index): Entry => {
    const own = provenance.messages[index] ?? { sources: [], changes: [] }
    const text = readSummaryText(message)?.text ?? ''
    return index === at
      ? rewriteSummary(source, { message, own }, `${text.trimEnd()}\n\n${ledger}`)
      : { message, own }
  })
  return buildStage(entries, provenance.dropped)
}

function insert({ messages, provenance }: Stage, at: number, ledger: string): Stage {
  const ts = messages[at - 1]?.ts
  const message: Message = {
    role: 'user',
    content: [{ type: 'text', text: ledger }],
    ...(typeof ts === 'number' ? { ts } : {}),
  }
  return {
    messages: messages.toSpliced(at, 0, message),
    provenance: {
      ...provenance,
      messages: provenance.messages.toSpliced(at, 0, { sources: [], changes: [] }),
    },
  }
}

type Entry = { readonly message: Message; readonly own: MessageProvenance }

function buildStage(entries: readonly Entry[], dropped: Stage['provenance']['dropped']): Stage {
  const provenance = { messages: entries.map(({ own }) => own), dropped: [...dropped] }
  return { messages: entries.map(({ message }) => message), provenance }
}

/** A summary with another text; the record of how it came about follows. */
function rewriteSummary({ counter }: Conversation, { message, own }: Entry, text: string): Entry {
  const before = readSummaryText(message)
  if (before === undefined) return { message, own }
  const tokensBefore = counter.count(before.text)
  const tokensAfter = counter.count(text)
  const isSummary = ({ kind, at }: PartChange): boolean =>
    kind === 'summary' && at.blockIndex === before.blockIndex
  const [from] = own.sources
  const replaced = before.replaceWith(text)
  if (own.changes.some(isSummary)) {
    const changes = own.changes.map((change) =>
      isSummary(change)
        ? {
            ...change,
            tokensAfter: change.tokensAfter + tokensAfter - tokensBefore,
            lengthAfter: change.lengthAfter + text.length - before.text.length,
          }
        : change,
    )
    return { message: replaced, own: { ...own, changes } }
  }
  if (from === undefined) return { message: replaced, own }
  const change: PartChange = {
    at: { messageIndex: from, blockIndex: before.blockIndex },
    kind: 'summary',
    operation: 'summarised',
    passId,
    reason: 'The ledger of artifacts was brought up to date.',
    tokensBefore,
    tokensAfter,
    lengthAfter: text.length,
  }
  return { message: replaced, own: { ...own, changes: [...own.changes, change] } }
}

/** The mark of the calls of the stage that the ledger speaks of; null where all of those are gone. */
function markFor(source: Conversation, stage: Stage, range: MessageRange): string | null {
  const covered = findFirstCovered(source.parts, range)
  const { parts } = reviseConversation(source, stage.messages)
  const hasCalls = parts.map((own) => own.some(({ kind }) => kind === 'tool-call'))
  const isSpokenOf = stage.provenance.messages.map(({ sources: [from, ...more] }) => {
    if (from === undefined || more.length > 0) return false
    return from < covered || (from >= range.from && from < range.to)
  })
  const firstOther = parts.findIndex((_, index) => hasCalls[index] === true && isSpokenOf[index] !== true)
  const end = firstOther < 0 ? parts.length : firstOther
  return listCallMarks(parts)[end - 1] ?? null
}
