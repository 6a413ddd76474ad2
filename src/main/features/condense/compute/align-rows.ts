import type { AlignedRow, Fate, MessageBrief } from '../../../../shared/condense/aligned-row-types.ts'
import type { Part, PartLocator } from '../../../../shared/kernel/part.ts'
import type { MessageProvenance, OperationKind, Provenance } from '../../../../shared/kernel/provenance.ts'
import { formatPlaceKey } from '../../../kernel/apply-edits.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { formatLabelledPreview } from '../../../kernel/inspect/preview.ts'

type Reason = AlignedRow['reasons'][number]

/**
 * Source beside result, drawn from the provenance and from nothing else. Rows follow the order of the source;
 * a message that the provider wrote stands before the sources that come after it.
 */
export function alignRows(source: Conversation, result: Conversation, provenance: Provenance): AlignedRow[] {
  const dropped = new Map(provenance.dropped.map((entry) => [entry.sourceIndex, entry]))
  const rows: AlignedRow[] = []
  let at = 0
  const addDroppedRows = (until: number): void => {
    for (; at < until; at += 1) {
      const entry = dropped.get(at)
      const reasons =
        entry === undefined
          ? []
          : [{ operation: entry.operation, passId: entry.passId, reason: entry.reason, parts: 1 }]
      const fate = entry?.operation ?? 'dropped'
      rows.push({ source: buildMessageBrief(source, at), result: null, groupStart: true, fate, reasons })
    }
  }
  provenance.messages.forEach((message, resultIndex) => {
    const brief = buildMessageBrief(result, resultIndex)
    const reasons = listReasons(message)
    const first = message.sources[0]
    if (first === undefined) {
      rows.push({ source: null, result: brief, groupStart: true, fate: 'written', reasons })
      return
    }
    addDroppedRows(first)
    message.sources.forEach((index, order) => {
      const before = buildMessageBrief(source, index)
      const fate =
        message.sources.length === 1 ? classifyFate(message, source.parts[index] ?? []) : 'summarised'
      rows.push({ source: before, result: brief, groupStart: order === 0, fate, reasons })
    })
    at = Math.max(at, (message.sources.at(-1) ?? at) + 1)
  })
  addDroppedRows(source.messages.length)
  return rows
}

/**
 * What happened to most of a message, by tokens. It is dropped only where no other content of it is left; one that
 * lost a part and kept another is shortened.
 */
function classifyFate({ changes }: MessageProvenance, parts: readonly Part[]): Fate {
  const touched = new Map<OperationKind, number>()
  for (const { operation, tokensBefore } of changes) {
    touched.set(operation, (touched.get(operation) ?? 0) + tokensBefore)
  }
  const [most] = [...touched].toSorted(([, a], [, b]) => b - a)
  if (most === undefined) return 'kept'
  const places = new Set(changes.map(({ at }) => formatFilePlace(at)))
  const isTouched = (part: Part): boolean => places.has(formatFilePlace(part))
  const isContent = (part: Part): boolean =>
    part.isHeader !== true && (part.text.trim() !== '' || part.kind === 'image')
  const survives = parts.some((part) => isContent(part) && !isTouched(part))
  return most[0] === 'dropped' && (survives || touched.size > 1) ? 'shortened' : most[0]
}

const formatFilePlace = (at: PartLocator): string => `${at.messageIndex} ${formatPlaceKey(at)}`

/** Distinct reasons, that which touched most tokens first. */
function listReasons({ changes }: MessageProvenance): Reason[] {
  const reasons = new Map<string, { reason: Reason; tokens: number }>()
  for (const { operation, passId, reason, tokensBefore } of changes) {
    const key = `${operation}\n${passId}\n${reason}`
    const before = reasons.get(key)
    const parts = (before?.reason.parts ?? 0) + 1
    const tokens = (before?.tokens ?? 0) + tokensBefore
    reasons.set(key, { reason: { operation, passId, reason, parts }, tokens })
  }
  return [...reasons.values()].toSorted((a, b) => b.tokens - a.tokens).map(({ reason }) => reason)
}

function buildMessageBrief(conversation: Conversation, index: number): MessageBrief {
  const parts = conversation.parts[index] ?? []
  return {
    index,
    role: conversation.messages[index]?.role ?? '',
    kinds: [...new Set(parts.map((part) => part.kind))],
    preview: formatLabelledPreview(parts),
    tokens: conversation.messageTokens[index] ?? 0,
  }
}
