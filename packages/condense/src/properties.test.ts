import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { check, condense, expand, type CondenseOptions, type Format, type WireMessage } from './index.ts'
import { wireHistory } from './testing/wire-histories.ts'

const formats: readonly Format[] = ['anthropic', 'openai-chat', 'openai-responses', 'ai-sdk']
const ways: readonly CondenseOptions[] = [
  { preset: 'lossless' },
  { preset: 'lossless-strict' },
  { preset: 'lossless-cache-friendly' },
  { preset: 'truncation' },
  { preset: 'truncation-suppress' },
  { preset: 'sliding-window-last-20' },
  { provider: 'sliding-window', settings: { variant: 'keep-last', keepLast: 3 } },
  { preset: 'claude-code-microcompact' },
  { preset: 'clear-tool-uses' },
  { preset: 'opencode', model: async () => 'What was said so far.' },
  { preset: 'codex-local', model: 'extractive' },
  { preset: 'roo-current', model: 'extractive' },
  { preset: 'smart', model: async () => 'Short.' },
]

describe.each(formats)('valid histories of %s', (format) => {
  it('are told to be of that format, and valid', () => {
    fc.assert(
      fc.property(wireHistory(format), (messages) => {
        expect(check(messages, format)).toEqual([])
        // Plain texts have no format of their own.
        if (JSON.stringify(messages).includes('call_')) expect(check(messages)).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  it.each(ways)('stay valid and untouched with %j', async (way) => {
    await fc.assert(
      fc.asyncProperty(wireHistory(format), async (messages) => {
        const before = structuredClone(messages)
        const result = await condense(messages, { ...way, format })
        expect(messages).toEqual(before)
        expect(check(result.messages, format)).toEqual([])
        expectKept(messages, result)
      }),
      { numRuns: 10 },
    )
  })

  it.each(['lossless-strict', 'lossless-cache-friendly'])('come back from %s', async (preset) => {
    await fc.assert(
      fc.asyncProperty(wireHistory(format), async (messages) => {
        const result = await condense(messages, { preset, format })
        expect(expand(result)).toStrictEqual(messages)
        if (!JSON.stringify(messages).includes('"image":{'))
          expect(expand(structuredClone(result))).toStrictEqual(messages)
      }),
      { numRuns: 20 },
    )
  })
})

/** Messages of turns that the record calls unchanged are the very objects of the caller. */
function expectKept(
  messages: readonly WireMessage[],
  { messages: after, provenance, turns, isCondensed }: Awaited<ReturnType<typeof condense>>,
): void {
  if (!isCondensed) expect(after.every((message, at) => message === messages[at])).toBe(true)
  const system = messages.length - turns.source.reduce((sum, length) => sum + length, 0)
  const startsOf = (lengths: readonly number[]): number[] =>
    lengths.map((_, at) => lengths.slice(0, at).reduce((sum, length) => sum + length, system))
  const [from, to] = [startsOf(turns.source), startsOf(turns.result)]
  expect(after.slice(0, system)).toEqual(messages.slice(0, system))
  provenance.messages.forEach(({ sources: [source, ...more], changes }, at) => {
    if (source === undefined || more.length > 0 || changes.length > 0) return
    const own = after.slice(to[at], (to[at] ?? 0) + (turns.result[at] ?? 0))
    const was = messages.slice(from[source], (from[source] ?? 0) + (turns.source[source] ?? 0))
    if (JSON.stringify(own) === JSON.stringify(was))
      own.forEach((message, place) => expect(message).toBe(was[place]))
  })
}
