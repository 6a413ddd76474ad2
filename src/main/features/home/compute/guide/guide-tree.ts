import type {
  GuideBranch,
  GuideLeaf,
  GuidePick,
  GuideReference,
} from '../../../../../shared/home/guide-types.ts'
import { picks } from './guide-picks.ts'

const losslessLeaf = makeLeaf(
  picks.lossless,
  'free-careful',
  ['Keeps all that still holds', 'Free'],
  ['Saves 20 to 40 % at best'],
)

const makeTruncationLeaf = (wish: GuideLeaf['wish']): GuideLeaf =>
  makeLeaf(
    picks.truncation,
    wish,
    ['Done in under 100 ms', 'Free'],
    ['Loses a good deal of what tools returned'],
  )

/** The decision tree: one priority first, then what it depends on. */
export const guideTree: GuideReference['tree'] = {
  question: 'What matters most?',
  branches: [
    makeEndBranch(
      'simple',
      'Simplicity',
      makeLeaf(picks.native, 'balanced', [
        'Almost nothing to set up',
        'Works right away',
        'Good enough in time and size',
      ]),
    ),
    makeEndBranch(
      'no-loss',
      'Losing nothing',
      makeLeaf(picks.losslessStrict, 'no-loss', ['Keeps everything', 'Free'], ['Saves 20 to 40 % at best']),
    ),
    makeEndBranch('speed', 'Speed', makeTruncationLeaf('fast')),
    fork('cost', 'The lowest cost', 'How much has to be saved?', [
      makeEndBranch('cost-some', 'A modest part is enough', losslessLeaf),
      makeEndBranch('cost-much', 'A large part', makeTruncationLeaf('free')),
    ]),
    fork('quality', 'Quality of the result', 'May it cost money?', [
      makeEndBranch(
        'quality-paid',
        'Yes',
        makeLeaf(picks.smartConservative, 'careful', [
          'A model writes the summaries',
          'Several passes, each only as far as needed',
          'Falls back where a summary fails',
        ]),
      ),
      makeEndBranch(
        'quality-cheap',
        'As little as possible',
        makeLeaf(
          picks.pipeline,
          'free-careful',
          [
            'Free stages first, and often they are enough',
            'The model reads a history that is smaller already',
          ],
          ['Needs a target: without one every stage runs'],
        ),
      ),
    ]),
    makeEndBranch(
      'control',
      'Control over every step',
      makeLeaf(
        picks.smart,
        'passes',
        ['Made of passes', 'Each kind of content treated on its own', 'Zones by age'],
        ['Takes some setting up'],
      ),
    ),
  ],
}

function makeLeaf(
  pick: GuidePick,
  wish: GuideLeaf['wish'],
  speaksFor: readonly string[],
  against: readonly string[] = [],
): GuideLeaf {
  return {
    pick,
    wish,
    points: [
      ...speaksFor.map((text) => ({ tone: 'for' as const, text })),
      ...against.map((text) => ({ tone: 'against' as const, text })),
    ],
  }
}

function makeEndBranch(id: string, label: string, last: GuideLeaf): GuideBranch {
  return { id, label, leaf: last, question: '', branches: [] }
}

function fork(id: string, label: string, question: string, branches: readonly GuideBranch[]): GuideBranch {
  return { id, label, leaf: null, question, branches }
}
