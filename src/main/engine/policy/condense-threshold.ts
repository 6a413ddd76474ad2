import { inheritThreshold, thresholdRange } from '../../../shared/domain/model-profile.ts'

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
