import { describe, expect, it } from 'vitest'
import { summariseTriggers, listTriedTriggers, type SweptTrigger } from './summarise-triggers.ts'

const build = (
  kind: SweptTrigger['kind'],
  costUsd: number | null,
  condensations = 0,
  leftOpenUsd: number | null = 0,
): SweptTrigger => ({
  kind,
  leastTokens: kind === 'idle' ? 200_000 : null,
  costUsd,
  condensations,
  leftOpenUsd,
})

describe('triggers of a sweep', () => {
  it('add up over the tasks whose cost is known with each of them', () => {
    const tasks = [
      { triggers: [build('size', 1.25, 2), build('idle', 1, 1, 0.01)] },
      { triggers: [build('size', 0.5), build('idle', 0.5, 0, 0.02)] },
      { triggers: [build('size', 7), build('idle', null, 3)] },
    ]
    expect(summariseTriggers('claude-code', tasks, 54)).toEqual({
      arm: 'claude-code',
      tasks: 2,
      idleMinutes: 54,
      rows: [
        {
          kind: 'size',
          leastTokens: null,
          costUsd: 1.75,
          condensations: 2,
          condensedTasks: 1,
          leftOpenUsd: 0,
        },
        {
          kind: 'idle',
          leastTokens: 200_000,
          costUsd: 1.5,
          condensations: 1,
          condensedTasks: 1,
          leftOpenUsd: expect.closeTo(0.03, 10),
        },
      ],
    })
  })

  it('are left out where no task has a cost with each, and where none was tried', () => {
    expect(summariseTriggers('claude-code', [{ triggers: [build('size', null)] }], null)).toBeUndefined()
    expect(summariseTriggers('claude-code', [{ triggers: [] }], null)).toBeUndefined()
  })

  it('are tried by one method, with minutes where they are named', () => {
    const ids = listTriedTriggers('pi').map(({ entry }) => entry.id)
    expect(new Set(ids).size).toBe(ids.length)
    const tried = listTriedTriggers('pi', 54).map(({ entry }) => entry)
    expect(tried.every(({ arm }) => arm === 'pi')).toBe(true)
    expect(tried.flatMap(({ idle }) => idle ?? [])).toEqual(
      [200_000, 100_000, 50_000].map((tokens) => ({ minutes: 54, tokens })),
    )
  })
})
