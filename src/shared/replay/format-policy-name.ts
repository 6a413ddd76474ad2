import type { PolicyReplay } from './types.ts'

/** Providers whose policies Dewpoint names itself, by what they are called. */
const providerLabels: Readonly<Record<string, string>> = {
  native: 'Native',
  lossless: 'Lossless',
  smart: 'Smart',
  truncation: 'Truncation',
  'sliding-window': 'Sliding window',
}

/**
 * A policy as a person calls it: `Native at 78k tok` for an id that was made of its settings (`native-39`), with the window
 * where the id has it. An id that somebody chose stays as it is.
 */
export function formatPolicyName({ id, trigger }: Pick<PolicyReplay, 'id' | 'trigger'>): string {
  if (id === 'none') return 'Never condensing'
  if (id === 'recorded') return 'As recorded'
  const [, provider = '', window, number] =
    /^([a-z-]+?)(?:-(\d+[kM]))?-\d{1,3}(?:-(\d{1,2}))?$/.exec(id) ?? []
  const label = providerLabels[provider]
  if (label === undefined || trigger?.kind !== 'threshold' || trigger.tokens === null) return id
  const size = `${Math.round(trigger.tokens / 1000)}k`
  const of = window === undefined ? ' tok' : ` of ${window}`
  return `${label} at ${size}${of}${number === undefined ? '' : ` (${number})`}`
}
