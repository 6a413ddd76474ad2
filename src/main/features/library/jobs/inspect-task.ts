import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import { checkHistory } from '../../../kernel/history/invariants/check-history.ts'
import { addCountsToRows, buildMessageRows } from '../../../kernel/inspect/build-message-rows.ts'
import { findDuplicates } from '../../../kernel/inspect/find-duplicates.ts'
import { sumTokensByKind } from '../../../kernel/inspect/token-sums.ts'
import type { PackedJson } from '../../../platform/workers/compression.ts'
import { openConversation, openDocument, openFileConversation } from '../../../platform/workers/documents.ts'
import type { Job, SourceRef } from '../../../platform/workers/job.ts'
import { packRows, type PackedRows } from '../../../platform/workers/packed-rows.ts'
import { describeCalibration, reconstructVisible } from '../../../platform/workers/reconstruct-visible.ts'
import {
  packMeasurement,
  buildTaskMeasurement,
  type MeasuredTask,
  type OpenMeasurement,
  type TaskFigures,
} from './build-task-measurement.ts'

export type FiguresInput = { readonly source: SourceRef; readonly usage: RecordedUsage }
export type InspectInput = FiguresInput & { readonly task: MeasuredTask }

/** What a task is shown with, as it is sent and as it is kept. */
export type InspectOutput = OpenMeasurement & { readonly measurement: PackedJson }

/** Rows at once, for the first screen; nothing is counted. */
export const listMessages: Job<{ readonly source: SourceRef }, PackedRows> = async ({ source }) => {
  const { messages, effective } = await openDocument(source)
  return packRows(buildMessageRows(messages, effective))
}

/** Counts a task for somebody who looks at it, with progress by message. */
export const inspectTask: Job<InspectInput, InspectOutput> = async ({ task, ...input }, context) => {
  const measurement = buildTaskMeasurement(task, await computeTaskFigures(input, context))
  return { inspection: measurement.inspection, ...packMeasurement(measurement) }
}

/** Counts a history and computes everything that `inspect` shows, with progress by message. */
export const computeTaskFigures: Job<FiguresInput, TaskFigures> = async (
  { source, usage },
  { onProgress },
) => {
  const document = await openDocument(source)
  const { messages, effective } = document
  const reportProgress = (done: number, total: number): void =>
    onProgress({ stage: 'counting', label: 'Counting tokens', done, total })
  const file = await openFileConversation(document, reportProgress)
  const conversation = await openConversation(document)
  const validity = checkHistory(conversation.messages)
  const { fileReads, toolResults, tokens } = findDuplicates(conversation)
  const { counter } = conversation
  const run = await reconstructVisible(document, usage)
  return {
    counterId: counter.id,
    messages: {
      total: messages.length,
      effective: effective.messages.length,
      hidden: effective.hidden.length,
    },
    totalTokens: conversation.totalTokens,
    byKind: sumTokensByKind(conversation),
    calibration: describeCalibration(run.calibration),
    duplicates: { fileReads, toolResults, tokens },
    validity,
    recorded: run.totals,
    rows: addCountsToRows(buildMessageRows(messages, effective, file.parts), conversation, validity, file),
  }
}
