import type {
  GuideReference,
  GuidePoint,
  GuideBranch,
  GuideLeaf,
  GuidePick,
} from '../../../shared/domain/guide.ts'
import { guideConstraints, guideScenarios, guideUsers } from './guide-cases.ts'
import { picks } from './guide-picks.ts'

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
