import type { WindowLimits } from '../../kernel/policy/own-trigger.ts'
import type { ComposedSettings } from './settings.ts'

/** The limits of the agent's model that settings name. */
export function buildWindowLimits({
  window,
  maxOutput,
  inputLimit,
}: Pick<ComposedSettings, 'window' | 'maxOutput' | 'inputLimit'>): WindowLimits {
  return {
    window,
    maxOutput: maxOutput === 0 ? null : maxOutput,
    inputLimit: inputLimit === 0 ? null : inputLimit,
  }
}
