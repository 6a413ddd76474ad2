import type { Cut } from '../../../../shared/domain/experiment-file.ts'
import type { PlannedCheckpoint } from '../../../../shared/domain/experiment.ts'
import type { RecordedUsage } from '../../../../shared/domain/usage.ts'
import { decideTrigger } from '../../../engine/policy/context-trigger.ts'
import { cutAt, type CutPlace } from '../../../evaluation/checkpoints/cut-at.ts'
import { conversationOf, openDocument, threadCounter, type OpenDocument } from '../../documents.ts'
import type { Job, SourceRef } from '../../job.ts'
import { reconstructVisible } from '../../reconstruct-visible.ts'

export type CutInput = {
  readonly source: SourceRef
  readonly usage: RecordedUsage
  readonly cuts: readonly Cut[]
  /** Tokens, and percent of them, for the trigger. */
  readonly windowTokens: number
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
    const decision = cutAt(document.messages, placeFor(cut, triggerIndex))
    if (decision === null) {
      outputs.push({ cut, place: null })
      continue
    }
    const before = await openDocument({ ...source, cut: decision.index })
    const { messages, totalTokens } = await conversationOf(before)
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

function placeFor(cut: Cut, triggerIndex: number | null): CutPlace {
  if (typeof cut === 'number') return { at: 'share', share: cut }
  return cut === 'recorded' ? { at: 'recorded' } : { at: cut, triggerIndex }
}

/**
 * Index in the file of the first answer before which an agent with this window would have condensed, by the calibrated
 * count where the task's recorded requests allow one. Null where it never would.
 */
async function findTrigger(
  document: OpenDocument,
  { usage, windowTokens, thresholdPercent }: CutInput,
): Promise<number | null> {
  const conversation = await conversationOf(document)
  const { messages, messageTokens } = conversation
  const { fileIndices } = document.effective
  const run = reconstructVisible(conversation, document, usage, await threadCounter())
  const { slope, intercept } = run.calibration ?? { slope: 1, intercept: 0 }
  let tokens = 0
  for (const [index, own] of messageTokens.entries()) {
    const { wouldCondense } = decideTrigger({
      totalTokens: index === 0 ? 0 : Math.max(1, Math.round(intercept + slope * tokens)),
      lastMessageTokens: 0,
      windowTokens,
      maxTokens: null,
      autoCondense: true,
      threshold: { percent: thresholdPercent, source: 'global', warning: null },
    })
    if (wouldCondense && messages[index]?.role === 'assistant') return fileIndices[index] ?? null
    tokens += own
  }
  return null
}
