import { describe, expect, it } from 'vitest'
import { prepareExample } from '../../features/replay/compute/testing/prepare-example.ts'
import {
  changedExample as changed,
  exampleTask,
} from '../../features/replay/compute/testing/replay-example.ts'
import type { RecordedTask } from '../recorded-task.ts'

describe('a range that Cline leaves out', () => {
  it("is that of each request, and the history item's where none is named", () => {
    const named = changed((_, index) => (index < 3 ? {} : { deletedRange: [1, 4] }))
    const lengths = (task: RecordedTask): number[] =>
      prepareExample(task).steps.map(({ recorded }) => recorded.count)
    expect(lengths({ ...named, hiddenRange: { start: 1, end: 4 } })).toEqual([1, 3, 5, 3, 5, 7, 9, 11])
    const hiddenRange = { start: 1, end: 4 }
    const unrecorded = changed(() => ({ tokensIn: undefined, cacheReads: undefined, cacheWrites: undefined }))
    expect(lengths({ ...unrecorded, hiddenRange })).toEqual([1, 3, 1, 3, 5, 7, 9, 11])
    // Two answers and two questions, 2,000 tokens, went before request 5.
    const fallen = changed(({ cacheReads = 0, cacheWrites = 0 }, index) =>
      index < 5 ? {} : { cacheReads: 2000, cacheWrites: cacheReads + cacheWrites - 4000 },
    )
    expect(lengths({ ...fallen, hiddenRange })).toEqual([1, 3, 5, 7, 9, 7, 9, 11])
    // Nothing fell: nothing was sent without them.
    expect(lengths({ ...exampleTask(), hiddenRange })).toEqual([1, 3, 5, 7, 9, 11, 13, 15])
  })
})
