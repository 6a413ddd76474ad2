import { describe, expect, it } from 'vitest'
import {
  selectLines,
  buildModelSegments,
  splitLines,
  buildAgentLine,
  buildSegmentLines,
  buildWindowLines,
} from './build-window-lines.ts'
import { placeLines, plotFrame } from './window-labels.ts'

type Condensation = NonNullable<Parameters<typeof buildWindowLines>[0]['condensation']>
const condensation = (trigger: Partial<Condensation['trigger']>, threshold = 75): Condensation => ({
  trigger: { tokens: 150_000, action: 'condense', by: 'threshold', ...trigger },
  threshold,
  reserved: 8192,
})
const plain = (text: string): string => text.replaceAll('\u202f', ' ')

describe('the lines of the window', () => {
  it.each([
    ['Dewpoint’s policy condenses at 150,000 tok: 75 %', 150_000, condensation({})],
    [
      'Dewpoint’s policy condenses at 171,808 tok: 90 % − 8,192 reserved',
      171_808,
      condensation({ tokens: 171_808, by: 'allowed' }, 100),
    ],
    [
      'Dewpoint’s policy slides at 171,808 tok: 90 % − 8,192 reserved',
      171_808,
      condensation({ tokens: 171_808, by: 'allowed', action: 'truncate' }),
    ],
    [
      'Dewpoint’s policy condenses at once: 90 % − 8,192 reserved is nothing',
      0,
      condensation({ tokens: 0, by: 'allowed' }),
    ],
  ])('say %j at %d', (label, tokens, one) => {
    const lines = buildWindowLines({ windowTokens: 200_000, ownerName: null, condensation: one })
    expect(lines.map((line) => [line.kind, line.tokens, plain(line.label)])).toEqual([
      ['trigger', tokens, label],
      ['window', 200_000, 'window 200,000 tok'],
    ])
  })

  it('name whose window it is, and wait for what is not known', () => {
    const lines = buildWindowLines({ windowTokens: 200_000, ownerName: 'claude', condensation: null })
    expect(lines.map(({ label }) => plain(label))).toEqual(['window 200,000 tok of claude'])
    expect(buildWindowLines({ windowTokens: null, ownerName: null, condensation: condensation({}) })).toEqual(
      [],
    )
  })

  it('say at which size the agent itself condensed, beside the policy of Dewpoint', () => {
    const marker = (tokensBefore: number | null) => ({ kind: 'condensation' as const, tokensBefore })
    expect(buildAgentLine([marker(null)], 'claude-code')).toBeNull()
    const twice = buildAgentLine([marker(155_830), marker(156_822), marker(null)], 'claude-code')
    expect([twice?.tokens, twice?.label]).toEqual([
      156_326,
      'Claude Code condensed at about 156k (recorded twice)',
    ])
    expect(buildAgentLine([marker(90_000)], null)?.label).toBe(
      'The agent condensed at about 90k (recorded once)',
    )
  })

  it('are named at the edge where they would press the data flat', () => {
    const lines = buildWindowLines({
      windowTokens: 200_000,
      ownerName: null,
      condensation: condensation({ tokens: 100_000 }),
    })
    const at = (peak: number) => splitLines(lines, peak).drawn.map(({ id }) => id)
    expect([at(10_000), at(60_000), at(150_000), at(0)]).toEqual([[], ['trigger'], ['trigger', 'window'], []])
    expect(splitLines(lines, 10_000).above).toEqual(lines)
  })
})

describe('the lines of a task with several models', () => {
  const windows = new Map([
    ['big', { tokens: 200_000, trigger: condensation({}) }],
    ['small', { tokens: 32_000, trigger: condensation({ tokens: 20_000, by: 'allowed' }) }],
  ])
  const segments = buildModelSegments(
    [
      { fromMessage: 0, model: 'big' },
      { fromMessage: 4, model: 'small' },
      { fromMessage: 6, model: 'unknown' },
      { fromMessage: 9, model: null },
    ],
    12,
    (model) => windows.get(model) ?? null,
  )

  it('are those of each model over its own messages, none where the window is not known', () => {
    expect(buildSegmentLines(segments).map(({ kind, tokens, span }) => [kind, tokens, span])).toEqual([
      ['trigger', 150_000, { from: 0, to: 4 }],
      ['window', 200_000, { from: 0, to: 4 }],
      ['trigger', 20_000, { from: 4, to: 6 }],
      ['window', 32_000, { from: 4, to: 6 }],
    ])
  })

  it('stand where their messages are, with a step from one to the next', () => {
    const lines = selectLines(buildSegmentLines(segments), { from: 3, to: 8 })
    const place = (index: number): number => 100 * index - 200
    const placed = placeLines(lines, { place }, 1000, (tokens) => tokens / 1000)
    expect(placed.map(({ kind, from, to, y, fromY }) => [kind, from, to, y, fromY])).toEqual([
      ['trigger', plotFrame.left, 200, 150, null],
      ['window', plotFrame.left, 200, 200, null],
      ['trigger', 200, 400, 20, 150],
      ['window', 200, 400, 32, 200],
    ])
    expect(selectLines(lines, { from: 6, to: 8 })).toEqual([])
  })
})
