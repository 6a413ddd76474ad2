import { usualTrigger } from '../../../shared/domain/policy.ts'
import type { ThresholdChoice } from './condense-threshold.ts'

/** Models with a smaller window go straight to the sliding window: a summary would fill it. */
export const smallWindowTokens = 8000

export type TriggerInput = {
  /** Tokens of the context as the agent last knew it, the last message not included. */
  readonly totalTokens: number
  readonly lastMessageTokens: number
  readonly windowTokens: number
  /** Output limit of the model; null or 0 reserve the default. */
  readonly maxTokens: number | null
  readonly autoCondense: boolean
  readonly threshold: ThresholdChoice
}

export type TriggerDecision = {
  /** Tokens of the context that the next request would have. */
  readonly contextTokens: number
  readonly reserved: number
  /** May be negative, where the output limit leaves nothing of a small window. */
  readonly allowed: number
  readonly percent: number
  readonly wouldCondense: boolean
  /** True where the window would slide if no condensation happened or it failed. */
  readonly wouldTruncate: boolean
  /** A sentence for a person. */
  readonly reason: string
}

/**
 * Decides as Roo Code does before each request: `reserved = maxTokens || 8192`, `allowed = window · 0.9 − reserved`,
 * condense at `percent >= threshold` or above `allowed`, slide above `allowed` (`condensation.md` section 3).
 */
export function decideTrigger(input: TriggerInput): TriggerDecision {
  const { totalTokens, windowTokens, threshold, autoCondense } = input
  const reserved =
    input.maxTokens === null || input.maxTokens === 0 ? usualTrigger.reservedTokens : input.maxTokens
  const contextTokens = totalTokens + input.lastMessageTokens
  const allowed = withoutNoise(windowTokens * (1 - usualTrigger.freeShare) - reserved)
  const percent = (100 * contextTokens) / windowTokens
  const figures = { contextTokens, reserved, allowed, percent }
  if (totalTokens === 0) {
    return { ...figures, wouldCondense: false, wouldTruncate: false, reason: 'Nothing has been counted yet.' }
  }
  const isOver = contextTokens > allowed
  const isSmall = windowTokens < smallWindowTokens
  const isFull = percent >= threshold.percent
  const wouldCondense = autoCondense && !isSmall && (isFull || isOver)
  return {
    ...figures,
    wouldCondense,
    wouldTruncate: isOver,
    reason: reasonOf({ autoCondense, isSmall, isFull, isOver }),
  }
}

/** To a millionth of a token: what stands behind that is how the machine writes tenths. */
function withoutNoise(tokens: number): number {
  return Math.round(tokens * 1e6) / 1e6
}

function reasonOf(state: {
  readonly autoCondense: boolean
  readonly isSmall: boolean
  readonly isFull: boolean
  readonly isOver: boolean
}): string {
  if (!state.isFull && !state.isOver)
    return 'The context is below the threshold and within the allowed tokens.'
  const why = state.isFull
    ? 'The context has reached the threshold'
    : 'The context exceeds the allowed tokens'
  if (!state.autoCondense) return `${why}, and automatic condensation is off.`
  return state.isSmall ? `${why}, and the window is too small for a summary.` : `${why}.`
}
