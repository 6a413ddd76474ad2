import type { ExperimentIssue } from '../../../shared/domain/experiment-file.ts'
import { oneLine } from './figures.ts'

/** One line for each fault of an experiment file: what, where, and behind the last what to do. */
export function experimentIssuesText(issues: readonly ExperimentIssue[], path: string): string {
  return issues
    .map(({ message, line, column }, index) => {
      const place = line === 0 ? path : `${path}:${line}:${column}`
      const hint =
        index === issues.length - 1
          ? ' Mend the file; its schema is in resources/experiments/experiment.schema.json.'
          : ''
      return `${oneLine(`dewpoint: ${message} [${place}]${hint}`, 2000)}\n`
    })
    .join('')
}
