/** How a request was served, as far as its price depends on it: each by its name in a record, with what is the standard. */
const standards: Readonly<Record<'speed' | 'service_tier' | 'inference_geo', readonly string[]>> = {
  speed: ['standard', 'default'],
  service_tier: ['standard', 'default'],
  inference_geo: ['global', 'not_available', 'standard', 'default'],
}

/**
 * What of the way in which a request was served list prices do not know, for a person: `service tier priority`. Nothing
 * where it was served as all are, or where nothing is said. Several records of one request are looked at one by one.
 */
export function findUnpricedTerms(...records: readonly unknown[]): { readonly unpriced?: string } {
  const found = records.flatMap((record) =>
    Object.entries(standards).flatMap(([name, standard]) => {
      const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, name) : null
      if (value === undefined || value === null || value === '') return []
      return typeof value === 'string' && standard.includes(value.toLowerCase())
        ? []
        : [`${name.replace('_', ' ')} ${formatTermValue(value)}`]
    }),
  )
  return found.length === 0 ? {} : { unpriced: [...new Set(found)].join(', ') }
}

const longestName = 40

/** The value in letters that name something; it stands in a history, and may hold anything. */
function formatTermValue(value: unknown): string {
  return typeof value === 'string'
    ? value.slice(0, longestName).replaceAll(/[^\w.-]/g, '?')
    : 'of an unknown kind'
}
