import type { Verdict } from '../domain/comparison.ts'
import { countOf } from './count-of.ts'

/** What it would take to tell: `about 6 more tasks`; empty where nothing tells or the verdict is reached. */
export function moreDataWords(verdict: Verdict): string {
  if (verdict.word !== 'not-enough-data') return ''
  const { tasks, checkpoints } = verdict.more
  if (tasks === null) return ''
  const more = `about ${countOf(tasks, 'more task')}`
  return checkpoints === null || checkpoints === tasks
    ? more
    : `${more}, ${countOf(checkpoints, 'checkpoint')}`
}
