import type { ImportProblem } from '../../shared/domain/task.ts'
import { countOf } from '../../shared/lib/count-of.ts'

const mostNamed = 5

/** What was wrong with the files of a task, and where, in sentences for a person; the first of many. */
export function problemTexts(problems: readonly ImportProblem[]): string[] {
  const texts = problems.map(
    ({ file, place, reason }) => `${file}${place === '' ? '' : `, ${place}`}: ${reason.replace(/\.$/, '')}.`,
  )
  const more = texts.length - mostNamed
  return more > 0
    ? [...texts.slice(0, mostNamed), `${countOf(more, 'more problem')} with the files of this task.`]
    : texts
}
