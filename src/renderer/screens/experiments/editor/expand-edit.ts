import type { Settings } from '../../../../shared/methods/provider-types.ts'
import { readJsonAtPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import type { TextEdit } from '../../../ui/components/yaml-editor/edit-yaml-text.ts'
import { readVariantIds } from './completion-sources.ts'

/**
 * An edit of an experiment with those that follow from it: the baseline and the assertions go on naming a variant whose id
 * changes. While two variants have one id they name the old one, and follow with the next letter that tells the two apart.
 */
export function expandEdit(value: Settings, edit: TextEdit): readonly TextEdit[] {
  if (edit.kind !== 'set' || typeof edit.value !== 'string') return [edit]
  const [list, , key, ...rest] = edit.path
  if (list !== 'variants' || key !== 'id' || rest.length > 0) return [edit]
  const before = readJsonAtPath(value, edit.path)
  const ids = readVariantIds(value)
  if (ids.includes(edit.value)) return [edit]
  const isAlone = ids.filter((id) => id === before).length === 1
  const assertions = readJsonAtPath(value, ['assert'])
  const naming = [
    ['baseline'],
    ...(Array.isArray(assertions) ? assertions.map((_, index) => ['assert', index, 'variant']) : []),
  ]
  const followers = naming.filter((path) => {
    const named = readJsonAtPath(value, path)
    return typeof named === 'string' && (isAlone ? named === before : !ids.includes(named))
  })
  return [edit, ...followers.map((path): TextEdit => ({ kind: 'set', path, value: edit.value }))]
}
