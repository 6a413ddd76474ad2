import type { Message } from '../../../../shared/kernel/message.ts'
import type { Violation } from '../../../../shared/kernel/violation.ts'
import { checkHistory } from '../../../kernel/history/invariants/check-history.ts'
import { checkResult } from '../../../kernel/history/invariants/check-result.ts'
import { findKeptMethod } from '../../../methods/restore-method.ts'
import { openDocument, openResult } from '../../../platform/workers/documents.ts'
import type { Job, ResultRef, SourceRef } from '../../../platform/workers/job.ts'

export type CheckOutput = { readonly messages: number; readonly violations: readonly Violation[] }

/** Checks the effective history of a task. */
export const checkTask: Job<{ readonly source: SourceRef }, CheckOutput> = async ({ source }) => {
  const { messages } = (await openDocument(source)).effective
  return { messages: messages.length, violations: checkHistory(messages) }
}

/** Checks messages on their own, for a result whose source is not at hand. */
export const checkMessages: Job<{ readonly messages: readonly Message[] }, CheckOutput> = async ({
  messages,
}) => Promise.resolve({ messages: messages.length, violations: checkHistory(messages) })

export type CheckRunInput = {
  readonly source: SourceRef
  readonly result: ResultRef
  readonly providerId: string
  readonly settings: unknown
}

/** Checks a stored result against its source, with what its settings promise; inherited faults included. */
export const checkRun: Job<CheckRunInput, CheckOutput> = async ({ source, result, providerId, settings }) => {
  const { conversation, provenance } = await openResult(source, result)
  const kept = findKeptMethod({ providerId, settings })?.keptEnds ?? { first: 0, last: 0 }
  const { effective } = await openDocument(source)
  const context = {
    source: effective.messages,
    provenance,
    keptFirst: kept.first,
    keptLast: kept.last,
  }
  const { broken, inherited } = checkResult(conversation.messages, context)
  return { messages: conversation.messages.length, violations: [...broken, ...inherited] }
}
