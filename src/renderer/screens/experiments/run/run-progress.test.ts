import { describe, expect, it } from 'vitest'
import {
  buildCell,
  buildPlannedCheckpoint,
  buildExperimentDetail,
  summary,
} from '../testing/experiment-fixtures.ts'
import { applyEvents, buildCellGrid, measurePace } from './run-progress.ts'

const none: ReadonlySet<string> = new Set()
const counts = { total: 10, done: 4, failed: 1, reused: 0 }

describe('the pace', () => {
  it.each([
    ['of no cell', [], null, null],
    ['of one cell', [0], null, null],
    ['of cells that ended together', [5, 5], null, null],
    ['of cells a second apart', [3000, 1000, 2000], 60, 5000],
  ])('%s', (_name, ends, cellsPerMinute, remainingMs) => {
    const cells = ends.map((finishedTs, index) => buildCell('v', `t@${index}`, { finishedTs }))
    expect(measurePace(cells, counts)).toEqual({ cellsPerMinute, remainingMs })
  })

  it('leaves reused cells out, and what was long ago', () => {
    const old = Array.from({ length: 50 }, (_, index) =>
      buildCell('v', `t@${index}`, { finishedTs: index * 9000 }),
    )
    const young = Array.from({ length: 20 }, (_, index) =>
      buildCell('w', `t@${index}`, { finishedTs: 1e6 + index * 100 }),
    )
    const reused = buildCell('x', 't@1', { finishedTs: 2e6, isReused: true })
    expect(measurePace([...old, ...young, reused], counts).cellsPerMinute).toBe(600)
  })
})

describe('the grid of cells', () => {
  const plan = {
    variants: ['v', 'w'].map((id) => ({ id, repeats: 2 })) as never,
    checkpoints: ['a@1', 'a@2'].map(buildPlannedCheckpoint),
  }

  it('says how each place stands', () => {
    const cells = [
      buildCell('v', 'a@1', { repeat: 2 }),
      buildCell('v', 'a@1'),
      buildCell('v', 'a@2'),
      buildCell('w', 'a@1', { status: 'failed' }),
    ]
    const states = (running: ReadonlySet<string>) =>
      buildCellGrid(plan, cells, running).map((row) => row.map(({ state }) => state))
    expect(states(none)).toEqual([
      ['done', 'partial'],
      ['failed', 'waiting'],
    ])
    expect(states(new Set(['w/a@2/1', 'v/a@2/2']))).toEqual([
      ['done', 'running'],
      ['failed', 'running'],
    ])
  })
})

describe('events', () => {
  it('add cells, count none twice, and keep what runs', () => {
    const cell = buildCell('v', 'a@1')
    const after = applyEvents({ detail: buildExperimentDetail([cell]), running: none }, [
      { kind: 'cell-started', cellId: 'v/a@2/1' },
      { kind: 'cell-started', cellId: 'v/a@1/1' },
      { kind: 'cell', cell: { ...cell, finishedTs: 9 }, cells: { ...counts, done: 7 }, costUsd: 0.5 },
    ])
    expect(after.detail.cells).toEqual([{ ...cell, finishedTs: 9 }])
    expect([...after.running]).toEqual(['v/a@2/1'])
    expect(after.detail.summary).toMatchObject({ cells: { done: 7 }, costUsd: 0.5 })
  })

  it('end with nothing running', () => {
    const after = applyEvents({ detail: buildExperimentDetail([]), running: new Set(['x']) }, [
      { kind: 'finished', summary: { ...summary, status: 'cancelled' } },
    ])
    expect([after.running.size, after.detail.summary.status]).toEqual([0, 'cancelled'])
  })
})
