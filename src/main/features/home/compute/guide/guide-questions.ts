import type { GuideAnswer, GuideQuestion } from '../../../../../shared/home/guide-types.ts'

/** Answers in their order, lettered from A. */
function makeGuideAnswers(entries: readonly (readonly [id: string, label: string, upTo: number | null])[]) {
  return entries.map(([id, label, upTo], index): GuideAnswer => {
    return { id, letter: String.fromCharCode(65 + index), label, upTo }
  })
}

/** What one condensation may cost, how long it may take, what it may lose, and how much is to be set up. */
export const guideQuestions: readonly GuideQuestion[] = [
  {
    id: 'budget',
    title: 'Budget',
    text: 'What may one condensation cost in calls of a model?',
    unit: 'usd',
    answers: makeGuideAnswers([
      ['open', 'More than $0.05, or no limit', null],
      ['cents', 'Up to $0.05', 0.05],
      ['fraction', 'Up to $0.01', 0.01],
      ['free', 'Nothing: $0', 0],
    ]),
  },
  {
    id: 'latency',
    title: 'Latency',
    text: 'How long may it take?',
    unit: 'ms',
    answers: makeGuideAnswers([
      ['100ms', 'Under 100 ms, in real time', 100],
      ['500ms', 'Under 500 ms, while I wait', 500],
      ['2s', 'Under 2 s', 2000],
      ['10s', 'Under 10 s, as a batch', 10_000],
      ['any', 'Longer, in the background', null],
    ]),
  },
  {
    id: 'loss',
    title: 'Loss',
    text: 'How much of what is used next may be lost?',
    unit: 'percent',
    answers: makeGuideAnswers([
      ['none', 'Nothing at all: it can be put back', 0],
      ['10%', 'Under 10 %: it is critical', 10],
      ['30%', 'Under 30 %: it is important', 30],
      ['50%', 'Under 50 %: that is acceptable', 50],
      ['any', 'More: it hardly matters', null],
    ]),
  },
  {
    id: 'config',
    title: 'Configuration',
    text: 'How much do you want to set up?',
    unit: null,
    answers: makeGuideAnswers([
      ['none', 'Nothing: the defaults', null],
      ['presets', 'Choose a preset', null],
      ['some', 'A few settings', null],
      ['custom', 'My own passes', null],
      ['per-message', 'Every single message', null],
    ]),
  },
]
