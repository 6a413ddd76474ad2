import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findTasks } from '../find-tasks.ts'
import { importTask } from '../import-task.ts'
import { readItems, recordedRequests, sentForms, sentItems } from '../testing/sent-items.ts'

const recorded = resolve(import.meta.dirname, '../../../../../shared/data/recorded/openclaw')

describe.skipIf(!existsSync(recorded))('the session that OpenClaw recorded while its requests were', () => {
  it('has the history of each request as it was sent', async () => {
    const { stores } = await findTasks(join(recorded, 'storage'))
    expect(stores).toHaveLength(1)
    const task = await importTask(String(stores[0]))
    const requests = recordedRequests(join(recorded, 'requests.jsonl'))
    // The agent takes the lines out of ids of calls when it sends them.
    const read = readItems(task).map((items) =>
      items.map(([kind = '', id = '', ...rest]) =>
        kind === 'call' || kind === 'result' ? [kind, id.replaceAll('_', ''), ...rest] : [kind, id, ...rest],
      ),
    )
    expect(read).toEqual(sentItems(requests, sentForms.openclaw))
    expect(task.usage.condensations).toMatchObject([
      { kind: 'summary', tokensBefore: 48_400, tokensAfter: 12_659 },
    ])
    expect(task).toMatchObject({
      format: 'openclaw',
      agent: 'openclaw',
      workspace: '/home/mara/harbour',
      problems: [],
    })
    const sizes = task.usage.requests.map(
      (one) => (one.tokensIn ?? 0) + (one.cacheReads ?? 0) + (one.tokensOut ?? 0),
    )
    expect(sizes.slice(15, 18)).toEqual([47_100, 47_700, 48_400])
  })
})
