import type { SettingIssue } from '../../../shared/api/providers.ts'
import type { Settings } from '../../../shared/domain/provider.ts'
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
  return issues.find((issue) => issue.path.join('/') === path.join('/'))?.message
}
