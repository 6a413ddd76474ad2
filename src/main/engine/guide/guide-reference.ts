import type {
  GuideReference,
  GuidePoint,
  GuideBranch,
  GuideLeaf,
  GuidePick,
  GuideCase,
} from '../../../shared/domain/guide.ts'
import { picks } from './guide-picks.ts'

/** What to take in which situation. */
const guideScenarios: readonly GuideCase[] = [
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
const guideConstraints: readonly GuideCase[] = [
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

const losslessLeaf = leaf(
  picks.lossless,
  ['Keeps all that still holds', 'Free'],
  ['Saves 20 to 40 % at best'],
)

const truncationLeaf = leaf(
  picks.truncation,
  ['Done in under 100 ms', 'Free'],
  ['Loses a good deal of what tools returned'],
)

/** The decision tree: one priority first, then what it depends on. */
const guideTree: GuideReference['tree'] = {
  question: 'What matters most?',
  branches: [
    end(
      'simple',
      'That it is simple',
      leaf(picks.native, ['Next to nothing to set up', 'Works at once', 'Good enough in time and size']),
    ),
    end(
      'no-loss',
      'That nothing is lost',
      leaf(picks.losslessStrict, ['Keeps everything', 'Free'], ['Saves 20 to 40 % at best']),
    ),
    end('speed', 'Speed', truncationLeaf),
    fork('cost', 'That it costs as little as possible', 'How much has to go?', [
      end('cost-some', 'A modest part is enough', losslessLeaf),
      end('cost-much', 'A large part', truncationLeaf),
    ]),
    fork('quality', 'The quality of what is left', 'May it cost something?', [
      end(
        'quality-paid',
        'Yes',
        leaf(picks.smartConservative, [
          'A model writes the summaries',
          'Several passes, each only as far as needed',
          'Falls back where a summary fails',
        ]),
      ),
      end(
        'quality-cheap',
        'As little as possible',
        leaf(
          picks.pipeline,
          [
            'Free stages first, and often they are enough',
            'The model reads a history that is smaller already',
          ],
          ['Needs a target: without one every stage runs'],
        ),
      ),
    ]),
    end(
      'control',
      'Control over every step',
      leaf(
        picks.smart,
        ['Made of passes', 'Each kind of content treated on its own', 'Zones by age'],
        ['Takes some setting up'],
      ),
    ),
  ],
}

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

function leaf(pick: GuidePick, speaksFor: readonly string[], against: readonly string[] = []): GuideLeaf {
  return {
    pick,
    points: [
      ...speaksFor.map((text) => ({ tone: 'for' as const, text })),
      ...against.map((text) => ({ tone: 'against' as const, text })),
    ],
  }
}

function end(id: string, label: string, last: GuideLeaf): GuideBranch {
  return { id, label, leaf: last, question: '', branches: [] }
}

function fork(id: string, label: string, question: string, branches: readonly GuideBranch[]): GuideBranch {
  return { id, label, leaf: null, question, branches }
}

function situation(
  id: string,
  label: string,
  chosen: readonly GuidePick[],
  reasons: readonly string[],
  notes: readonly string[] = [],
): GuideCase {
  return { id, label, picks: [...chosen], reasons: [...reasons], notes: [...notes] }
}
