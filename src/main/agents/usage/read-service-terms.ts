import type { ServiceTerms } from '../../../shared/kernel/usage.ts'
import { isRecord } from '../json/fields.ts'

/** Values that say that a call was served as all are. */
const standards: ReadonlySet<string> = new Set(['', 'standard', 'default', 'global', 'not_available'])

/** How a model call was served, as far as its price depends on it; nothing for what is the standard. */
export function readServiceTerms(value: unknown): ServiceTerms {
  if (!isRecord(value)) return {}
  const { speed, service_tier, inference_geo } = value
  return {
    ...readTerm('speed', speed),
    ...readTerm('serviceTier', service_tier),
    ...readTerm('geo', inference_geo),
  }
}

const longestName = 40

/** The value in letters that name something; it stands in a history, and may hold anything. */
function readTerm(name: 'speed' | 'serviceTier' | 'geo', value: unknown): ServiceTerms {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'string') return { [name]: 'of an unknown kind' }
  const term = value.toLowerCase()
  return standards.has(term) ? {} : { [name]: term.slice(0, longestName).replaceAll(/[^\w.-]/g, '?') }
}
