import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { readItems, recordedRequests, sentForms, sentItems } from '../testing/sent-items.ts'

const recorded = resolve(import.meta.dirname, '../../../../../shared/data/recorded')
const isPresent = existsSync(join(recorded, 'pi'))

describe.skipIf(!isPresent)('sessions that pi recorded while its requests were', () => {
  it.each(['pi', 'pi-0.87'])('%s has the history of each request as it was sent', async (agent) => {
    const sessions = join(recorded, agent, 'storage/.pi/agent/sessions')
    const [name] = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.jsonl'),
    )
    const task = await importTask(join(sessions, String(name)))
    const requests = recordedRequests(join(recorded, agent, 'requests.jsonl'))
    expect(readItems(task)).toEqual(sentItems(requests, sentForms.pi))
    expect(task.usage.condensations).toHaveLength(requests.filter(({ kind }) => kind === 'summary').length)
    expect(task.problems).toEqual([])
  })
})
