import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'
import {
  compaction,
  line,
  formatJsonLines,
  says,
  session,
  start,
  text,
  user,
  whole,
} from './testing/lines.ts'

describe('the file beside a session of Droid', () => {
  const importWithSettings = async (
    settings: unknown,
    ...records: readonly unknown[]
  ): Promise<ImportedTask> => {
    const folder = await mkdtemp(join(tmpdir(), 'dewpoint-droid-'))
    try {
      await mkdir(join(folder, '-work-p'))
      const path = join(folder, '-work-p', `${session}.jsonl`)
      await writeFile(path, formatJsonLines(...records))
      await writeFile(path.replace('.jsonl', '.settings.json'), JSON.stringify(settings))
      return await importTask(path)
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  const usage = { inputTokens: 900, outputTokens: 90, cacheCreationTokens: 0, cacheReadTokens: 9000 }

  it('tells the model of older versions, and who had whom do it', async () => {
    const child = { callingSessionId: 'parent', callingToolUseId: 'a' }
    const task = await importWithSettings(
      { model: 'gpt-x', tokenUsage: usage, childInclusiveTokenUsageBySessionId: { child: usage } },
      { ...start, ...child },
      user('a'),
      line('assistant', [text('b')]),
    )
    expect(task).toMatchObject({ model: 'gpt-x', relations: { parentId: 'parent', childIds: ['child'] } })
    const tagged = await importWithSettings(
      { tags: [{ name: 'task', metadata: child }] },
      start,
      user('a'),
      says(text('b')),
    )
    expect(tagged.relations?.parentId).toBe('parent')
  })

  it('gives its sums to the only request of a session', async () => {
    const wanted = {
      tokensIn: 900,
      tokensOut: 90,
      cacheReads: 9000,
      cacheWrites: 0,
      isCacheApart: true,
    }
    for (const last of [undefined, { inputTokens: 900, outputTokens: 90, cacheReadTokens: 9000 }]) {
      const settings = { tokenUsage: usage, lastCallTokenUsage: last }
      const task = await importWithSettings(settings, start, user('a'), says(text('b')))
      expect(task.usage.requests).toMatchObject([wanted])
      expect(task.usage.session).toBeUndefined()
    }
  })

  it.each([
    ['where there are several', undefined, [user('c'), says(text('d'))]],
    ['where the last one used less', { inputTokens: 9, outputTokens: 5, cacheReadTokens: 100 }, []],
    ['where it was compacted', undefined, [compaction({})]],
    ['where a line is lost', undefined, ['{']],
  ])('gives them to no request %s', async (_, last, more) => {
    const settings = { tokenUsage: usage, lastCallTokenUsage: last }
    const task = await importWithSettings(settings, start, user('a'), says(text('b')), ...more)
    expect(task.usage.requests.map(({ tokensIn }) => tokensIn ?? null)).not.toContain(900)
    expect(task.usage.session).toEqual({ tokensIn: 900, tokensOut: 90, cacheReads: 9000, cacheWrites: 0 })
  })

  it.each([['[1]'], ['"x"'], [{ tags: 7, lastCallTokenUsage: [], tokenUsage: { inputTokens: 'x' } }]])(
    'costs nothing where it is damaged: %j',
    async (settings) => {
      expect((await importWithSettings(settings, ...whole)).messages).toHaveLength(5)
    },
  )
})
