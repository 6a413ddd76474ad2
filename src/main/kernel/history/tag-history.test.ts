import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { nativeMethod } from '../../methods/own/native/native.ts'
import { slidingWindowMethod } from '../../methods/own/sliding-window/sliding-window.ts'
import { hasRealHistories, realHistories } from '../testing/real-histories.ts'
import { conversationFor, runOn } from '../testing/run-on.ts'
import { buildEffectiveHistory } from './build-effective-history.ts'
import { tagHistory, untagHistory } from './tag-history.ts'

const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} ${'words '.repeat(60)}`,
    ts: 1000 + index * 10,
  }))

const hiding = [
  { name: 'native, current', provider: nativeMethod, settings: { flavour: 'current' } },
  { name: 'sliding window, tag', provider: slidingWindowMethod, settings: { variant: 'tag' } },
]

async function tagged(file: readonly Message[], { provider, settings }: (typeof hiding)[number]) {
  const { messages, fileIndices } = buildEffectiveHistory(file)
  const { condensed, summary } = await runOn(provider, settings, conversationFor(messages))
  if (condensed === null || condensed.tag === null) return { summary, stored: null, result: [], tag: null }
  const result = condensed.conversation.messages
  const stored = tagHistory(file, fileIndices, result, condensed.provenance, condensed.tag)
  return { summary, stored, result, tag: condensed.tag }
}

describe.each(hiding)('a history stored by $name', (provider) => {
  it('holds every message of its source, those that are gone with the tag, and shows the result', async () => {
    const file = talk(9)
    const { stored, result, tag } = await tagged(file, provider)
    expect(stored).toHaveLength(10)
    expect(buildEffectiveHistory(stored!).messages).toEqual(result)
    expect(untagHistory(stored!, tag!)).toEqual(file)
  })

  it('can be condensed again: what was hidden stays hidden, and nothing is hidden twice', async () => {
    const first = (await tagged(talk(9), provider)).stored!
    const later = [
      ...first,
      ...talk(8).map((message) => ({ ...message, content: `later ${message.content as string}` })),
    ]
    const again = await tagged(later, provider)
    const { messages } = buildEffectiveHistory(again.stored!)
    expect(messages).toEqual(again.result)
    expect(messages.length).toBeLessThan(buildEffectiveHistory(later).messages.length)
    const parents = again.stored!.flatMap((message) => message[again.tag!.parent] ?? [])
    expect(new Set(parents).size).toBe(2)
  })

  it.skipIf(!hasRealHistories).each(realHistories())('shows the result of $name', async ({ messages }) => {
    const { stored, result, tag, summary } = await tagged(messages, provider)
    expect(stored === null).toBe(summary.status !== 'condensed')
    if (stored === null) return
    expect(buildEffectiveHistory(stored).messages).toEqual(result)
    expect(untagHistory(stored, tag)).toEqual(messages)
  })
})

describe('the marker of the sliding window', () => {
  it('stands between what is hidden and what stays', async () => {
    const { stored } = await tagged(talk(9), hiding[1]!)
    expect(
      stored?.map((message) =>
        message.isTruncationMarker ? 'marker' : message.truncationParent ? 'hidden' : 'shown',
      ),
    ).toEqual(['shown', 'hidden', 'hidden', 'hidden', 'hidden', 'marker', 'shown', 'shown', 'shown', 'shown'])
  })
})
