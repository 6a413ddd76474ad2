import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../../import-task.ts'
import { listSessions } from '../../list-sessions.ts'
import { sentNext } from '../testing/stored-fixture.ts'

const folder = resolve(import.meta.dirname, '../../../../../../shared/data/cases/07-opencode2-frozen-v1')
const isPresent = existsSync(folder)
const path = join(folder, '.local/share/opencode/opencode.db')

type Expected = {
  readonly sessions: readonly { readonly id: string; readonly title?: string }[]
  readonly requests: Readonly<Record<string, readonly Readonly<Record<string, number | string>>[]>>
  readonly totalCostUsd: Readonly<Record<string, number>>
  readonly condensations: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

describe.skipIf(!isPresent)('a database of OpenCode 2 beside the tables of OpenCode 1', () => {
  it('has the sessions, requests, condensations and dollars that were worked out by hand', async () => {
    const expected: Expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
    const listed = await listSessions(path)
    expect(listed?.map(({ key }) => key)).toEqual(expected.sessions.map(({ id }) => id))
    for (const { id } of expected.sessions) {
      const task = await importTask(`${path}#${id}`)
      expect(task.problems).toEqual([])
      const requestsRead = task.usage.requests.map(
        ({ modelId, tokensIn, cacheReads, cacheWrites, tokensOut, costUsd }) => ({
          model: modelId,
          contextTokens: (tokensIn ?? 0) + (cacheReads ?? 0) + (cacheWrites ?? 0),
          input: tokensIn,
          cacheRead: cacheReads,
          cacheWrite5m: cacheWrites,
          output: tokensOut,
          costUsd,
        }),
      )
      expect(expected.requests[id]).toMatchObject(requestsRead)
      expect(requestsRead).toHaveLength(expected.requests[id]?.length ?? 0)
      const { requests, condensations, apartUsd } = task.usage
      expect(apartUsd).toBeUndefined()
      const condensationsRead = condensations.map(({ trigger, costUsd, usage }) => ({
        trigger,
        costUsd,
        outputTokens: usage?.tokensOut,
        cacheRead: usage?.cacheReads,
      }))
      expect(expected.condensations[id]).toMatchObject(condensationsRead)
      expect(condensationsRead).toHaveLength(expected.condensations[id]?.length ?? 0)
      const total = [...requests, ...condensations].reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
      expect(total).toBeCloseTo(expected.totalCostUsd[id] ?? 0, 9)
    }
  })

  it('sends the checkpoint, with what was kept as text in it, and what came behind', async () => {
    const [main, fork] = ['ses_2a000000001QuayMainSession1', 'ses_2a000000002QuayForkSession2']
    const [checkpoint, ...behind] = sentNext(await importTask(`${path}#${main}`))
    expect(checkpoint).toContain('<recent-context>\n[User]: Now do the same for the bus timetable.')
    expect(behind).toEqual(['Write the change note.', 'Change note written.'])
    expect(sentNext(await importTask(`${path}#${fork}`))).toHaveLength(7)
  })
})
