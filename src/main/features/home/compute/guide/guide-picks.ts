import type { GuidePick } from '../../../../../shared/home/guide-types.ts'
import { settingsSchema, type Settings } from '../../../../../shared/methods/provider-types.ts'
import type { Pass } from '../../../../../shared/methods/smart-pass-types.ts'
import { extractiveProfileId } from '../../../../../shared/models/model-profile-types.ts'

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

/**
 * Zones that are always cut, the older the more; a model only above 45,000 tokens; old tool content out only where that
 * still leaves more than 35,000. The thresholds are those of smart's balanced preset.
 */
const passes: readonly Pass[] = [
  makePass('zone-old', 'Old: cut short', 30, {
    toolParameters: cut({ maxChars: 120 }),
    toolResults: cut({ maxLines: 6 }),
  }),
  makePass('zone-medium', 'Medium: cut lightly', 10, {
    toolParameters: keep,
    toolResults: cut({ maxLines: 15 }),
  }),
  makePass(
    'llm-selective',
    'Summaries of tool results',
    10,
    { toolParameters: keep, toolResults: summary },
    45_000,
  ),
  makePass(
    'last-resort',
    'Remove old tool content',
    15,
    { toolParameters: suppress, toolResults: suppress },
    35_000,
  ),
]

/** Settings of smart for a company in production, over those of its multi-zone preset. */
const productionSettings: Settings = settingsSchema.parse({
  losslessPrelude: { enabled: true },
  passes,
})

function pick(providerId: string, presetId: string | null, label: string): GuidePick {
  return { providerId, presetId, profileId: null, label }
}

/** The pipeline with steps of its own; it stops at the target. */
function makePipelinePick(label: string, steps: readonly Readonly<Record<string, string>>[]): GuidePick {
  return { ...pick('pipeline', null, label), settings: { steps: steps.map((step) => ({ ...step })) } }
}

/** Everything that the guide names, once: what Condense is filled with, and what it is called. */
export const picks = {
  native: pick('native', null, 'Native'),
  nativeProfile: pick('native', null, 'Native with a cheap model'),
  nativeExtractive: {
    ...pick('native', null, 'Native with the extractive model'),
    profileId: extractiveProfileId,
  },
  lossless: pick('lossless', null, 'Lossless'),
  losslessStrict: pick('lossless', 'strict', 'Lossless, strict'),
  truncation: pick('truncation', null, 'Truncation'),
  truncationBalanced: pick('truncation', 'balanced', 'Truncation, balanced'),
  truncationSuppress: pick('truncation', 'suppress', 'Truncation, suppress'),
  smart: pick('smart', null, 'Smart'),
  smartConservative: pick('smart', 'conservative', 'Smart, conservative'),
  smartBalanced: pick('smart', 'balanced', 'Smart, balanced'),
  smartBalancedSafe: {
    ...pick('smart', 'balanced', 'Smart, balanced, then truncation'),
    fallback: ['truncation'],
  },
  smartProduction: {
    ...pick('smart', 'multi-zone', 'Smart, zones in levels, then truncation'),
    settings: productionSettings,
    fallback: ['truncation'],
  },
  smartAggressive: pick('smart', 'aggressive', 'Smart, aggressive'),
  smartZones: pick('smart', 'multi-zone', 'Smart, multi-zone'),
  pipeline: pick('pipeline', null, 'Pipeline: lossless, truncation, native'),
  losslessNative: makePipelinePick('Pipeline: lossless, native', [
    { providerId: 'lossless' },
    { providerId: 'native' },
  ]),
  losslessTruncation: makePipelinePick('Pipeline: lossless, truncation', [
    { providerId: 'lossless' },
    { providerId: 'truncation' },
  ]),
  losslessConservative: makePipelinePick('Pipeline: lossless, smart conservative', [
    { providerId: 'lossless' },
    { providerId: 'smart', presetId: 'conservative' },
  ]),
  qualityFirst: pick('quality-first', null, 'Quality first'),
} as const satisfies Readonly<Record<string, GuidePick>>

/** Name of a pick inside the guide. */
export type PickName = keyof typeof picks

/** Beyond the last so many messages; where a threshold is given, only while the context is above it. */
function makePass(
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
