import type { ExperimentIssue } from '../../../shared/domain/experiment-file.ts'
import { issuesText } from './issues-text.ts'

/** The faults of an experiment file as `issuesText` has them. With `namesTasks` its tasks came from the command line. */
export function experimentIssuesText(
  issues: readonly ExperimentIssue[],
  { path, namesTasks }: { readonly path: string; readonly namesTasks: boolean },
): string {
  const isOfTasks = (issue: ExperimentIssue): boolean => namesTasks && issue.path === 'tasks'
  const hint = issues.every(isOfTasks)
    ? ''
    : ' Correct the file. Its schema is in resources/experiments/experiment.schema.json.'
  return issuesText(issues, { path, hint, placeOf: (issue) => (isOfTasks(issue) ? '--tasks' : null) })
}
