import type { SettingIssue } from '../../../shared/api/providers.ts'
import type { FormField } from '../../components/schema-form/form-field.ts'

/** Issues that no widget of the form shows, as sentences with their path: unknown keys, the settings as a whole. */
export function unplacedIssues(
  fields: readonly FormField[],
  issues: readonly SettingIssue[],
): readonly string[] {
  const placed = new Set(fields.flatMap(pathsOf))
  return issues
    .filter((issue) => !placed.has(issue.path.join('/')))
    .map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`))
}

function pathsOf(field: FormField): readonly string[] {
  const own = field.path.join('/')
  switch (field.kind) {
    case 'group':
      return field.fields.flatMap(pathsOf)
    case 'choice':
      return [
        own,
        `${own}/${field.tag}`,
        ...field.variants.flatMap((variant) => variant.fields.flatMap(pathsOf)),
      ]
    case 'json-only':
      return []
    default:
      return [own]
  }
}
