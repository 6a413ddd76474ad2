import type { PassMetrics } from '../../shared/condense/outcome-types.ts'
import type { Message } from '../../shared/kernel/message.ts'
import type { Part, PartLocator } from '../../shared/kernel/part.ts'
import type {
  MessageProvenance,
  OperationKind,
  PartChange,
  Provenance,
  Reference,
} from '../../shared/kernel/provenance.ts'
import type { Conversation } from './conversation.ts'
import { formatCallText } from './history/blocks.ts'
import { type PartEdit, replaceParts } from './history/replace-parts.ts'

/** An edit with its meaning, as a pass plans it. */
export type PlannedEdit = {
  readonly edit: PartEdit
  readonly operation: OperationKind
  readonly reason: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly reference?: Reference
}

/**
 * Applies the edits of one pass and records each of them. Messages keep their number and order; a message
 * without edits stays the same object.
 */
export function applyEdits(
  conversation: Conversation,
  edits: readonly PlannedEdit[],
  passId: string,
): { readonly messages: readonly Message[]; readonly provenance: Provenance } {
  const byMessage: (PlannedEdit[] | undefined)[] = []
  for (const planned of edits) (byMessage[planned.edit.part.messageIndex] ??= []).push(planned)
  const messages: Message[] = []
  const provenance: MessageProvenance[] = []
  conversation.messages.forEach((message, index) => {
    const own = byMessage[index]
    messages.push(own === undefined ? message : replaceParts(message, own.map(pickPartEdit)))
    const changes = own === undefined ? [] : own.map((planned) => buildPartChange(planned, passId))
    provenance.push({ sources: [index], changes })
  })
  return { messages, provenance: { messages: provenance, dropped: [] } }
}

function pickPartEdit({ edit }: PlannedEdit): PartEdit {
  return edit
}

/** The text that an edit leaves behind. */
export function buildEditedText(edit: PartEdit): string {
  return 'text' in edit ? edit.text : formatCallText(edit.part.toolName ?? '', edit.input)
}

/** The place of a part, without what stands there. */
export function pickPartLocator(part: Part): PartLocator {
  const { messageIndex, blockIndex, nestedIndex, span } = part
  if (nestedIndex !== undefined)
    return span === undefined
      ? { messageIndex, blockIndex, nestedIndex }
      : { messageIndex, blockIndex, nestedIndex, span }
  return span === undefined ? { messageIndex, blockIndex } : { messageIndex, blockIndex, span }
}

/** Whether two places of one message are the same. */
export function isSamePlace(a: PartLocator, b: PartLocator): boolean {
  return (
    a.blockIndex === b.blockIndex &&
    a.nestedIndex === b.nestedIndex &&
    a.span?.start === b.span?.start &&
    a.span?.end === b.span?.end
  )
}

/** A name for a place in its message: the same for the same place. A message may have tens of thousands of parts. */
export function formatPlaceKey(at: PartLocator): string {
  const { span } = at
  return span === undefined ? formatTextKey(at) : `${formatTextKey(at)} ${span.start} ${span.end}`
}

/** The same for the text or the block that a place lies in. */
export function formatTextKey({ blockIndex, nestedIndex }: PartLocator): string {
  return `${blockIndex} ${nestedIndex ?? ''}`
}

function buildPartChange(planned: PlannedEdit, passId: string): PartChange {
  const { part } = planned.edit
  return {
    at: pickPartLocator(part),
    kind: part.kind,
    operation: planned.operation,
    passId,
    reason: planned.reason,
    tokensBefore: planned.tokensBefore,
    tokensAfter: planned.tokensAfter,
    lengthAfter: buildEditedText(planned.edit).length,
    ...(planned.reference === undefined ? {} : { reference: planned.reference }),
  }
}

/** Figures of a pass that edited parts in place. Both totals are counts of whole histories, not estimates. */
export function measureEditPass(
  id: string,
  label: string,
  tokensBefore: number,
  tokensAfter: number,
  edits: readonly PlannedEdit[],
  durationMs: number,
): PassMetrics {
  const operations: Record<string, number> = {}
  for (const edit of edits) operations[edit.operation] = (operations[edit.operation] ?? 0) + 1
  return { id, label, tokensBefore, tokensAfter, durationMs, operations }
}
