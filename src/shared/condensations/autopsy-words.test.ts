import { expect, it } from 'vitest'
import { describeAllLosses } from './autopsy-words.ts'

type Condensation = Parameters<typeof describeAllLosses>[0][number]

const one: Condensation = {
  unexamined: null,
  facts: { kept: 1, lost: 2, atRisk: 0 },
  rules: [
    { text: 'Never push.', state: 'lost' },
    { text: 'Use tabs.', state: 'kept' },
  ],
}
const kept: Condensation = { unexamined: null, facts: { kept: 1, lost: 0, atRisk: 2 }, rules: [] }
const unknown: Condensation = { ...kept, unexamined: 'no-summary' }

it.each<[readonly Condensation[], string]>([
  [[], ''],
  [[kept], ''],
  [[unknown], ''],
  [[one], 'Its condensation lost 1 of your 2 rules and 2 of 3 facts.'],
  [[{ ...one, rules: [] }], 'Its condensation lost 2 of 3 facts.'],
  [[one, one], 'Its 2 condensations lost 2 of your rules and 4 facts.'],
  [[one, unknown], 'Its 2 condensations lost at least 1 of your rules and 2 facts.'],
])('what %j lost is said in one sentence', (all, text) => expect(describeAllLosses(all)).toBe(text))
