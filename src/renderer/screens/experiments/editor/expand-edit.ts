import type { Settings } from '../../../../shared/methods/provider-types.ts'
import { readJsonAtPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import type { TextEdit } from '../../../ui/components/yaml-editor/edit-yaml-text.ts'
import { readVariantIds } from './completion-sources.ts'

/**
 * An edit of an experiment with those that follow from it: the baseline and the assertions go on naming a variant whose id
 * changes. Where two variants have the same id, which of them is meant is not known, and they stay.
 */
export function expandEdit(value: Settings, edit: TextEdit): readonly TextEdit[] {
  if (edit.kind !== 'set' || typeof edit.value !== 'string') return [edit]
  const [list, , key, ...rest] = edit.path
  const before = readJsonAtPath(value, edit.path)
  if (list !== 'variants' || key !== 'id' || rest.length > 0 || before === undefined) return [edit]
  const ids = readVariantIds(value)
  if (ids.filter((id) => id === before).length > 1 || ids.includes(edit.value)) return [edit]
  const assertions = readJsonAtPath(value, ['assert'])
  const naming = [
    ['baseline'],
    ...(Array.isArray(assertions) ? assertions.map((_, index) => ['assert', index, 'variant']) : []),
  ]
  const followers = naming.filter((path) => readJsonAtPath(value, path) === before)
  return [edit, ...followers.map((path): TextEdit => ({ kind: 'set', path, value: edit.value }))]
}
