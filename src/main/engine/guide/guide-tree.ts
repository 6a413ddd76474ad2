import type { GuideBranch, GuideLeaf, GuidePick, GuideReference } from '../../../shared/domain/guide.ts'
import { picks } from './guide-picks.ts'

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
export const guideTree: GuideReference['tree'] = {
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
