import type { Settings } from '../../../../shared/domain/provider.ts'
import type { Choice } from '../../../components/editor-fields/distinct-choices.ts'
import { jsonAt, type JsonPath } from '../../../components/editor-fields/json-at.ts'
import type { JsonValue } from '../../../components/schema-form/settings-value.ts'
import type { Complete } from '../../../components/yaml-completion.ts'
import { yamlCompletions } from '../../../components/yaml-editor/yaml-completions.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { policySchema } from './policy-schema.ts'

/** What can be written at a place of a file of policies on this machine. */
export function policyCompletions(choices: EditorChoices, value: Settings): Complete {
  const named = (list: readonly Choice[]) => list.map(({ value: id, label }) => ({ value: id, about: label }))
  const providers = choices.providers.map(({ id, label }) => ({ value: id, about: label }))
  const presets = choices.presets.map(({ id, providerId }) => ({ value: id, about: providerId }))
  const plain = [
    { value: 'none', about: 'never condenses' },
    { value: 'recorded', about: 'what the agent sent' },
  ]
  const suggestions = {
    'policies.*.id': plain,
    'policies.*.provider': providers,
    'policies.*.preset': presets,
    'policies.*.profile': named(choices.profiles),
    'policies.*.prompt': named(choices.prompts),
    'policies.*.fallback.*.provider': providers,
    'policies.*.fallback.*.preset': presets,
  }
  const schemaAt = (path: JsonPath): JsonValue | null => {
    if (path.length !== 3 || path[0] !== 'policies' || path[2] !== 'settings') return null
    const providerId = jsonAt(value, [...path.slice(0, 2), 'provider'])
    const provider = choices.providers.find(({ id }) => id === providerId)
    // A JSON Schema that came over the wire is JSON.
    return provider === undefined ? null : (provider.settingsJsonSchema as JsonValue)
  }
  return (before) => yamlCompletions(before, { schema: policySchema, schemaAt, suggestions })
}
