import { describe, expect, it } from 'vitest'
import { sumRecordedUsage } from '../../../shared/kernel/sum-recorded-usage.ts'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'

type Line = Readonly<Record<string, unknown>>

let clock = 0
const event = (type: string, data: Line): Line => ({
  type,
  data,
  id: `e${(clock += 1)}`,
  timestamp: new Date(clock * 1000).toISOString(),
  parentId: null,
})
const start = event('session.start', { producer: 'copilot-agent', copilotVersion: '1.0' })
const user = (content: string): Line => event('user.message', { content })
const answer = (content: string): Line =>
  event('assistant.message', { content, toolRequests: [], outputTokens: 9, model: 'a' })
const read = (lines: readonly Line[]): Promise<ImportedTask> =>
  importFiles('drop', [{ name: 'events.jsonl', text: lines.map((one) => JSON.stringify(one)).join('\n') }])

describe('a session of Copilot CLI that ends with its totals', () => {
  const usage = { inputTokens: 100, outputTokens: 9, cacheReadTokens: 80, cacheWriteTokens: 0 }
  const end = (more: Readonly<Record<string, unknown>> = {}) =>
    event('session.shutdown', {
      modelMetrics: {
        a: { requests: { count: 2 }, usage },
        b: { requests: { count: 1 }, usage: { inputTokens: 50, outputTokens: 1 } },
      },
      systemTokens: 700,
      toolDefinitionsTokens: 300,
      currentTokens: 1200,
      ...more,
    })
  const talk = () => [start, user('Go'), answer('Yes'), user('More'), answer('No')]
  const sizes = { systemTokens: 700, toolTokens: 300, lastContextTokens: 1200 }

  it('has them as a whole, and of no request', async () => {
    const { usage: own } = await read([...talk(), end()])
    expect(own.session).toEqual({
      ...sizes,
      requests: 3,
      tokensIn: 70,
      tokensOut: 10,
      byModel: [
        { model: 'a', requests: 2, tokensIn: 20, tokensOut: 9, cacheReads: 80, cacheWrites: 0 },
        { model: 'b', requests: 1, tokensIn: 50, tokensOut: 1 },
      ],
    })
    expect(own.requests.map(({ tokensIn }) => tokensIn)).toEqual([undefined, undefined])
    expect(sumRecordedUsage(own)).toMatchObject({ tokensIn: 70, tokensOut: 10, cacheReads: null })
  })

  it.each([
    ['gone on with', () => [...talk(), end(), event('session.resume', {}), user('On'), answer('On')]],
    ['answered after it', () => [...talk(), end(), user('On'), answer('On')]],
    ['ended twice', () => [...talk(), end(), end()]],
    ['without figures', () => [...talk(), end({ modelMetrics: { a: { usage: { inputTokens: 'x' } } } })]],
  ])('has the sizes alone where it was %s', async (_, events) => {
    expect((await read(events())).usage.session).toEqual(sizes)
  })
})
