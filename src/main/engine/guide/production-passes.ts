import { settingsSchema, type Settings } from '../../../shared/domain/provider.ts'
import type { Pass } from '../../../shared/domain/smart-pass.ts'

type Defaults = Extract<Pass, { mode: 'individual' }>['individualConfig']['defaults']
type Truncate = { readonly maxLines: number } | { readonly maxChars: number }

const keep = { operation: 'keep' } as const
const suppress = { operation: 'suppress' } as const
const cut = (limit: Truncate) =>
  ({ operation: 'truncate', params: { truncate: { ...limit, addEllipsis: true } } }) as const
const summary = {
  operation: 'summarize',
  params: { summarize: { maxTokens: 100, minTokens: 100 } },
} as const

/** Beyond the last so many messages; where a threshold is given, only while the context is above it. */
function pass(
  id: string,
  name: string,
  keepRecentCount: number,
  defaults: Omit<Defaults, 'messageText'>,
  tokenThreshold?: number,
): Pass {
  return {
    id,
    name,
    selection: { type: 'preserve_recent', keepRecentCount },
    mode: 'individual',
    individualConfig: { defaults: { messageText: keep, ...defaults } },
    execution:
      tokenThreshold === undefined
        ? { type: 'always' }
        : { type: 'conditional', condition: { tokenThreshold } },
  }
}

/**
 * Zones that are always cut, the older the more; a model only above 45,000 tokens; old tool content out only where that
 * still leaves more than 35,000. The thresholds are those of smart's balanced preset.
 */
const passes: readonly Pass[] = [
  pass('zone-old', 'Old: cut short', 30, {
    toolParameters: cut({ maxChars: 120 }),
    toolResults: cut({ maxLines: 6 }),
  }),
  pass('zone-medium', 'Medium: cut lightly', 10, {
    toolParameters: keep,
    toolResults: cut({ maxLines: 15 }),
  }),
  pass(
    'llm-selective',
    'Summaries of tool results',
    10,
    { toolParameters: keep, toolResults: summary },
    45_000,
  ),
  pass(
    'last-resort',
    'Take old tool content out',
    15,
    { toolParameters: suppress, toolResults: suppress },
    35_000,
  ),
]

/** Settings of smart for a company in production, over those of its multi-zone preset. */
export const productionSettings: Settings = settingsSchema.parse({
  losslessPrelude: { enabled: true },
  passes,
})
