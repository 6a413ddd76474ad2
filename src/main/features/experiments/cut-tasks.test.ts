import { expect, it } from 'vitest'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import { explainMissingCut } from './cut-tasks.ts'

const nowhere = { cut: 'default', places: [], shortTokens: null } as const
const withCondensations = (condensations: number): Pick<StoredTask, 'condensations'> => ({ condensations })

it.each([
  [0, 'Its agent did not condense, and never came so far that it would.'],
  [2, 'Its agent condensed, but what it condensed is not in the file.'],
])('a task with %d condensations and no cut says why', (condensations, reason) => {
  expect(explainMissingCut(nowhere, withCondensations(condensations))).toBe(reason)
})
