import { expect, it } from 'vitest'
import { hugeBytes } from '../../../shared/library/task-types.ts'
import { makeTask } from '../../../shared/testing/make-task.ts'
import { isPlayedUnasked } from './use-last-replay.ts'

it.each([
  ['has recorded costs', { costUsd: 1 }, true],
  ['has none', { costUsd: null }, false],
  ['is written at this moment', { costUsd: 1, isGrowing: true }, false],
  ['takes minutes', { costUsd: 1, sizeBytes: hugeBytes }, false],
  ['takes less', { costUsd: 1, sizeBytes: hugeBytes - 1 }, true],
])('a task that %s', (_what, given, isPlayed) =>
  expect(isPlayedUnasked(makeTask({ id: 't', isGrowing: false, ...given }))).toBe(isPlayed),
)
