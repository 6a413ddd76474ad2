import type { AlignedRow } from '../../../../shared/condense/aligned-row-types.ts'
import type { HiddenMessage, TextStyle } from '../../../../shared/condense/result-file-types.ts'
import type { RowTexts } from '../../../../shared/condense/runs-contract.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { HistoryTag, Provenance } from '../../../../shared/kernel/provenance.ts'
import { tagHistory } from '../../../kernel/history/tag-history.ts'
import { computeSha256 } from '../../../platform/files/compute-sha256.ts'
import {
  openConversation,
  openDocument,
  openResult,
  type StoredResult,
} from '../../../platform/workers/documents.ts'
import type { Job, ResultRef, SourceRef } from '../../../platform/workers/job.ts'
import { alignRows } from '../compute/align-rows.ts'
import { findMessageText } from './find-message-text.ts'

/** Says of each source message whether it was pinned. */
function markPinned(rows: readonly AlignedRow[], pinned: StoredResult['pinned']): readonly AlignedRow[] {
  if (pinned.length === 0) return rows
  const whole = new Map(pinned.map(({ messageIndex, isWhole }) => [messageIndex, isWhole]))
  return rows.map((row): AlignedRow => {
    const isWhole = row.source === null ? undefined : whole.get(row.source.index)
    return isWhole === undefined ? row : { ...row, pinned: isWhole ? 'message' : 'parts' }
  })
}

/** Without a result, the context was left as it was. */
type ResultInput = { readonly source: SourceRef; readonly result: ResultRef | null }

/** Source beside result. */
export const buildResultRows: Job<ResultInput, readonly AlignedRow[]> = async ({ source, result }) => {
  const { conversation, provenance, pinned } = await openResult(source, result)
  const rows = alignRows(await openConversation(await openDocument(source)), conversation, provenance)
  return markPinned(rows, pinned)
}

type RowPlaces = { readonly sourceIndex: number | null; readonly resultIndex: number | null }

/** Texts of both sides of a row; indices count in the effective history of each side. */
export const readResultTexts: Job<ResultInput & RowPlaces, RowTexts> = async (input) =>
  (await createTextsReader(input))(input)

/** The same of many rows, in their order. */
export const readManyResultTexts: Job<
  ResultInput & { readonly rows: readonly RowPlaces[] },
  readonly RowTexts[]
> = async ({ rows, ...input }) => rows.map(await createTextsReader(input))

async function createTextsReader({ source, result }: ResultInput): Promise<(row: RowPlaces) => RowTexts> {
  const before = await openConversation(await openDocument(source))
  const { conversation: after } = await openResult(source, result)
  return ({ sourceIndex, resultIndex }) => ({
    source: findMessageText(before, sourceIndex),
    result: findMessageText(after, resultIndex),
  })
}

/**
 * Everything of a result that a file needs and the run's record does not hold. Without a result it is the source
 * itself, which is what a run that found nothing to do gives.
 */
export const readResultMessages: Job<
  { readonly source: SourceRef; readonly result: ResultRef | null },
  {
    readonly messages: readonly Message[]
    readonly provenance: Provenance
    /** Set where `messages` are the file as an agent would store it, with what is gone tagged instead of deleted. */
    readonly tag: HistoryTag | null
    readonly hidden: readonly HiddenMessage[]
    readonly style: TextStyle
    /** Of the JSON of all messages of the source, hidden ones included. */
    readonly sourceSha256: string
  }
> = async ({ source, result }) => {
  const { messages, effective, style } = await openDocument(source)
  const { conversation, provenance, tag } = await openResult(source, result)
  const sourceSha256 = computeSha256(JSON.stringify(messages))
  if (tag !== null) {
    const stored = tagHistory(messages, effective.fileIndices, conversation.messages, provenance, tag)
    return { messages: stored, provenance, tag, hidden: [], style, sourceSha256 }
  }
  const hidden = effective.hidden.flatMap((index) => {
    const message = messages[index]
    return message === undefined ? [] : [{ index, message }]
  })
  return { messages: conversation.messages, provenance, tag, hidden, style, sourceSha256 }
}
