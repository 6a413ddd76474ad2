import type { SettingIssue } from '../../../shared/api/providers.ts'
import type { Settings } from '../../../shared/domain/provider.ts'
import { sentenceBelowField } from '../../../shared/lib/describe-issue.ts'
import type { FieldPath, FormField } from './form-field.ts'
import type { JsonValue } from './settings-value.ts'

/** What every widget of a form is given. */
export type FieldInputProps<Field extends FormField = FormField> = {
  readonly field: Field
  readonly settings: Settings
  readonly issues: readonly SettingIssue[]
  readonly onValue: (path: FieldPath, value: JsonValue) => void
}

/** What is wrong with exactly this field. */
export function issueAt(issues: readonly SettingIssue[], path: FieldPath): string | undefined {
  const issue = issues.find((candidate) => candidate.path.join('/') === path.join('/'))
  return issue === undefined ? undefined : sentenceBelowField(issue.message)
}
