import type { Calibration, MessageRow, TokensByKind } from '../../../shared/domain/inspection.ts'
import type { RecordedTotals, RecordedUsage } from '../../../shared/domain/usage.ts'
import type { Violation } from '../../../shared/domain/violation.ts'
import { findDuplicates } from '../../engine/inspect/find-duplicates.ts'
import { countedRows, messageRows } from '../../engine/inspect/message-rows.ts'
import { tokensByKind } from '../../engine/inspect/tokens-by-kind.ts'
import { checkHistory } from '../../engine/history/invariants/check.ts'
import { splitParts } from '../../engine/history/split-parts.ts'
import { partTokens } from '../../engine/tokens/count-parts.ts'
import { calibrationInWords, reconstructVisible } from '../reconstruct-visible.ts'
import { conversationOf, openDocument, threadCounter } from '../documents.ts'
import type { Job, SourceRef } from '../job.ts'

export type InspectInput = { readonly source: SourceRef; readonly usage: RecordedUsage }

/** All figures of a task that follow from its history and its recorded usage. */
export type TaskFigures = {
  readonly counterId: string
  readonly messages: { readonly total: number; readonly effective: number; readonly hidden: number }
  readonly totalTokens: number
  readonly byKind: TokensByKind
  readonly calibration: Calibration | null
  readonly duplicates: { readonly fileReads: number; readonly toolResults: number; readonly tokens: number }
  readonly validity: readonly Violation[]
  readonly recorded: RecordedTotals
  readonly rows: readonly MessageRow[]
}

/** Rows at once, for the first screen; nothing is counted. */
export const listMessages: Job<{ readonly source: SourceRef }, readonly MessageRow[]> = async ({
  source,
}) => {
  const { messages, effective } = await openDocument(source)
  return messageRows(messages, effective)
}

/** Counts a history and computes everything that `inspect` shows, with progress by message. */
export const inspectTask: Job<InspectInput, TaskFigures> = async ({ source, usage }, { onProgress }) => {
  const document = await openDocument(source)
  const { messages, effective } = document
  const report = (done: number, total: number): void =>
    onProgress({ stage: 'counting', label: 'Counting tokens', done, total })
  const conversation = await conversationOf(document, report)
  const validity = checkHistory(conversation.messages)
  const { fileReads, toolResults, tokens } = findDuplicates(conversation)
  const counter = await threadCounter()
  const hiddenTokens = new Map(
    effective.hidden.map((index) => {
      const message = messages[index]
      const parts = message === undefined ? [] : splitParts(message, index)
      return [index, parts.reduce((sum, part) => sum + partTokens(part, counter), 0)]
    }),
  )
  const run = reconstructVisible(conversation, effective, usage, counter)
  return {
    counterId: counter.id,
    messages: {
      total: messages.length,
      effective: effective.messages.length,
      hidden: effective.hidden.length,
    },
    totalTokens: conversation.totalTokens,
    byKind: tokensByKind(conversation),
    calibration: calibrationInWords(run.calibration),
    duplicates: { fileReads, toolResults, tokens },
    validity,
    recorded: run.totals,
    rows: countedRows(messageRows(messages, effective), conversation, validity, hiddenTokens),
  }
}
