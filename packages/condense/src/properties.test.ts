import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arms } from '../../../src/main/methods/arms.ts'
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
        // Plain texts have no format of their own, and are valid in any.
        expect(check(messages)).toEqual([])
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
        expect(findCopies(result.messages, messages)).toEqual([])
      }),
      { numRuns: 10 },
    )
  })

  it.each(['lossless-strict', 'lossless-cache-friendly'])('come back from %s', async (preset) => {
    await fc.assert(
      fc.asyncProperty(wireHistory(format), async (messages) => {
        const result = await condense(messages, { preset, format })
        expect(expand(result)).toStrictEqual(messages)
        expect(expand(structuredClone(result))).toStrictEqual(messages)
      }),
      { numRuns: 20 },
    )
  })
})

/** Messages of a result that are as in the source, and not the very objects of it. */
function findCopies(after: readonly WireMessage[], source: readonly WireMessage[]): readonly WireMessage[] {
  const own = new Set(source)
  const texts = new Set(source.map((message) => JSON.stringify(message)))
  return after.filter((message) => !own.has(message) && texts.has(JSON.stringify(message)))
}

describe.each(formats)('every preset, on histories of %s,', (format) => {
  const histories = fc.sample(wireHistory(format), { seed: 7, numRuns: 4 })
  const presets = arms.flatMap(({ id, providerId }) =>
    providerId === 'vendor' || providerId === 'recorded' ? [] : [id],
  )

  it.each(presets)('%s keeps them valid, and says the summary that it wrote', async (preset) => {
    for (const messages of histories) {
      let asked = 0
      const model = async (): Promise<string> => {
        asked += 1
        return 'What was said so far.'
      }
      const result = await condense(messages, { preset, format, model })
      expect(check(result.messages, format)).toEqual([])
      // These put summaries of parts where the parts stood.
      const isInParts = preset.startsWith('smart') || preset === 'native-selective'
      const isWritten = asked > 0 && result.isCondensed && !isInParts
      expect(result.summary?.includes('What was said so far.') ?? false).toBe(isWritten)
    }
  })
})
