import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import { readJsonAtPath, type JsonPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'
import { editYamlText, type TextEdit } from '../../../ui/components/yaml-editor/edit-yaml-text.ts'
import { readYamlText } from '../../../ui/components/yaml-editor/read-yaml-text.ts'
import { findFreeName } from './find-free-name.ts'
import { formatWindow } from './sweep-policies.ts'

/** Settings that ids are made of. */
const namedKeys = ['provider', 'preset', 'arm', 'threshold', 'window']

/**
 * The text with a change of the form in it. The id of a policy that was made of its settings, as `native-50` is, goes
 * along with them. One that somebody chose stays.
 */
export function editWithId(text: string, edit: TextEdit): string {
  const edited = editYamlText(text, edit)
  if (edit.kind !== 'set' || !isNamedSetting(edit.path)) return edited
  const [, index] = edit.path
  const policies = readPolicies(text)
  const before = policies[Number(index)]
  const id = findFollowingId(before, createChangedReader(before, edit), policies)
  return id === null
    ? edited
    : editYamlText(edited, { kind: 'set', path: ['policies', index ?? 0, 'id'], value: id })
}

function readPolicies(text: string): readonly JsonValue[] {
  const read = readYamlText(text, 'policies')
  const list = 'value' in read ? read.value['policies'] : undefined
  return Array.isArray(list) ? list : []
}

function isNamedSetting(path: JsonPath): boolean {
  const [list, , key] = path
  return list === 'policies' && (path.length === 2 || (path.length === 3 && namedKeys.includes(String(key))))
}

/** The settings of a policy after a change of one of them, or of the whole of it. */
function createChangedReader(
  before: JsonValue | undefined,
  { path: [, , changed], value }: Extract<TextEdit, { kind: 'set' }>,
): (key: string) => JsonValue | undefined {
  if (changed === undefined) return (key) => readJsonAtPath(value, [key])
  return (key) => (key === changed ? value : readJsonAtPath(before, [key]))
}

/** What a policy condenses with, as its id says it. */
function pickPolicyName(valueOf: (key: string) => JsonValue | undefined): JsonValue | undefined {
  const [arm, provider, preset] = [valueOf('arm'), valueOf('provider'), valueOf('preset')]
  if (typeof arm === 'string') return arm
  // A composed provider is what its preset makes of it.
  return provider === 'composed' && typeof preset === 'string' ? preset : provider
}

/** The id that a policy has after a change of its settings. Null where it keeps the one that it has. */
function findFollowingId(
  before: JsonValue | undefined,
  valueOf: (key: string) => JsonValue | undefined,
  policies: readonly JsonValue[],
): string | null {
  const id = readJsonAtPath(before, ['id'])
  if (typeof id !== 'string') return null
  const [old, next] = [buildUsualIds((key) => readJsonAtPath(before, [key])), buildUsualIds(valueOf)]
  const form = old.findIndex((made) => made !== null && isMade(id, made))
  const made = next[form]
  if (made == null || made === old[form]) return null
  const others = policies
    .filter((policy) => policy !== before)
    .map((policy) => readJsonAtPath(policy, ['id']))
  return findFreeName(made, new Set(others.filter((other) => typeof other === 'string')))
}

/** What the usual policies and a sweep call such a policy. Null where its settings give no name. */
function buildUsualIds(valueOf: (key: string) => JsonValue | undefined): readonly (string | null)[] {
  const provider = pickPolicyName(valueOf)
  const threshold = valueOf('threshold') ?? usualTrigger.thresholdPercent
  const window = valueOf('window') ?? usualTrigger.windowTokens
  if (typeof provider !== 'string' || typeof threshold !== 'number') return [null, null]
  return [
    `${provider}-${threshold}`,
    typeof window === 'number' ? `${provider}-${formatWindow(window)}-${threshold}` : null,
  ]
}

/** Whether an id is made: the same, or with the number that made it different from another one. */
function isMade(id: string, made: string): boolean {
  return id === made || (id.startsWith(`${made}-`) && /^\d{1,2}$/.test(id.slice(made.length + 1)))
}
