import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sumRecordedUsage } from '../../../shared/kernel/sum-recorded-usage.ts'
import { importTask } from '../import-task.ts'
import { listSessions } from '../list-sessions.ts'
import { sentNext } from '../opencode/testing/stored-fixture.ts'
import { recogniseFile } from '../recognise-file.ts'

const folder = resolve(import.meta.dirname, '../../../../../shared/data/cases/08-hermes-state-db')
const isPresent = existsSync(folder)
const path = join(folder, '.hermes/state.db')

type Expected = {
  readonly totalCostUsd: Readonly<Record<string, number>>
  readonly condensations: readonly {
    readonly session: string
    readonly costUsd?: number
    readonly hidden?: number
  }[]
}

describe.skipIf(!isPresent)('a database of Hermes Agent whose rows are all in its log', () => {
  it('has the sessions, condensations and dollars that were worked out by hand', async () => {
    const expected: Expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
    expect((await recogniseFile(path, 'state.db'))?.format.id).toBe('hermes')
    expect((await listSessions(path))?.map(({ key }) => key).toSorted()).toEqual(
      Object.keys(expected.totalCostUsd).toSorted(),
    )
    for (const [key, costUsd] of Object.entries(expected.totalCostUsd)) {
      const task = await importTask(`${path}#${key}`)
      expect(task.problems).toEqual([])
      expect(sumRecordedUsage(task.usage).costUsd).toBeCloseTo(costUsd, 9)
      expect(task.usage.requests.every(({ tokensIn }) => tokensIn === undefined)).toBe(true)
      const own = expected.condensations.filter(({ session }) => session === key)
      expect(task.usage.condensations.map((one) => one.costUsd)).toEqual(own.map((one) => one.costUsd))
    }
  })

  it('sends what is active, and shows what was condensed and what was taken back', async () => {
    const task = await importTask(`${path}#20261120_090000_aaaa11`)
    expect(sentNext(task)).toEqual([expect.stringMatching(/^\[CONTEXT COMPACTION\]/), 'Fix it.', 'Fixed.'])
    expect(task.messages).toHaveLength(8)
    const change = task.contexts?.changes.find(({ condensation }) => condensation === 0)
    const hidden = change?.hide.reduce((sum, [from, to]) => sum + to - from, 0)
    expect(hidden).toBe(4)
  })

  it('goes on with the session before it', async () => {
    const task = await importTask(`${path}#20261119_083000_cccc33`)
    expect(task.relations?.parentId).toBe('20261119_080000_bbbb22')
    expect(task.usage.requests).toHaveLength(1)
    expect(sentNext(task)).toEqual([
      '[CONTEXT COMPACTION] Summary: bus lines 1 to 9 were listed.',
      'And the trams?',
      'Trams 1 to 4.',
    ])
  })
})
