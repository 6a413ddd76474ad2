import type { ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { formatIssues } from '../../../terminal/output/format-issues.ts'

/** The faults of an experiment file as `formatIssues` has them. With `namesTasks` its tasks came from the command line. */
export function formatExperimentIssues(
  issues: readonly ExperimentIssue[],
  { path, namesTasks }: { readonly path: string; readonly namesTasks: boolean },
): string {
  const isOfTasks = (issue: ExperimentIssue): boolean => namesTasks && issue.path === 'tasks'
  const hint = issues.every(isOfTasks)
    ? ''
    : ' Correct the file. Its schema is in resources/experiments/experiment.schema.json.'
  return formatIssues(issues, { path, hint, describePlace: (issue) => (isOfTasks(issue) ? '--tasks' : null) })
}
