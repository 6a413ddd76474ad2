import { findMessageTime } from '../../../../shared/kernel/message.ts'
import { computeMean } from '../../../../shared/kernel/numbers.ts'
import type { ModelPrices } from '../../../../shared/models/pricing-types.ts'
import type { ProbeQuestion } from '../../../../shared/probe/probe-types.ts'
import { gatherSource } from '../../../agents/import-task.ts'
import { isPrompt } from '../../../kernel/history/history-view.ts'
import { openContinuation, openConversation, openDocument } from '../../../platform/workers/documents.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { readRun, type RecordInput } from '../../library/jobs/view-requests.ts'
import { deriveQuestions } from '../compute/derive-questions.ts'
import { findNextPrompt } from '../compute/find-next-prompt.ts'
import { listChangedPaths } from '../compute/measure-fork.ts'

export type PrepareCutInput = RecordInput & {
  readonly at: number
  readonly path: string
  /** How many questions are made of it. */
  readonly questions: number
}

/** What a session tells of a place in it, for those who go on from there. */
export type PreparedCut = {
  /** Of the context before the cut. */
  readonly tokens: number
  /** What the person said next; null where the agent went on by itself. */
  readonly prompt: string | null
  /** Milliseconds since 1970; null where the session has no times. */
  readonly ts: number | null
  /** The commit that the session names; null where it names none. */
  readonly commit: string | null
  readonly changedBefore: readonly string[]
  /** Until the person spoke again. */
  readonly changedAfter: readonly string[]
  readonly windowTokens: number | null
  readonly prices: ModelPrices | null
  /** Means over the requests of the session, in tokens. */
  readonly outputTokens: number
  readonly growthTokens: number
  readonly questions: readonly ProbeQuestion[]
}

/** Characters of a file in which a commit is looked for. */
const longestHead = 200_000
const commitField = /"commit(?:_hash|Hash)?"\s{0,4}:\s{0,4}"([0-9a-f]{40})"/

/** Looks up what a probe has to know of a cut. */
export const prepareCut: Job<PrepareCutInput, PreparedCut> = async (input, context) => {
  const { source, at, path, questions } = input
  const document = await openDocument({ ...source, cut: at })
  const before = await openConversation(document)
  const after = await openContinuation(document)
  const run = await readRun({ source, usage: input.usage }, context)
  const request =
    run.requests.findLast(
      ({ messagesBefore, prices }) => prices.value !== null && (messagesBefore ?? Infinity) <= at,
    ) ?? run.requests.find(({ prices }) => prices.value !== null)
  const next = after === null ? null : findNextPrompt(after)
  const first = next?.index ?? 0
  const spokeAgain =
    after?.messages.findIndex(
      (message, index) => index > first && isPrompt(message, after.parts[index] ?? []),
    ) ?? -1
  const outputs = run.requests.flatMap(({ usage }) => usage.value?.output ?? [])
  const times = document.messages.flatMap((message) => findMessageTime(message) ?? [])
  return {
    tokens: Math.round(before.totalTokens * run.sizes.slope),
    prompt: next?.text ?? null,
    ts: times.at(-1) ?? null,
    commit: await findCommit(path),
    changedBefore: listChangedPaths(before),
    changedAfter:
      after === null
        ? []
        : listChangedPaths({ parts: after.parts.slice(0, spokeAgain < 0 ? undefined : spokeAgain) }),
    windowTokens: request?.windowTokens.value ?? null,
    prices: request?.prices.value ?? null,
    outputTokens: outputs.length === 0 ? 500 : Math.round(computeMean(outputs)),
    growthTokens: Math.round(before.totalTokens / Math.max(1, before.messages.length / 2)),
    questions: questions === 0 ? [] : deriveQuestions(before, after, questions),
  }
}

async function findCommit(path: string): Promise<string | null> {
  const source = await gatherSource(path)
  const head = source.kind === 'file' ? (source.files[0]?.text ?? '').slice(0, longestHead) : ''
  return commitField.exec(head)?.[1] ?? null
}
