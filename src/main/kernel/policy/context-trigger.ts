import { usualTrigger } from '../../../shared/installation/policy-types.ts'
import { inheritThreshold, thresholdRange } from '../../../shared/models/model-profile-types.ts'

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
    reason: explainDecision({ autoCondense, isSmall, isFull, isOver }),
  }
}

/** To a millionth of a token: what stands behind that is how the machine writes tenths. */
function withoutNoise(tokens: number): number {
  return Math.round(tokens * 1e6) / 1e6
}

function explainDecision(state: {
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

export type ThresholdChoice = {
  /** Percent of the window. */
  readonly percent: number
  readonly source: 'profile' | 'global'
  /** Set where a profile's value cannot be used. */
  readonly warning: string | null
}

/**
 * The threshold that counts: the profile's where it is within 5 to 100, else the global one. Any other value
 * warns and inherits, as Roo Code does (`condensation.md` section 3).
 */
export function chooseThreshold(global: number, profile: number | undefined): ThresholdChoice {
  if (profile === undefined || profile === inheritThreshold) {
    return { percent: global, source: 'global', warning: null }
  }
  if (profile >= thresholdRange.min && profile <= thresholdRange.max) {
    return { percent: profile, source: 'profile', warning: null }
  }
  const warning = `The profile's threshold ${profile} is not within ${thresholdRange.min} to ${thresholdRange.max}, so the global ${global} % is used.`
  return { percent: global, source: 'global', warning }
}

/** Roo Code's answer to a model that says its input is too long: at most three tries at 75 %. */
export const forcedReduction = { tries: 3, percent: 75 } as const

/** What a context must reach for something to be done about it. */
export type TriggerPoint = {
  /** Tokens of the context; 0 where nothing is allowed at all. */
  readonly tokens: number
  readonly action: 'condense' | 'truncate'
  /** The share of the window that may be used, or what the reserved output leaves of it. */
  readonly by: 'threshold' | 'allowed'
}

type TriggerSettings = Pick<TriggerInput, 'windowTokens' | 'autoCondense'> & {
  readonly thresholdPercent: number
  readonly allowed: TriggerDecision['allowed']
}

/** Where `decideTrigger` fires first as a context grows, whatever the context is now. */
export function findTriggerPoint(settings: TriggerSettings): TriggerPoint {
  const { windowTokens, autoCondense, thresholdPercent } = settings
  const allowed = Math.max(0, settings.allowed)
  if (!autoCondense || windowTokens < smallWindowTokens)
    return { tokens: allowed, action: 'truncate', by: 'allowed' }
  const full = (windowTokens * thresholdPercent) / 100
  return full <= allowed
    ? { tokens: full, action: 'condense', by: 'threshold' }
    : { tokens: allowed, action: 'condense', by: 'allowed' }
}
