import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findTasks } from '../find-tasks.ts'
import { importTask } from '../import-task.ts'
import { readItems, recordedRequests, sentForms, sentItems } from '../testing/sent-items.ts'

const recorded = resolve(import.meta.dirname, '../../../../../shared/data/recorded/kimi')

describe.skipIf(!existsSync(recorded))('the session that Kimi Code recorded while its requests were', () => {
  it('has the history of each request as it was sent', async () => {
    const { paths } = await findTasks(join(recorded, 'storage'))
    expect(paths).toHaveLength(1)
    const task = await importTask(String(paths[0]))
    const requests = recordedRequests(join(recorded, 'requests.jsonl'))
    expect(task).toMatchObject({
      format: 'kimi-code',
      workspace: '/home/mara/harbour',
      sessionKey: 'kimi-code:session_445ee7e1-d712-4a14-803c-a900b8eb7f12',
    })
    expect(readItems(task)).toEqual(sentItems(requests, sentForms.kimi))
    // Its own estimate of the messages was 27,056.
    expect(task.usage.condensations).toMatchObject([
      {
        trigger: 'auto',
        tokensBefore: 54_400,
        usage: { tokensIn: 19_584, cacheReads: 29_376, tokensOut: 420 },
      },
    ])
    expect(task.problems).toEqual([])
  })
})
