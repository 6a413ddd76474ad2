import { smallWindowTokens, type TriggerDecision, type TriggerInput } from './context-trigger.ts'

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
export function triggerPoint(settings: TriggerSettings): TriggerPoint {
  const { windowTokens, autoCondense, thresholdPercent } = settings
  const allowed = Math.max(0, settings.allowed)
  if (!autoCondense || windowTokens < smallWindowTokens)
    return { tokens: allowed, action: 'truncate', by: 'allowed' }
  const full = (windowTokens * thresholdPercent) / 100
  return full <= allowed
    ? { tokens: full, action: 'condense', by: 'threshold' }
    : { tokens: allowed, action: 'condense', by: 'allowed' }
}
