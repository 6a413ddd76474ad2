import type { ExperimentIssue } from '../../../shared/experiments/experiment-file-types.ts'
import { formatOneLine } from './figures.ts'

/**
 * One line for each fault of a file: what, where, and behind the last what to do. The place is in the file, unless
 * `placeOf` names another one.
 */
export function formatIssues(
  issues: readonly ExperimentIssue[],
  {
    path,
    hint,
    describePlace = () => null,
  }: {
    readonly path: string
    readonly hint: string
    readonly describePlace?: (issue: ExperimentIssue) => string | null
  },
): string {
  const lines = issues.map((issue, index) => {
    const { message, line, column } = issue
    const place = describePlace(issue) ?? (line === 0 ? path : `${path}:${line}:${column}`)
    return `dewpoint: ${message} [${place}]${index === issues.length - 1 ? hint : ''}`
  })
  return lines.map((line) => `${formatOneLine(line, 2000)}\n`).join('')
}
