import type { ServiceTerms } from '../../../shared/kernel/usage.ts'
import { isRecord, type Fields } from '../json/fields.ts'

/** Values that say that a call was served as all are. */
const standards: ReadonlySet<string> = new Set([
  '',
  'standard',
  'default',
  'global',
  'not_available',
  'on_demand',
  'unspecified',
])
/** Values of a request that leave it to the server. */
const leftOpen: ReadonlySet<unknown> = new Set(['auto', 'standard_only'])

/** How a model call was served, as far as its price depends on it; nothing for what is the standard. */
export function readServiceTerms(value: unknown): ServiceTerms {
  const { speed, serviceTier, geo } = selectTerms(value)
  return {
    ...readTerm('speed', speed),
    ...readTerm('serviceTier', serviceTier),
    ...readTerm('geo', geo),
  }
}

/** How a request or a thread asked to be served: what the server granted, nobody recorded. */
export function readAskedTerms(value: unknown): ServiceTerms {
  const { serviceTier } = selectTerms(value)
  const { serviceTier: tier, ...terms } = readServiceTerms(value)
  return tier === undefined || leftOpen.has(serviceTier)
    ? terms
    : { ...terms, serviceTier: tier, isTierAsked: true }
}

/** The same of a whole response, in whose parts vendors and libraries have it; null where it says nothing of it. */
export function readResponseTerms(response: Fields): ServiceTerms | null {
  const own = response['providerMetadata']
  const vendors = isRecord(own) ? Object.values(own).filter(isRecord) : []
  const parts = [response, ...vendors].flatMap((part) => [part, part['usage'], part['usageMetadata']])
  const told = parts.filter((part) => Object.values(selectTerms(part)).some((term) => term != null))
  return told.length === 0
    ? null
    : told.reduce<ServiceTerms>((terms, part) => ({ ...terms, ...readServiceTerms(part) }), {})
}

/** What a record says, in the words of Anthropic, OpenAI, Google or Bedrock. */
function selectTerms(value: unknown) {
  if (!isRecord(value)) return {}
  const { service_tier, serviceTier = service_tier, trafficType, performanceConfig, inference_geo } = value
  return {
    speed: value['speed'] ?? (isRecord(performanceConfig) ? performanceConfig['latency'] : undefined),
    serviceTier: (isRecord(serviceTier) ? serviceTier['type'] : serviceTier) ?? trafficType,
    geo: inference_geo,
  }
}

const longestName = 40

/** The value in letters that name something; it stands in a history, and may hold anything. */
function readTerm(name: 'speed' | 'serviceTier' | 'geo', value: unknown): ServiceTerms {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'string') return { [name]: 'of an unknown kind' }
  // Google's names say what they are names of.
  const term = value.toLowerCase().replace(/^(?:service_tier|traffic_type|on_demand)_/, '')
  return standards.has(term) ? {} : { [name]: toTermName(term) }
}

/** A name in a history may hold anything: as it can be shown. */
export function toTermName(name: string): string {
  return name.slice(0, longestName).replaceAll(/[^\w.-]/g, '?')
}
