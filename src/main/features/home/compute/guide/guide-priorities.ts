import type { GuidePriority } from '../../../../../shared/home/guide-types.ts'

/**
 * What matters most, as the decision tree of the reference documents asks it, each end with what it names there and why.
 * The Choose page shows them beside what the measurement leads to; nothing is recommended by them.
 */
export const guidePriorities: readonly GuidePriority[] = [
  priority('simple', 'Simplicity', ['balanced', 'Native'], {
    speaksFor: ['Almost nothing to set up', 'Works right away', 'Good enough in time and size'],
  }),
  priority('no-loss', 'Losing nothing', ['no-loss', 'Lossless, strict'], {
    speaksFor: ['Keeps everything', 'Free'],
    against: ['Saves 20 to 40 % at best'],
  }),
  priority('speed', 'Speed', ['fast', 'Truncation'], {
    speaksFor: ['Done in under 100 ms', 'Free'],
    against: ['Loses a good deal of what tools returned'],
  }),
  priority('cost-some', 'The lowest cost, where a modest part is enough', ['free-careful', 'Lossless'], {
    speaksFor: ['Keeps all that still holds', 'Free'],
    against: ['Saves 20 to 40 % at best'],
  }),
  priority('cost-much', 'The lowest cost, where a large part has to go', ['free', 'Truncation'], {
    speaksFor: ['Done in under 100 ms', 'Free'],
    against: ['Loses a good deal of what tools returned'],
  }),
  priority('quality-paid', 'Quality, where it may cost money', ['careful', 'Smart, conservative'], {
    speaksFor: [
      'A model writes the summaries',
      'Several passes, each only as far as needed',
      'Falls back where a summary fails',
    ],
  }),
  priority(
    'quality-cheap',
    'Quality for as little as possible',
    ['free-careful', 'Pipeline: lossless, truncation, native'],
    {
      speaksFor: [
        'Free stages first, and often they are enough',
        'The model reads a history that is smaller already',
      ],
      against: ['Needs a target: without one every stage runs'],
    },
  ),
  priority('control', 'Control over every step', ['passes', 'Smart'], {
    speaksFor: ['Made of passes', 'Each kind of content treated on its own', 'Zones by age'],
    against: ['Takes some setting up'],
  }),
]

function priority(
  id: string,
  label: string,
  [wish, named]: readonly [wish: GuidePriority['wish'], named: string],
  { speaksFor, against = [] }: Readonly<{ speaksFor: string[]; against?: string[] }>,
): GuidePriority {
  return { id, label, wish, named, speaksFor, against }
}
