import { describe, expect, it } from 'vitest'
import { formatExperimentProgress } from './experiment-watch.ts'

const cells = { total: 200, done: 44, failed: 1, reused: 0 }

describe('the progress of an experiment', () => {
  it.each([
    [
      { cells, costUsd: 0.0123, endedHere: 45, elapsedMs: 15_000 },
      'cells 45/200 (22 %), 1 failed, $0.0123, 3.0 cells/s, 51.7 s left',
    ],
    [
      { cells, costUsd: 0, endedHere: 5, elapsedMs: 60_000 },
      'cells 45/200 (22 %), 1 failed, $0, 5.0 cells/min, 31 min 0 s left',
    ],
    [{ cells: { ...cells, failed: 0 }, costUsd: 0, endedHere: 0, elapsedMs: 900 }, 'cells 44/200 (22 %), $0'],
    [
      { cells: { total: 0, done: 0, failed: 0, reused: 0 }, costUsd: 0, endedHere: 0, elapsedMs: 0 },
      'cells 0/0 (100 %), $0',
    ],
  ])('is %o', (progress, line) => {
    expect(formatExperimentProgress(progress).replaceAll('\u202f', ' ')).toBe(line)
  })
})
