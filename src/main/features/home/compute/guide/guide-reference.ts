import type {
  GuideCase,
  GuidePick,
  GuidePoint,
  GuideReference,
} from '../../../../../shared/home/guide-types.ts'
import { picks } from './guide-picks.ts'
import { guideTree } from './guide-tree.ts'

/** What to take in which situation. */
const guideScenarios: readonly GuideCase[] = [
  makeGuideCase(
    'standard',
    'balanced',
    'An ordinary conversation',
    [picks.native],
    ['Simple, effective, proven'],
  ),
  makeGuideCase(
    'tight-budget',
    'cheapest',
    'Little money for calls',
    [picks.truncation, picks.smartAggressive],
    ['Free, or nearly'],
    ['A strategy can decide by the estimate each time: Cost-aware'],
  ),
  makeGuideCase(
    'critical-quality',
    'careful',
    'Quality is critical',
    [picks.losslessConservative],
    ['Free and lossless first, then careful summaries'],
  ),
  makeGuideCase(
    'long',
    null,
    'A very long conversation',
    [picks.smartZones],
    ['Older zones fade step by step'],
  ),
  makeGuideCase(
    'local',
    'fast-free',
    'Development on one machine',
    [picks.truncation],
    ['Quick, and the same every time'],
  ),
  makeGuideCase(
    'production',
    'balanced',
    'Critical production',
    [picks.smartBalancedSafe, picks.qualityFirst],
    ['Robust, and adapts to what the target needs'],
    ['Both end in truncation where models fail, in the order that stands under Advanced in Condense'],
  ),
  makeGuideCase('prototype', 'balanced', 'Prototypes and tests', [picks.native], ['No setup']),
  makeGuideCase(
    'audit',
    'no-loss',
    'Compliance and audits',
    [picks.losslessStrict],
    ['Keeps everything, and can prove it'],
  ),
]

/** What meets a single hard limit. */
const guideConstraints: readonly GuideCase[] = [
  makeGuideCase(
    'latency',
    'fast',
    'Under 100 ms',
    [picks.truncation, picks.lossless],
    ['Both work on this machine'],
    ['Lossless itself is stated at 200 to 500 ms: it depends on the size of the history'],
  ),
  makeGuideCase(
    'cost',
    'free',
    'Under $0.001',
    [picks.losslessTruncation],
    ['Truncation with lossless before it: neither calls a model'],
  ),
  makeGuideCase(
    'reduction',
    null,
    'More than 80 % saved',
    [picks.smartAggressive, picks.truncation],
    ['The only ones that save this much'],
    ['Truncation saved 51 % at the median of 16 real tasks, 76 % and more in a quarter of them'],
  ),
  makeGuideCase(
    'no-loss',
    'no-loss',
    'No loss at all',
    [picks.losslessStrict],
    ['The only one that loses nothing'],
  ),
  makeGuideCase(
    'quality',
    'careful',
    'More than 80 % quality',
    [picks.smartConservative],
    ['The gentlest of those that save much'],
  ),
  makeGuideCase(
    'tenants',
    'passes',
    'Several tenants',
    [picks.smart],
    ['A configuration for each: keep one preset of your own per tenant'],
  ),
]

/** What suits whom. */
export const guideUsers: readonly GuideCase[] = [
  makeGuideCase(
    'solo',
    'balanced',
    'Someone who works alone',
    [picks.native],
    ['Almost nothing to set up', 'Fast and good enough for one person', 'Under $1 a month'],
    ['Instead: Truncation, for local work that has to be repeatable'],
  ),
  makeGuideCase(
    'startup',
    'cheapest',
    'A young team',
    [picks.nativeProfile],
    ['Cost and quality in balance', 'Easy to keep running', 'About 90 % cheaper than the agent’s own model'],
    [
      'First, under Profiles: give a small model such as gpt-4o-mini the condensing role and a threshold of 80 %. The button uses whatever has that role',
      'Instead: Smart, balanced, where more is to be tuned',
    ],
  ),
  makeGuideCase(
    'enterprise',
    'balanced',
    'A company in production',
    [picks.smartProduction],
    [
      'Robust: several levels to fall back on, truncation the last',
      'Every pass is measured',
      'Cost under control: a model is called only above 45,000 tokens',
      'Quality follows the need',
    ],
    [
      'What it sets: lossless first, then cuts always, a model only above 45,000 tokens, hard cuts only where more than 35,000 are left',
      'Watch in the Monitor: cost of each, 95th percentile of time, reduction, quality, failures',
    ],
  ),
  makeGuideCase(
    'research',
    'no-loss',
    'Research and compliance',
    [picks.losslessStrict],
    ['Nothing is lost', 'Every step can be traced', 'The same result every time', 'Free'],
    ['Where it saves too little, archive the whole history beside it'],
  ),
]

/**
 * The design’s two charts as data: quality and cost as they are drawn there, reduction from its tables, because the
 * drawing puts lossless at over 90 % where the table says 20 to 40. Truncation has what was measured instead of the 80 to
 * 90 % of the table: the quartiles of `npm run bench -- reductions`.
 */
const guidePoints: readonly GuidePoint[] = [
  {
    id: 'lossless',
    label: 'Lossless',
    providerId: 'lossless',
    reductionPercent: { low: 20, high: 40 },
    qualityPercent: 95,
    costUsd: 0,
  },
  {
    id: 'smart-quality',
    label: 'Smart, quality',
    providerId: 'smart',
    reductionPercent: { low: 60, high: 70 },
    qualityPercent: 75,
    costUsd: 0.03,
  },
  {
    id: 'native',
    label: 'Native',
    providerId: 'native',
    reductionPercent: { low: 40, high: 60 },
    qualityPercent: 55,
    costUsd: 0.07,
  },
  {
    id: 'native-profile',
    label: 'Native, cheap model',
    providerId: 'native',
    reductionPercent: { low: 40, high: 60 },
    qualityPercent: null,
    costUsd: 0.01,
  },
  {
    id: 'smart-aggressive',
    label: 'Smart, aggressive',
    providerId: 'smart',
    reductionPercent: { low: 85, high: 95 },
    qualityPercent: 35,
    costUsd: 0,
  },
  {
    id: 'truncation',
    label: 'Truncation',
    providerId: 'truncation',
    reductionPercent: { low: 3, high: 76 },
    qualityPercent: 15,
    costUsd: 0,
  },
]

/** Everything in the guide besides questions and matrix. */
export const guideReference: GuideReference = {
  tree: guideTree,
  points: [...guidePoints],
  scenarios: [...guideScenarios],
  constraints: [...guideConstraints],
  users: [...guideUsers],
}

function makeGuideCase(
  id: string,
  wish: GuideCase['wish'],
  label: string,
  chosen: readonly GuidePick[],
  reasons: readonly string[],
  notes: readonly string[] = [],
): GuideCase {
  return { id, label, wish, picks: [...chosen], reasons: [...reasons], notes: [...notes] }
}
