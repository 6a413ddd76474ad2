import type { ServiceTerms } from '../../../shared/kernel/usage.ts'
import { isRecord, toTextOrNull, type Fields } from '../json/fields.ts'
import { readAnswerMessage } from '../pi/sending.ts'
import type { TreeEntry } from '../pi/tree.ts'
import { readAskedTerms } from '../usage/read-service-terms.ts'

const families = ['openai', 'anthropic', 'google'] as const
type Tiers = Readonly<Partial<Record<(typeof families)[number], string>>>

/**
 * Tells how answers asked to be served: a tier for each family of models holds on a branch until it is changed
 * (`service_tier_change`, oh-my-pi 18.2). What the server granted is not recorded.
 */
export function readServiceTiers(entries: readonly TreeEntry[]): (answer: TreeEntry) => ServiceTerms {
  const inForce = new Map<TreeEntry, Tiers>()
  for (const entry of entries) {
    const before = entry.parent === null ? {} : (inForce.get(entry.parent) ?? {})
    const isChange = entry.type === 'service_tier_change'
    inForce.set(entry, isChange ? readTiers(entry.value['serviceTier']) : before)
  }
  return (answer) => {
    const message = readAnswerMessage(answer)
    const family = message === null ? null : findFamily(message)
    const tier = family === null ? undefined : inForce.get(answer)?.[family]
    if (family !== 'anthropic') return readAskedTerms({ service_tier: tier })
    // Anthropic itself takes it for fast mode, and nobody else takes it at all.
    return tier === 'priority' && message?.['provider'] === 'anthropic' ? { speed: 'fast' } : {}
  }
}

/** Older versions have one word for all families, or for one of them. */
function readTiers(value: unknown): Tiers {
  if (isRecord(value))
    return Object.fromEntries(
      families.flatMap((family) => {
        const tier = toTextOrNull(value[family])
        return tier === null ? [] : [[family, tier]]
      }),
    )
  switch (value) {
    case 'priority':
      return { openai: value, anthropic: value, google: value }
    case 'openai-only':
      return { openai: 'priority' }
    case 'claude-only':
      return { anthropic: 'priority' }
    default:
      return typeof value === 'string' ? { openai: value } : {}
  }
}

function findFamily({ provider, api, model }: Fields): keyof Tiers | null {
  if (provider === 'openai' || provider === 'openai-codex') return 'openai'
  if (api === 'anthropic-messages') return 'anthropic'
  if (provider === 'google' || provider === 'google-vertex') return 'google'
  const isOpenAi = /^(?:openai\/)?(?:gpt-|o\d)/.test(toTextOrNull(model) ?? '')
  const takesTier = provider !== 'fireworks' && provider !== 'github-copilot'
  return isOpenAi && takesTier && String(api).startsWith('openai-') ? 'openai' : null
}
