import type { ExperimentIssue } from '../../../shared/domain/experiment-file.ts'
import { oneLine } from './figures.ts'

/**
 * One line for each fault of an experiment file: what, where, and behind the last what to do. With `namesTasks` its tasks
 * came from the command line.
 */
export function experimentIssuesText(
  issues: readonly ExperimentIssue[],
  { path, namesTasks }: { readonly path: string; readonly namesTasks: boolean },
): string {
  const lines = issues.map((issue) => {
    const { message, line, column } = issue
    if (namesTasks && issue.path === 'tasks') return `dewpoint: ${message} [--tasks]`
    return `dewpoint: ${message} [${line === 0 ? path : `${path}:${line}:${column}`}]`
  })
  const isOfFile = issues.some((issue) => !namesTasks || issue.path !== 'tasks')
  const hint = isOfFile
    ? ' Mend the file; its schema is in resources/experiments/experiment.schema.json.'
    : ''
  return lines
    .map((line, index) => `${oneLine(`${line}${index === lines.length - 1 ? hint : ''}`, 2000)}\n`)
    .join('')
}
