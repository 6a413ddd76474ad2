import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { nativeMethod } from '../../methods/own/native/native.ts'
import { slidingWindowMethod } from '../../methods/own/sliding-window/sliding-window.ts'
import type { Method } from '../method.ts'
import { conversationFor, runOn } from '../testing/run-on.ts'
import { buildEffectiveHistory } from './build-effective-history.ts'
import { tagHistory, untagHistory } from './tag-history.ts'

const talk: Message[] = Array.from({ length: 12 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `message ${at} ${'word '.repeat(80)}`,
  ts: at,
}))

describe('a tagged history with pins', () => {
  it.each<[string, Method, Record<string, unknown>]>([
    ['current', nativeMethod, { flavour: 'current', maxSummaryTokens: 200 }],
    ['sliding window', slidingWindowMethod, { variant: 'tag' }],
  ])(
    'of %s shows the result, pinned messages included, and gives the source back',
    async (_name, provider, settings) => {
      const pins = [3, 4].map((messageIndex) => ({ messageIndex, part: null }))
      const source = conversationFor(talk)
      const { summary, condensed } = await runOn(provider, settings, source, null, undefined, pins)
      expect(summary.error).toBeNull()
      const { conversation, provenance, tag } = condensed!
      const places = talk.map((_, index) => index)
      const file = tagHistory(talk, places, conversation.messages, provenance, tag!)
      const shown = buildEffectiveHistory(file).messages.map(({ content }) => content)
      expect(shown).toEqual(conversation.messages.map(({ content }) => content))
      expect(shown).toContain(talk[3]!.content)
      expect(untagHistory(file, tag!)).toEqual(talk)
    },
  )
})
