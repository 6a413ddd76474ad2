import type { Cut } from '../../../../shared/experiments/experiment-file-types.ts'
import type { PlannedCheckpoint } from '../../../../shared/experiments/experiment-types.ts'
import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import { sumInputTokens } from '../../../../shared/kernel/sum-recorded-usage.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import { decideTrigger } from '../../../kernel/policy/context-trigger.ts'
import { decideCut, type CutPlace } from '../../../measure/checkpoints/decide-cut.ts'
import {
  openConversation,
  openDocument,
  openThreadCounter,
  type OpenDocument,
} from '../../../platform/workers/documents.ts'
import type { Job, SourceRef } from '../../../platform/workers/job.ts'
import { reconstructVisible } from '../../../platform/workers/reconstruct-visible.ts'
import { priceLibrary } from '../../replay/jobs/price-library.ts'

export type CutInput = {
  readonly source: SourceRef
  readonly usage: RecordedUsage
  readonly cuts: readonly Cut[]
  /** Tokens, and percent of them, for the trigger; null for the window of the model that each request went to. */
  readonly windowTokens: number | null
  readonly thresholdPercent: number
}

/** A cut with the figures of what stands before and after it; `place` is null where the task cannot be cut so. */
export type CutOutput = {
  readonly cut: Cut
  readonly place: Pick<
    PlannedCheckpoint,
    'index' | 'reason' | 'messages' | 'tokens' | 'continuationMessages'
  > | null
}

/** Decides where a task is cut, and counts what stands before each cut. */
export const cutTask: Job<CutInput, readonly CutOutput[]> = async (input) => {
  const { source, cuts } = input
  const document = await openDocument(source)
  const needsTrigger = cuts.some((cut) => cut === 'default' || cut === 'trigger')
  const triggerIndex = needsTrigger ? await findTrigger(document, input) : null
  const outputs: CutOutput[] = []
  for (const cut of cuts) {
    const decision = decideCut(document.messages, findCutPlace(cut, triggerIndex))
    if (decision === null) {
      outputs.push({ cut, place: null })
      continue
    }
    const before = await openDocument({ ...source, cut: decision.index })
    const { messages, totalTokens } = await openConversation(before)
    outputs.push({
      cut,
      place: {
        ...decision,
        messages: messages.length,
        tokens: totalTokens,
        continuationMessages: before.after.length,
      },
    })
  }
  return outputs
}

function findCutPlace(cut: Cut, triggerIndex: number | null): CutPlace {
  if (typeof cut === 'number') return { at: 'share', share: cut }
  return cut === 'recorded' ? { at: 'recorded' } : { at: cut, triggerIndex }
}

/**
 * Index in the file of the first answer before which an agent would have condensed at this threshold. Recorded requests
 * decide with the size that they had; only where none has one, the messages as they are counted. Null where it never would.
 */
async function findTrigger(document: OpenDocument, input: CutInput): Promise<number | null> {
  const conversation = await openConversation(document)
  const { findWindow } = await priceLibrary()
  const run = reconstructVisible(conversation, document, input.usage, {
    counter: await openThreadCounter(),
    findWindow,
  })
  const { fileIndices } = document.effective
  const toFilePlace = (index: number): number | null =>
    document.contexts === undefined ? (fileIndices[index] ?? null) : index
  const recorded = run.requests.flatMap(({ answer, usage, windowTokens }) =>
    answer.value === null || usage.value === null
      ? []
      : [{ index: answer.value, tokens: sumInputTokens(usage.value), windowTokens: windowTokens.value }],
  )
  if (recorded.length > 0) {
    const first = recorded.find((one) => wouldCondense(one.tokens, one.windowTokens, input))
    return first === undefined ? null : toFilePlace(first.index)
  }
  const lastWindow = run.requests.findLast(({ windowTokens }) => windowTokens.value !== null)
  let tokens = 0
  for (const [index, own] of conversation.messageTokens.entries()) {
    const isAnswer = conversation.messages[index]?.role === 'assistant'
    if (isAnswer && wouldCondense(tokens, lastWindow?.windowTokens.value ?? null, input))
      return fileIndices[index] ?? null
    tokens += own
  }
  return null
}

/** Whether an agent would condense before a request of this size; the window is that of its model, if it is known. */
function wouldCondense(
  totalTokens: number,
  modelWindow: number | null,
  { windowTokens, thresholdPercent }: Pick<CutInput, 'windowTokens' | 'thresholdPercent'>,
): boolean {
  return decideTrigger({
    totalTokens,
    lastMessageTokens: 0,
    windowTokens: windowTokens ?? modelWindow ?? usualTrigger.windowTokens,
    maxTokens: null,
    autoCondense: true,
    threshold: { percent: thresholdPercent, source: 'global', warning: null },
  }).wouldCondense
}
