import { partTokens } from '../../../engine/tokens/token-counter.ts'
import { checkHistory } from '../../../engine/history/invariants/check-history.ts'
import { tokensByKind } from '../../../engine/inspect/token-sums.ts'
import type { RecordedUsage } from '../../../../shared/domain/usage.ts'
import { findDuplicates } from '../../../engine/inspect/find-duplicates.ts'
import { countedRows, messageRows } from '../../../engine/inspect/message-rows.ts'
import { splitParts } from '../../../engine/history/split-parts.ts'
import { calibrationInWords, reconstructVisible } from '../../reconstruct-visible.ts'
import type { PackedJson } from '../../compression.ts'
import { conversationOf, openDocument, threadCounter } from '../../documents.ts'
import type { Job, SourceRef } from '../../job.ts'
import { packRows, type PackedRows } from '../../packed-rows.ts'
import {
  packMeasurement,
  taskMeasurement,
  type MeasuredTask,
  type OpenMeasurement,
  type TaskFigures,
} from './task-measurement.ts'

export type FiguresInput = { readonly source: SourceRef; readonly usage: RecordedUsage }
export type InspectInput = FiguresInput & { readonly task: MeasuredTask }

/** What a task is shown with, as it is sent and as it is kept. */
export type InspectOutput = OpenMeasurement & { readonly measurement: PackedJson }

/** Rows at once, for the first screen; nothing is counted. */
export const listMessages: Job<{ readonly source: SourceRef }, PackedRows> = async ({ source }) => {
  const { messages, effective } = await openDocument(source)
  return packRows(messageRows(messages, effective))
}

/** Counts a task for somebody who looks at it, with progress by message. */
export const inspectTask: Job<InspectInput, InspectOutput> = async ({ task, ...input }, context) => {
  const measurement = taskMeasurement(task, await figuresOf(input, context))
  return { inspection: measurement.inspection, ...packMeasurement(measurement) }
}

/** Counts a history and computes everything that `inspect` shows, with progress by message. */
export const figuresOf: Job<FiguresInput, TaskFigures> = async ({ source, usage }, { onProgress }) => {
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
  // Split once more, a large history leaves half of its size behind.
  const parts = effective.hidden.length === 0 ? conversation.parts : undefined
  const run = reconstructVisible(conversation, document, usage, { counter })
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
    rows: countedRows(messageRows(messages, effective, parts), conversation, validity, hiddenTokens),
  }
}
