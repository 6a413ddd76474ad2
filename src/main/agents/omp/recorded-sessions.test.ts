import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findTasks } from '../find-tasks.ts'
import { importTask } from '../import-task.ts'
import { readItems, recordedRequests, sentForms, sentItems } from '../testing/sent-items.ts'

const recorded = resolve(import.meta.dirname, '../../../../../shared/data/recorded/omp')

describe.skipIf(!existsSync(recorded))('the session that oh-my-pi recorded while its requests were', () => {
  it('has the history of each request as it was sent', async () => {
    const { paths } = await findTasks(join(recorded, 'storage'))
    const task = await importTask(String(paths[0]))
    const requests = recordedRequests(join(recorded, 'requests.jsonl'))
    expect(paths).toHaveLength(1)
    expect(task.format).toBe('omp')
    expect(readItems(task)).toEqual(sentItems(requests, sentForms.omp))
    // Its one summary took two requests.
    expect(requests.filter(({ kind }) => kind === 'summary')).toHaveLength(2)
    expect(task.usage.condensations).toMatchObject([
      { kind: 'summary', trigger: 'soft', tokensBefore: 47_617, tokensAfter: 15_885 },
    ])
    // The last request before it, and the one that crossed the line, with their answers.
    const sizes = task.usage.requests.map((one) =>
      [one.tokensIn, one.cacheReads, one.tokensOut].reduce((sum: number, part) => sum + (part ?? 0), 0),
    )
    expect(sizes.slice(15, 17)).toEqual([46_916, 47_617])
    expect(task.problems).toEqual([])
  })
})
