import type { Verdict } from '../../../shared/domain/comparison.ts'
import { countOf } from '../../../shared/lib/count-of.ts'

export type VerdictLook = {
  /** A sign beside the word, since colour alone says nothing in print. */
  readonly sign: string
  /** For headings: `No difference worth naming`. */
  readonly title: string
  /** For cells of a table: `no difference`. */
  readonly short: string
}

/** How each verdict is written, in the order in which verdicts are listed. */
export const verdictLooks: Readonly<Record<Verdict['word'], VerdictLook>> = {
  better: { sign: '▲', title: 'Better', short: 'better' },
  worse: { sign: '▼', title: 'Worse', short: 'worse' },
  'no-difference': { sign: '=', title: 'No difference worth naming', short: 'no difference' },
  'not-enough-data': { sign: '?', title: 'Not enough data', short: 'not enough data' },
}

/** What it would take to tell on all of them: `about 1 to 12 more tasks`; empty where nothing tells. */
export function moreTasksWords(verdicts: readonly Verdict[]): string {
  const tasks = verdicts.flatMap((verdict) =>
    verdict.word === 'not-enough-data' ? (verdict.more.tasks ?? []) : [],
  )
  if (tasks.length === 0) return ''
  const [least, most] = [Math.min(...tasks), Math.max(...tasks)]
  return `about ${least === most ? '' : `${least} to `}${countOf(most, 'more task')}`
}

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
