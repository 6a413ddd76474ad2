import { describe, expect, it } from 'vitest'
import { clusterPairs } from './cluster-pairs.ts'

const pairs = Array.from({ length: 12 }, (_, task) => ({ taskId: `${task}`, difference: 1 }))
const inWorkspaces = (count: number) =>
  new Map(pairs.map(({ taskId }, index) => [taskId, `w${index % count}`]))

describe('differences of tasks', () => {
  it.each([
    [5, 'workspace', 5],
    [6, 'workspace', 6],
    [4, 'task', 12],
    [1, 'task', 12],
    [12, 'task', 12],
  ])('in %i workspaces are summed up by %s', (count, level, clusters) => {
    const clustered = clusterPairs(pairs, inWorkspaces(count), 5)
    expect([clustered.level, clustered.sums.sums.length, clustered.tasks]).toEqual([level, clusters, 12])
  })

  it('stand for themselves where their workspace is unknown', () => {
    const known = new Map([...inWorkspaces(2)].slice(0, 6))
    expect(clusterPairs(pairs, known, 5).sums.sums.toSorted((a, b) => a - b)).toEqual([
      1, 1, 1, 1, 1, 1, 3, 3,
    ])
    expect(clusterPairs(pairs, new Map(), 5).level).toBe('task')
  })

  it('name their clusters alike in all metrics that are flipped by the same', () => {
    const workspaces = inWorkspaces(6)
    const all = clusterPairs(pairs, workspaces, 5)
    // One task of each of six workspaces.
    const some = clusterPairs(pairs.slice(0, 6), workspaces, 5)
    expect([some.level, some.unit, all.unit]).toEqual(['task', 'workspace', 'workspace'])
    expect(some.ids).toEqual(all.ids)
    expect(clusterPairs(pairs, inWorkspaces(2), 5)).toMatchObject({
      unit: 'task',
      ids: pairs.map(({ taskId }) => taskId),
    })
  })
})
