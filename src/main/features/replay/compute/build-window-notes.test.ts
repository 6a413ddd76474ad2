import { describe, expect, it } from 'vitest'
import { withNoteText } from '../../../../shared/replay/words.ts'
import { buildRefusedNotes, buildWindowNotes } from './build-window-notes.ts'
import { replayRecorded } from './replay-recorded.ts'
import { prepareExample } from './testing/prepare-example.ts'
import { exampleTask } from './testing/replay-example.ts'

/** 8 requests of 6,000 to 13,000 tokens. */
const replay = replayRecorded(prepareExample(exampleTask()))

describe('the window of a policy', () => {
  it.each<[string, number, readonly (readonly [number, RegExp])[]]>([
    ['holds all', 13_000, []],
    ['holds less than the last requests', 10_500, [[5, /^3 of 8 requests do not fit .* 10,500 .* 13,000/]]],
    [
      'is one in which nothing is condensed',
      7_500,
      [
        [0, /under 8,000 tokens an agent truncates/],
        [2, /^6 of 8 requests/],
      ],
    ],
  ])('%s: %s', (_name, windowTokens, expected) => {
    const notes = buildWindowNotes(replay, windowTokens).map(withNoteText)
    expect(notes).toHaveLength(expected.length)
    expect(notes).toMatchObject(
      expected.map(([request, text]) => ({ request, text: expect.stringMatching(text) })),
    )
  })
})

describe('the windows of the models of a policy that never condenses', () => {
  it.each<[string, (request: number) => number | null, readonly (readonly [number, RegExp])[]]>([
    ['hold all', () => 13_000, []],
    ['are not known', () => null, []],
    [
      'hold less than the last requests',
      () => 10_500,
      [[5, /^3 of 8 requests .* 11,000 tokens in a window of 10,500/]],
    ],
    [
      'are those of several models',
      (request) => (request === 2 ? 7000 : null),
      [[2, /^1 of 8 requests .* 8,000 tokens in a window of 7,000/]],
    ],
  ])('%s', (_name, windowAt, expected) => {
    const windows = replay.requests.map(({ request }) => windowAt(request))
    const notes = buildRefusedNotes(replay, windows).map(withNoteText)
    expect(notes).toHaveLength(expected.length)
    expect(notes).toMatchObject(
      expected.map(([request, text]) => ({ request, text: expect.stringMatching(text) })),
    )
  })
})
