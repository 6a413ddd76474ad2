import { extractiveProfileId } from '../../../shared/domain/model-profile.ts'
import type { GuidePick } from '../../../shared/domain/guide.ts'
import { productionSettings } from './production-passes.ts'

function pick(providerId: string, presetId: string | null, label: string): GuidePick {
  return { providerId, presetId, profileId: null, label }
}

/** The pipeline with steps of its own; it stops at the target. */
function pipeline(label: string, steps: readonly Readonly<Record<string, string>>[]): GuidePick {
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
  losslessNative: pipeline('Pipeline: lossless, native', [
    { providerId: 'lossless' },
    { providerId: 'native' },
  ]),
  losslessTruncation: pipeline('Pipeline: lossless, truncation', [
    { providerId: 'lossless' },
    { providerId: 'truncation' },
  ]),
  losslessConservative: pipeline('Pipeline: lossless, smart conservative', [
    { providerId: 'lossless' },
    { providerId: 'smart', presetId: 'conservative' },
  ]),
  qualityFirst: pick('quality-first', null, 'Quality first'),
} as const satisfies Readonly<Record<string, GuidePick>>

/** Name of a pick inside the guide. */
export type PickName = keyof typeof picks
