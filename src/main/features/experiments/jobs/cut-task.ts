import type { Cut } from '../../../../shared/experiments/experiment-file-types.ts'
import type { PlannedCheckpoint } from '../../../../shared/experiments/experiment-types.ts'
import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { sumInputTokens } from '../../../../shared/kernel/sum-recorded-usage.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { OwnTriggerChoice } from '../../../kernel/method.ts'
import { decideTrigger } from '../../../kernel/policy/context-trigger.ts'
import { computeTriggerTokens } from '../../../kernel/policy/own-trigger.ts'
import { decideCut, findRecordedCuts, type CutDecision } from '../../../measure/checkpoints/decide-cut.ts'
import { openConversation, openDocument, type OpenDocument } from '../../../platform/workers/documents.ts'
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
  /** When the agent of the task condenses by itself, for the default cut; null where nobody knows. */
  readonly ownTrigger: OwnTriggerChoice | null
  /** Where the default cut is at last, however short the history: samples are small; null for no such place. */
  readonly lastShare: number | null
}

/** A cut with the figures of what stands before and after it; `places` is empty where the task cannot be cut so. */
export type CutOutput = {
  readonly cut: Cut
  readonly places: readonly Pick<
    PlannedCheckpoint,
    'index' | 'reason' | 'messages' | 'tokens' | 'continuationMessages'
  >[]
  /** Tokens of the largest history that was too short to be cut; null where none was. */
  readonly shortTokens: number | null
}

/** Nobody condenses less, unless a person says where. */
const fewestTokens = 10_000

/** Decides where a task is cut, and counts what stands before each cut. */
export const cutTask: Job<CutInput, readonly CutOutput[]> = async (input) => {
  const { source, cuts } = input
  const document = await openDocument(source)
  const outputs: CutOutput[] = []
  for (const cut of cuts) {
    const places: CutOutput['places'][number][] = []
    const short: number[] = []
    const decisions = await listDecisions(document, cut, input)
    const last = cut === 'default' && input.lastShare !== null ? decideShare(document, input.lastShare) : []
    for (const decision of [...decisions, ...last]) {
      const before = await openDocument({ ...source, cut: decision.index })
      const { messages, totalTokens: tokens } = await openConversation(before)
      const isLong =
        typeof cut === 'number' || last.includes(decision) || (tokens >= fewestTokens && messages.length > 1)
      const sizes = { messages: messages.length, tokens, continuationMessages: before.after.length }
      if (isLong) places.push({ ...decision, ...sizes })
      else short.push(tokens)
      // One cut of each task, so that none counts more than another.
      if (cut === 'default' && places.length > 0) break
    }
    const shortTokens = places.length > 0 || short.length === 0 ? null : findLargest(short)
    outputs.push({ cut, places, shortTokens })
  }
  return outputs
}

/** Where a task could be cut, the best place first. */
async function listDecisions(
  document: OpenDocument,
  cut: Cut,
  input: CutInput,
): Promise<readonly CutDecision[]> {
  const { messages, contexts } = document
  if (typeof cut === 'number') return decideShare(document, cut)
  const recorded = cut === 'trigger' ? [] : findRecordedCuts(messages, contexts)
  if (cut === 'recorded' || recorded.length > 0) return recorded
  const own = cut === 'default' ? input : { ...input, ownTrigger: null }
  const triggerIndex = await findTrigger(document, own)
  return [decideCut(messages, { at: 'trigger', triggerIndex }, contexts) ?? []].flat()
}

function decideShare({ messages, contexts }: OpenDocument, share: number): readonly CutDecision[] {
  return [decideCut(messages, { at: 'share', share }, contexts) ?? []].flat()
}

/**
 * Index in the file of the first answer before which an agent would have condensed at this threshold. Recorded requests
 * decide with the size that they had; only where none has one, the messages as they are counted. Null where it never would.
 */
async function findTrigger(document: OpenDocument, input: CutInput): Promise<number | null> {
  const conversation = await openConversation(document)
  const { findWindow } = await priceLibrary()
  const run = await reconstructVisible(document, input.usage, { findWindow })
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
  { windowTokens, thresholdPercent, ownTrigger }: Omit<CutInput, 'source' | 'usage' | 'cuts'>,
): boolean {
  if (ownTrigger !== null && windowTokens === null) {
    const window = modelWindow ?? ownTrigger.limits.window
    const ownTokens = computeTriggerTokens(ownTrigger.trigger, { ...ownTrigger.limits, window })
    if (ownTokens !== null) return totalTokens >= ownTokens
  }
  return decideTrigger({
    totalTokens,
    lastMessageTokens: 0,
    windowTokens: windowTokens ?? modelWindow ?? usualTrigger.windowTokens,
    maxTokens: null,
    autoCondense: true,
    threshold: { percent: thresholdPercent, source: 'global', warning: null },
  }).wouldCondense
}
