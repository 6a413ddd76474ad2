import type { Message } from '../../shared/domain/message.ts'
import { sum } from '../../shared/lib/numbers.ts'
import { once } from '../../shared/lib/once.ts'
import { conversationOf, messageTokensOf } from './conversation-of.ts'
import type { Standing } from './judge-condensation.ts'
import type { ReplayTask } from './replay-task.ts'

/** Sizes of a history that stands from a step on, at each later step; what was added since is looked up. */
export type HistorySums = {
  /** What a request pays for its messages. */
  readonly tokensAt: (at: number) => number
  /** Of these, the tokens of the last message. */
  readonly lastTokensAt: (at: number) => number
  /** Tokens by the counter of the task, as its conversation has them. */
  readonly countedAt: (at: number) => number
}

/** Sums over a task, of which those of each history that stands are made. */
export function createHistorySums(task: ReplayTask): (standing: Standing) => HistorySums {
  const { full, steps, itemsOf } = task
  const paid = once(() => runningSums(sizesOf(itemsOf, full)))
  const counted = once(() => runningSums(messageTokensOf(task)))
  return ({ since, messages }) => {
    const start = steps[since]?.fullCount ?? 0
    const own = once(() => sizesOf(itemsOf, messages))
    const ownTotal = once(() => sum(own()))
    const ownCounted = once(() => conversationOf(task, messages).totalTokens)
    const endAt = (at: number): number => Math.max(start, steps[at]?.fullCount ?? 0)
    const between = (sums: Float64Array, end: number): number => (sums[end] ?? 0) - (sums[start] ?? 0)
    return {
      tokensAt: (at) => ownTotal() + between(paid(), endAt(at)),
      lastTokensAt: (at) => {
        const end = endAt(at)
        return end > start ? (paid()[end] ?? 0) - (paid()[end - 1] ?? 0) : (own().at(-1) ?? 0)
      },
      countedAt: (at) => ownCounted() + between(counted(), endAt(at)),
    }
  }
}

function sizesOf(itemsOf: ReplayTask['itemsOf'], messages: readonly Message[]): readonly number[] {
  return itemsOf(messages).map((items) => items.reduce((total, { tokens }) => total + tokens, 0))
}

/** Sums before each value and behind the last. */
function runningSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1)
  values.forEach((value, at) => {
    sums[at + 1] = (sums[at] ?? 0) + value
  })
  return sums
}
