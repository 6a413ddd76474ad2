import { sumInputTokens } from '../../../../../shared/kernel/sum-recorded-usage.ts'
import type { RecordedRequest, RecordedRun } from '../../../../record/recorded-run.ts'
import { payRecorded } from '../cost/pay-requests.ts'
import type { ReplayTask } from '../replay-task.ts'

/** How large the context of a recorded request was, and how large it would have been. */
export type ContextSize = {
  /** What was sent, whatever had been condensed before it; null where nothing is known. */
  readonly sentTokens: number | null
  /** What would have been sent had the agent not condensed before this very request. */
  readonly uncondensedTokens: number | null
  /** Whether a replay plays it. */
  readonly isPlayed: boolean
  readonly model: string | null
}

/** Sizes of all recorded requests as a replay counts them; those that cannot be played as they were recorded. */
export function measureContextSizes(
  task: ReplayTask,
  { requests, condensations }: Pick<RecordedRun, 'requests' | 'condensations'>,
): readonly ContextSize[] {
  const paid = new Map(payRecorded(task).map((request, at) => [request.request, { ...request, at }]))
  const condensationAt = new Map(condensations.map((condensation) => [condensation.request, condensation]))
  return requests.map(({ usage, model }, index) => {
    const played = paid.get(index)
    const sentTokens = played?.contextTokens ?? (usage.value === null ? null : sumInputTokens(usage.value))
    const own = { sentTokens, isPlayed: played !== undefined, model: model.value }
    const condensation = condensationAt.get(index)
    if (condensation === undefined) return { ...own, uncondensedTokens: sentTokens }
    const before = played === undefined ? null : measureSizeBefore(task, played.at, paid)
    return {
      ...own,
      uncondensedTokens: before ?? condensation.agentTokens ?? measureContextAfter(requests[index - 1]),
    }
  })
}

/** What the request before had sent, and what came since; null where that one cannot be played. */
function measureSizeBefore(
  { steps, full, buildItems }: ReplayTask,
  at: number,
  paid: ReadonlyMap<number, { readonly contextTokens: number }>,
): number | null {
  const [step, earlier] = [steps[at], steps[at - 1]]
  if (step === undefined || earlier === undefined) return null
  const sent = paid.get(earlier.request)?.contextTokens
  if (sent === undefined) return null
  const added = buildItems(full.slice(earlier.fullCount, step.fullCount)).flat()
  return added.reduce((sum, { tokens }) => sum + tokens, sent + step.prefix.tokens - earlier.prefix.tokens)
}

/** The context after a request as its agent counts it: what was sent, and the answer; null where it was not recorded. */
export function measureContextAfter(request: RecordedRequest | undefined): number | null {
  const usage = request?.usage.value ?? null
  return usage === null ? null : sumInputTokens(usage) + usage.output
}
