import { formatFieldSentence } from '../../../../shared/kernel/describe-issue.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import type { FieldPath } from './form-field.ts'

/** What is wrong with exactly this field, as a sentence below it. */
export function findFieldIssue(issues: readonly SettingIssue[], path: FieldPath): string | undefined {
  const issue = issues.find((candidate) => candidate.path.join('/') === path.join('/'))
  return issue === undefined ? undefined : formatFieldSentence(issue.message)
}

/** What is wrong below a field, with paths from there on. */
export function selectIssuesBelow(issues: readonly SettingIssue[], path: FieldPath): readonly SettingIssue[] {
  return issues
    .filter(
      (issue) => issue.path.length > path.length && path.every((key, at) => String(issue.path[at]) === key),
    )
    .map((issue) => ({ path: issue.path.slice(path.length), message: issue.message }))
}

/** The first thing that is wrong with an item of a plain list: `Item 2 must not be empty.` */
export function describeIssueBelow(issues: readonly SettingIssue[], path: FieldPath): string | undefined {
  const [first] = selectIssuesBelow(issues, path)
  return first === undefined
    ? undefined
    : `Entry ${Number(first.path[0]) + 1}: ${formatFieldSentence(first.message)}`
}
