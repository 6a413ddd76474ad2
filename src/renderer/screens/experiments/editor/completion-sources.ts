import { metricGroupLabels } from '../../../../shared/activity/metric-words.ts'
import { metricGroups } from '../../../../shared/activity/quality-types.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import type { Choice } from '../../../ui/components/editor-fields/list-distinct-choices.ts'
import { readJsonAtPath, type JsonPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'
import type { SchemaAt, Suggestions } from '../../../ui/components/yaml-editor/find-yaml-completions.ts'

/** What this machine knows that the schema cannot: providers, presets, metrics, tasks, models, prompts, variants. */
export function collectSuggestions(choices: EditorChoices, value: Settings): Suggestions {
  const metrics = choices.metrics.map(({ id, label }) => ({ value: id, about: label }))
  const variants = readVariantIds(value).map((id) => ({ value: id, about: 'variant' }))
  const toSuggestions = (list: readonly Choice[]) =>
    list.map(({ value: id, label }) => ({ value: id, about: label }))
  return {
    'tasks.*': toSuggestions(choices.tasks),
    'variants.*.provider': choices.providers.map(({ id, label }) => ({ value: id, about: label })),
    'variants.*.preset': choices.presets.map(({ id, providerId }) => ({ value: id, about: providerId })),
    'variants.*.profile': toSuggestions(choices.profiles),
    'variants.*.prompt': toSuggestions(choices.prompts),
    'metrics.*': [
      ...metricGroups.map((group) => ({ value: group, about: `group: ${metricGroupLabels[group]}` })),
      ...metrics,
    ],
    'judge.profile': toSuggestions(choices.profiles),
    'assert.*.metric': metrics,
    'assert.*.variant': variants,
    baseline: variants,
    primary: metrics,
    'margins.*key': metrics,
  }
}

/** The settings of a variant have the schema of its provider. */
export function createSettingsSchemaFinder(choices: EditorChoices, value: Settings): SchemaAt {
  return (path: JsonPath): JsonValue | null => {
    if (path.length !== 3 || path[0] !== 'variants' || path[2] !== 'settings') return null
    const providerId = readJsonAtPath(value, [...path.slice(0, 2), 'provider'])
    const provider = choices.providers.find(({ id }) => id === providerId)
    // A JSON Schema that came over the wire is JSON.
    return provider === undefined ? null : (provider.settingsJsonSchema as JsonValue)
  }
}

/** The variants that a text names, in their order. */
export function readVariantIds(value: Settings): readonly string[] {
  const { variants } = value
  return (Array.isArray(variants) ? variants : [])
    .map((variant) => readJsonAtPath(variant, ['id']))
    .filter((id) => typeof id === 'string')
}
