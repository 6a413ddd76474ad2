import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { readItems, recordedRequests, sentForms, sentItems } from '../testing/sent-items.ts'

const folder = resolve(import.meta.dirname, '../../../../../shared/data/recorded/opencode')
const isPresent = existsSync(folder)

describe.skipIf(!isPresent)('a recorded session of OpenCode', () => {
  it('sent what the reader says that each request sent', async () => {
    const task = await importTask(join(folder, 'storage/export.json'))
    const requests = recordedRequests(join(folder, 'requests.jsonl'))
    expect(readItems(task)).toEqual(sentItems(requests, sentForms.opencode))
  })

  it('has its two summaries where they were made, with what they cost', async () => {
    const { usage, contexts } = await importTask(join(folder, 'storage/export.json'))
    expect(usage.condensations).toMatchObject([
      {
        trigger: 'auto',
        tokensBefore: 56_000,
        usage: { tokensIn: 20_160, cacheReads: 30_240, tokensOut: 420 },
      },
      { trigger: 'manual', usage: { tokensIn: 20_160, cacheReads: 30_240, tokensOut: 420 } },
    ])
    expect(contexts?.changes.map(({ request }) => request)).toEqual([17, 28])
    const sum = usage.requests.reduce((all, { tokensIn = 0 }) => all + tokensIn, 0)
    // The agent's own sum has its summaries in it.
    expect(sum + 2 * 20_160).toBe(338_544)
  })
})
