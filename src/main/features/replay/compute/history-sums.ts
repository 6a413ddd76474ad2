import { makeOnce } from '../../../../shared/kernel/make-once.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import { buildReplayConversation, countMessageTokens } from './build-replay-conversation.ts'
import type { Standing } from './judge-condensation.ts'
import type { ReplayTask } from './replay-task.ts'

/** Sizes of a history that stands from a step on, at each later step; what was added since is looked up. */
export type HistorySums = {
  /** What a request pays for its messages. */
  readonly sumPaidTokens: (at: number) => number
  /** Of these, the tokens of the last message. */
  readonly countLastTokens: (at: number) => number
  /** Tokens by the counter of the task, as its conversation has them. */
  readonly sumCountedTokens: (at: number) => number
}

/** Sums over a task, of which those of each history that stands are made. */
export function createHistorySums(task: ReplayTask): (standing: Standing) => HistorySums {
  const { full, steps, buildItems } = task
  const paid = makeOnce(() => computeRunningSums(measureMessageSizes(buildItems, full)))
  const counted = makeOnce(() => computeRunningSums(countMessageTokens(task)))
  return ({ since, messages }) => {
    const start = steps[since]?.fullCount ?? 0
    const own = makeOnce(() => measureMessageSizes(buildItems, messages))
    const ownTotal = makeOnce(() => sum(own()))
    const ownCounted = makeOnce(() => buildReplayConversation(task, messages).totalTokens)
    const findEnd = (at: number): number => Math.max(start, steps[at]?.fullCount ?? 0)
    const subtractSums = (sums: Float64Array, end: number): number => (sums[end] ?? 0) - (sums[start] ?? 0)
    return {
      sumPaidTokens: (at) => ownTotal() + subtractSums(paid(), findEnd(at)),
      countLastTokens: (at) => {
        const end = findEnd(at)
        return end > start ? (paid()[end] ?? 0) - (paid()[end - 1] ?? 0) : (own().at(-1) ?? 0)
      },
      sumCountedTokens: (at) => ownCounted() + subtractSums(counted(), findEnd(at)),
    }
  }
}

function measureMessageSizes(
  itemsOf: ReplayTask['buildItems'],
  messages: readonly Message[],
): readonly number[] {
  return itemsOf(messages).map((items) => items.reduce((total, { tokens }) => total + tokens, 0))
}

/** Sums before each value and behind the last. */
function computeRunningSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1)
  values.forEach((value, at) => {
    sums[at + 1] = (sums[at] ?? 0) + value
  })
  return sums
}
