import type { GuideCase, GuidePick } from '../../../shared/domain/guide.ts'
import { picks } from './guide-picks.ts'

function situation(
  id: string,
  label: string,
  chosen: readonly GuidePick[],
  reasons: readonly string[],
  notes: readonly string[] = [],
): GuideCase {
  return { id, label, picks: [...chosen], reasons: [...reasons], notes: [...notes] }
}

/** What to take in which situation. */
export const guideScenarios: readonly GuideCase[] = [
  situation('standard', 'An ordinary conversation', [picks.native], ['Simple, effective, proven']),
  situation(
    'tight-budget',
    'Little money for calls',
    [picks.truncation, picks.smartAggressive],
    ['Free, or nearly'],
    ['A strategy can decide by the estimate each time: Cost-aware'],
  ),
  situation(
    'critical-quality',
    'Quality is critical',
    [picks.losslessConservative],
    ['First what costs nothing and loses nothing, then careful summaries'],
  ),
  situation('long', 'A very long conversation', [picks.smartZones], ['Older zones fade step by step']),
  situation('local', 'Development on one machine', [picks.truncation], ['Quick, and the same every time']),
  situation(
    'production',
    'Critical production',
    [picks.smartBalancedSafe, picks.qualityFirst],
    ['Robust, and adapts to what the target needs'],
    ['Both end in truncation where models fail; the order stands under Advanced in Condense'],
  ),
  situation('prototype', 'Prototypes and tests', [picks.native], ['Set up already']),
  situation('audit', 'Compliance and audits', [picks.losslessStrict], ['Keeps everything, and can prove it']),
]

/** What meets a single hard limit. */
export const guideConstraints: readonly GuideCase[] = [
  situation(
    'latency',
    'Under 100 ms',
    [picks.truncation, picks.lossless],
    ['Both work on this machine'],
    ['Lossless itself is stated at 200 to 500 ms: it depends on the size of the history'],
  ),
  situation(
    'cost',
    'Under $0.001',
    [picks.losslessTruncation],
    ['Truncation with lossless before it: neither asks a model'],
  ),
  situation(
    'reduction',
    'More than 80 % saved',
    [picks.smartAggressive, picks.truncation],
    ['The only ones that go so far'],
    ['Truncation saved 51 % at the median of 16 real tasks, 76 % and more in a quarter of them'],
  ),
  situation('no-loss', 'No loss at all', [picks.losslessStrict], ['The only one that loses nothing']),
  situation(
    'quality',
    'More than 80 % quality',
    [picks.smartConservative],
    ['The gentlest of those that save much'],
  ),
  situation(
    'tenants',
    'Several tenants',
    [picks.smart],
    ['A configuration for each: keep one preset of your own per tenant'],
  ),
]

/** What suits whom. */
export const guideUsers: readonly GuideCase[] = [
  situation(
    'solo',
    'Someone who works alone',
    [picks.native],
    ['Next to nothing to set up', 'Fast and good enough for one person', 'Under $1 a month'],
    ['Instead: Truncation, for local work that has to be repeatable'],
  ),
  situation(
    'startup',
    'A young team',
    [picks.nativeProfile],
    ['Cost and quality in balance', 'Easy to keep running', 'About 90 % cheaper than the agent’s own model'],
    [
      'First, under Profiles: give a small model such as gpt-4o-mini the condensing role and a threshold of 80 %. The button uses whatever has that role',
      'Instead: Smart, balanced, where more is to be tuned',
    ],
  ),
  situation(
    'enterprise',
    'A company in production',
    [picks.smartProduction],
    [
      'Robust: several levels to fall back on, truncation the last',
      'Every pass is measured',
      'Cost under control: a model is asked above 45,000 tokens only',
      'Quality follows the need',
    ],
    [
      'What it sets: lossless first, then cuts always, a model only above 45,000 tokens, hard cuts only where more than 35,000 are left',
      'Watch in the Monitor: cost of each, 95th percentile of time, reduction, quality, failures',
    ],
  ),
  situation(
    'research',
    'Research and compliance',
    [picks.losslessStrict],
    ['Nothing is lost', 'Every step can be traced', 'The same result every time', 'Free'],
    ['Where it saves too little, archive the whole history beside it'],
  ),
]
