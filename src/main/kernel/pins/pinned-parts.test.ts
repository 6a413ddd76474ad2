import { describe, expect, it } from 'vitest'
import { losslessMethod } from '../../methods/own/lossless/lossless.ts'
import { truncationMethod } from '../../methods/own/truncation/truncation.ts'
import { buildPinsFromSeeds } from '../testing/arbitrary-pins.ts'
import { conversationFor, runOn } from '../testing/run-on.ts'
import { answer, call, end, long, read, task } from '../testing/small-histories.ts'
import type { Pin } from './pin.ts'
const message = (messageIndex: number): Pin => ({ messageIndex, part: null })

describe('a part that comes back', () => {
  const history = [
    task,
    ...read('a', 'a.ts', long('a')),
    ...read('b', 'b.ts', long('b')),
    ...Array.from({ length: 6 }, () => end),
  ]
  const suppress = truncationMethod.presets.find(({ id }) => id === 'suppress')!.settings

  it('leaves other parts of its message as the provider made them', async () => {
    const two = [
      task,
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'x', input: { text: long('a') } },
          { type: 'tool_use', id: 'b', name: 'x', input: { text: long('b') } },
        ],
      },
      answer('a', long('one'), { type: 'tool_result', tool_use_id: 'b', content: long('two') }),
      ...Array.from({ length: 6 }, () => end),
    ]
    const source = conversationFor(two)
    const [pin] = buildPinsFromSeeds(source, [[2, 1]])
    const { condensed } = await runOn(truncationMethod, suppress, source, null, undefined, [pin!])
    const { content } = condensed!.conversation.messages[2]!
    expect(content[1]).toEqual(two[2]!.content[1])
    expect(content[0]).not.toEqual(two[2]!.content[0])
    expect(condensed!.provenance.messages[2]!.changes).toHaveLength(1)
  })

  it('is a pass of its own in the figures, which add up', async () => {
    const source = conversationFor(history)
    const without = await runOn(truncationMethod, suppress, source)
    const { summary } = await runOn(truncationMethod, suppress, source, null, undefined, [message(2)])
    const [made, pins] = summary.passes
    expect(made).toEqual({ ...without.summary.passes[0], durationMs: made?.durationMs })
    expect(pins).toMatchObject({
      id: 'pins',
      tokensBefore: made?.tokensAfter,
      tokensAfter: summary.stats.finalTokens,
      operations: { restored: 1 },
    })
    expect(summary.stats.finalTokens).toBeGreaterThan(without.summary.stats.finalTokens)
  })

  it('is the very message of the source where all of that is pinned', async () => {
    const source = conversationFor(history)
    const { condensed } = await runOn(truncationMethod, suppress, source, null, undefined, [message(2)])
    expect(condensed?.conversation.messages[2]).toBe(source.messages[2])
    expect(condensed?.provenance.messages[2]).toEqual({ sources: [2], changes: [] })
  })

  it('is no pass where nothing was taken away', async () => {
    const { summary } = await runOn(truncationMethod, suppress, conversationFor(history), null, undefined, [
      message(0),
    ])
    expect(summary.passes.map(({ id }) => id)).not.toContain('pins')
  })

  it('counts no longer as saved, be it reversibly or not', async () => {
    const repeats = [
      task,
      ...read('a', 'a.ts', long('a')),
      ...read('b', 'a.ts', long('a')),
      call('w', 'write_to_file', { path: 'b.ts', content: long('old') }),
      answer('w', 'done'),
      call('v', 'write_to_file', { path: 'b.ts', content: long('new') }),
      answer('v', 'done'),
      ...Array.from({ length: 6 }, () => end),
    ]
    const source = conversationFor(repeats)
    const fidelityWith = async (...pins: Pin[]) =>
      (await runOn(losslessMethod, {}, source, null, undefined, pins)).summary.fidelity
    const all = await fidelityWith()
    expect(all?.reversibleTokens).toBeGreaterThan(0)
    expect(all?.supersededTokens).toBeGreaterThan(0)
    expect(await fidelityWith(message(2))).toEqual({ ...all, reversibleTokens: 0 })
    expect(await fidelityWith(message(5))).toEqual({ ...all, supersededTokens: 0 })
  })
})
