import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { ContextCounter } from '../../../../shared/library/context-contract.ts'
import type { Calibration } from '../../../../shared/library/inspection-types.ts'
import { countAsRooClassic } from '../../../kernel/tokens/count-as-roo-classic.ts'
import { openConversation, openDocument, openThreadCounter } from '../../../platform/workers/documents.ts'
import type { Job, SourceRef } from '../../../platform/workers/job.ts'
import { describeCalibration, reconstructVisible } from '../../../platform/workers/reconstruct-visible.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'

/** Size of a context, with the reasons of its calibration as sentences. */
export type NextContext = Omit<RecordedRun['nextContext'], 'calibration'> & {
  readonly calibration: Calibration | null
}

/**
 * Size of a task's context before its next request. Counted in full, what no recorded size covers is calibrated; counted
 * as Roo Code classic does, nothing is, since that agent knows no calibration. `countedTokens` are the messages alone, as
 * they are counted everywhere else, and `messages` how many there are.
 */
export const measureContext: Job<
  { readonly source: SourceRef; readonly usage: RecordedUsage; readonly counter: ContextCounter },
  NextContext & RecordedRun['modelInForce'] & { readonly countedTokens: number; readonly messages: number }
> = async ({ source, usage, counter }) => {
  const document = await openDocument(source)
  const conversation = await openConversation(document)
  const run = await reconstructVisible(document, usage)
  const held = { countedTokens: conversation.totalTokens, messages: run.messages.length }
  if (counter === 'roo-classic')
    return { ...(await measureForRooClassic(run)), ...held, model: null, aside: null }
  const { calibration, ...size } = run.nextContext
  return { ...size, calibration: describeCalibration(calibration), ...held, ...run.modelInForce }
}

/**
 * As that agent knows it: the recorded size holds the answer of the last request, so a last message of the assistant adds
 * nothing to it.
 */
async function measureForRooClassic({
  messages,
  recordedTokens: recorded,
}: RecordedRun): Promise<NextContext> {
  const counter = await openThreadCounter()
  const tokens = messages.map((message) => countAsRooClassic(message, counter))
  const last = tokens.at(-1) ?? 0
  if (recorded === null) {
    const totalTokens = tokens.reduce((sum, own) => sum + own, 0) - last
    return { totalTokens, lastMessageTokens: last, basis: 'counted', calibration: null, isLastOff: false }
  }
  const lastMessageTokens = messages.at(-1)?.role === 'user' ? last : 0
  return { totalTokens: recorded, lastMessageTokens, basis: 'recorded', calibration: null, isLastOff: false }
}
