import type { Verdict } from '../../../shared/domain/comparison.ts'
import { countOf } from '../../../shared/lib/count-of.ts'

/** What it would take to tell on all of them: `about 1 to 12 more tasks`; empty where nothing tells. */
export function moreTasksWords(verdicts: readonly Verdict[]): string {
  const tasks = verdicts.flatMap((verdict) =>
    verdict.word === 'not-enough-data' ? (verdict.more.tasks ?? []) : [],
  )
  if (tasks.length === 0) return ''
  const [least, most] = [Math.min(...tasks), Math.max(...tasks)]
  return `about ${least === most ? '' : `${least} to `}${countOf(most, 'more task')}`
}
