/** Lowest and highest percentage that a threshold may have. */
export const thresholdRange = { min: 5, max: 100 } as const
/** A profile with this value, or with none, takes the global threshold. */
export const inheritThreshold = -1

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
  const warning = `The profile's threshold ${profile} is not within ${thresholdRange.min} to ${thresholdRange.max}; the global ${global} % is used.`
  return { percent: global, source: 'global', warning }
}
