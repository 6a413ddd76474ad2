import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'
import { compaction, line, linesOf, says, session, start, text, user, whole } from './testing/lines.ts'

describe('the file beside a session of Droid', () => {
  const besideOf = async (settings: unknown, ...records: readonly unknown[]): Promise<ImportedTask> => {
    const folder = await mkdtemp(join(tmpdir(), 'dewpoint-droid-'))
    try {
      await mkdir(join(folder, '-work-p'))
      const path = join(folder, '-work-p', `${session}.jsonl`)
      await writeFile(path, linesOf(...records))
      await writeFile(path.replace('.jsonl', '.settings.json'), JSON.stringify(settings))
      return await importTask(path)
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  const usage = { inputTokens: 900, outputTokens: 90, cacheCreationTokens: 0, cacheReadTokens: 9000 }
  const call1 = { inputTokens: 9, outputTokens: 5, cacheReadTokens: 100 }

  it('tells the model of older versions, and who had whom do it', async () => {
    const child = { callingSessionId: 'parent', callingToolUseId: 'a' }
    const task = await besideOf(
      { model: 'gpt-x', tokenUsage: usage, childInclusiveTokenUsageBySessionId: { child: usage } },
      { ...start, ...child },
      user('a'),
      line('assistant', [text('b')]),
    )
    expect(task).toMatchObject({ model: 'gpt-x', relations: { parentId: 'parent', childIds: ['child'] } })
    expect(task.usage.requests[0]?.tokensIn).toBeUndefined()
    const tagged = await besideOf(
      { tags: [{ name: 'task', metadata: child }] },
      start,
      user('a'),
      says(text('b')),
    )
    expect(tagged.relations?.parentId).toBe('parent')
  })

  it('tells what the last request used, and of its sums gives none to a request', async () => {
    const task = await besideOf({ tokenUsage: usage, lastCallTokenUsage: call1 }, ...whole)
    expect(task.usage.requests.map(({ tokensIn, tokensOut }) => [tokensIn, tokensOut])).toEqual([
      [undefined, undefined],
      [9, 5],
    ])
    expect(task.usage.requests[1]).toMatchObject({ cacheReads: 100, cacheWrites: 0, isCacheApart: true })
  })

  it.each([
    ['where writes to the cache are not known', { ...usage, cacheCreationTokens: 7 }, []],
    ['where a question stands behind it', usage, [user('More')]],
    ['where a compaction does', usage, [compaction({})]],
  ])('gives no input %s', async (_, tokenUsage, more) => {
    const task = await besideOf({ tokenUsage, lastCallTokenUsage: call1 }, ...whole, ...more)
    expect(task.usage.requests.map(({ tokensIn }) => tokensIn)).toEqual([undefined, undefined])
  })

  it.each([['[1]'], ['"x"'], [{ tags: 7, lastCallTokenUsage: [], tokenUsage: null }]])(
    'costs nothing where it is damaged: %j',
    async (settings) => {
      expect((await besideOf(settings, ...whole)).messages).toHaveLength(5)
    },
  )
})
