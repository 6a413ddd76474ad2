import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { computeMean } from '../../src/shared/kernel/numbers.ts'
import { readRealCells } from './cells.ts'
import { countFalseCalls, measureCoverage } from './coverage.ts'
import { anyCallShare, power } from './simulate.ts'

const draws = { seed: 1, experiments: 100, resamples: 200 }
const alone = { workspaces: null, correlation: 0 }

describe('simulated experiments', () => {
  it.each([8, 12, 20])('call identical variants different in at most 5 of 100, %i tasks', (tasks) => {
    const place = { ...alone, tasks, metrics: 9, variants: 1 }
    expect(anyCallShare(place, draws)).toBeLessThanOrEqual(0.05)
  })

  it('do so where tasks of a workspace resemble each other', () => {
    const place = { tasks: 20, workspaces: 8, correlation: 0.3, metrics: 9, variants: 1 }
    expect(anyCallShare(place, draws)).toBeLessThanOrEqual(0.05)
  })

  it('find large differences, small ones seldom', () => {
    const of = (effect: number) => power({ tasks: 12, effect, comparisons: 1, correlation: 0 }, draws)
    expect(of(1.2)).toBeGreaterThan(0.7)
    expect(of(0.1)).toBeLessThan(0.15)
  })

  it('lose less to metrics that show the same than to others', () => {
    const of = (correlation: number) => power({ tasks: 12, effect: 1.2, comparisons: 10, correlation }, draws)
    expect(of(0.9)).toBeGreaterThan(of(0) + 0.05)
  })

  it('come out the same for the same seed', () => {
    const place = { ...alone, tasks: 8, metrics: 6, variants: 2 }
    const few = { ...draws, experiments: 20 }
    expect(anyCallShare(place, few)).toBe(anyCallShare(place, few))
  })
})

describe('experiments drawn from real cells', () => {
  const cells = readRealCells()

  it.each([12, 20])('of %i tasks have intervals that hold what all cells come to', (tasks) => {
    const measured = measureCoverage(cells, tasks, { ...draws, experiments: 60 })
    expect(measured.filter(({ held }) => held < 0.9)).toEqual([])
    const mean = computeMean(measured.map(({ held }) => held))
    expect(mean).toBeGreaterThan(0.94)
    expect(mean).toBeLessThan(0.98)
    expect(measured.length).toBeGreaterThan(12)
    // An interval that is never shown would hold as well.
    expect(measured.filter(({ shown }) => shown < 0.15)).toEqual([])
  })

  it.each([12, 20])('of %i tasks call two methods that are alike different in at most 5 of 100', (tasks) => {
    expect(countFalseCalls(cells, tasks, draws)).toBeLessThanOrEqual(0.05)
  })
})

it('the document says how it is made', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'statistics.md'), 'utf8')
  expect(text).toContain('`npm run statistics`')
  expect(text).toContain('seed 1')
})
