import type { ExperimentIssue } from '../../../shared/domain/experiment-file.ts'
import { oneLine } from './figures.ts'

/**
 * One line for each fault of a file: what, where, and behind the last what to do. The place is in the file, unless
 * `placeOf` names another one.
 */
export function issuesText(
  issues: readonly ExperimentIssue[],
  {
    path,
    hint,
    placeOf = () => null,
  }: {
    readonly path: string
    readonly hint: string
    readonly placeOf?: (issue: ExperimentIssue) => string | null
  },
): string {
  const lines = issues.map((issue, index) => {
    const { message, line, column } = issue
    const place = placeOf(issue) ?? (line === 0 ? path : `${path}:${line}:${column}`)
    return `dewpoint: ${message} [${place}]${index === issues.length - 1 ? hint : ''}`
  })
  return lines.map((line) => `${oneLine(line, 2000)}\n`).join('')
}
