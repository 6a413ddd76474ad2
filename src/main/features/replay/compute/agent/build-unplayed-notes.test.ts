import { expect, it } from 'vitest'
import { withNoteText } from '../../../../../shared/replay/words.ts'
import { prepareExample } from '../testing/prepare-example.ts'
import { exampleTask } from '../testing/replay-example.ts'
import { buildUnplayedNotes } from './build-unplayed-notes.ts'

const { steps } = prepareExample(exampleTask())
const condensation = { kind: 'condensation' as const }
const played = {
  steps: steps.map((step, index) =>
    index === 5
      ? {
          ...step,
          ownCondensations: [{ ...condensation, costUsd: 0.1, change: 'deleted' as const }],
        }
      : step,
  ),
}
const at = (request: number | null) => ({ ...condensation, request, isDeleting: true })
const cut = { kind: 'truncation' as const, request: 2, isDeleting: false }

it('says how often the agent condensed where that cannot be played', () => {
  expect(buildUnplayedNotes({ steps }, [at(2), at(4)]).map(withNoteText)).toMatchObject([
    {
      request: 0,
      text: 'The agent condensed 2 times, before requests 2, 4, and none of that can be played, so its cost is in no figure here. It is not judged: the agent deleted what it condensed.',
    },
  ])
})

it.each([
  ['some of it is played', [at(2), at(5)], /2 times, before request 2, and 1 of that cannot be played/],
  ['nothing says where', [at(null)], /^The agent condensed 1 time, and (?:none|1) of that can/],
] as const)('says so where %s', (_name, firings, text) => {
  const task = firings.length === 1 ? { steps } : played
  expect(buildUnplayedNotes(task, firings).map(withNoteText)[0]?.text).toMatch(text)
})

it('says nothing where all of it is played, or there was none', () => {
  expect(buildUnplayedNotes(played, [at(5)])).toEqual([])
  expect(buildUnplayedNotes({ steps }, [])).toEqual([])
})

it('blames no deletion for what is in the file, and knows truncations', () => {
  const [condensed, truncated] = buildUnplayedNotes({ steps }, [{ ...at(0), isDeleting: false }, cut]).map(
    withNoteText,
  )
  expect(condensed?.text).toMatch(/no figure here\. It is not judged\.$/)
  expect(truncated?.text).toBe(
    'The agent truncated 1 time, before request 2, and none of that can be played or judged.',
  )
})
