import { metricGroups } from '../../../../shared/domain/quality.ts'
import type { Settings } from '../../../../shared/domain/provider.ts'
import { metricGroupLabels } from '../../../../shared/words/metric-words.ts'
import { jsonAt, type JsonPath } from '../../../components/editor-fields/json-at.ts'
import type { JsonValue } from '../../../components/schema-form/settings-value.ts'
import type { SchemaAt, Suggestions } from '../../../components/yaml-editor/yaml-completions.ts'
import type { Choice } from '../../../components/editor-fields/distinct-choices.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'

/** What this machine knows that the schema cannot: providers, presets, metrics, tasks, models, prompts, variants. */
export function suggestionsFor(choices: EditorChoices, value: Settings): Suggestions {
  const metrics = choices.metrics.map(({ id, label }) => ({ value: id, about: label }))
  const variants = variantIds(value).map((id) => ({ value: id, about: 'variant' }))
  const named = (list: readonly Choice[]) => list.map(({ value: id, label }) => ({ value: id, about: label }))
  return {
    'tasks.*': named(choices.tasks),
    'variants.*.provider': choices.providers.map(({ id, label }) => ({ value: id, about: label })),
    'variants.*.preset': choices.presets.map(({ id, providerId }) => ({ value: id, about: providerId })),
    'variants.*.profile': named(choices.profiles),
    'variants.*.prompt': named(choices.prompts),
    'metrics.*': [
      ...metricGroups.map((group) => ({ value: group, about: `group: ${metricGroupLabels[group]}` })),
      ...metrics,
    ],
    'judge.profile': named(choices.profiles),
    'assert.*.metric': metrics,
    'assert.*.variant': variants,
    baseline: variants,
    primary: metrics,
    'margins.*key': metrics,
  }
}

/** The settings of a variant have the schema of its provider. */
export function schemaOfSettings(choices: EditorChoices, value: Settings): SchemaAt {
  return (path: JsonPath): JsonValue | null => {
    if (path.length !== 3 || path[0] !== 'variants' || path[2] !== 'settings') return null
    const providerId = jsonAt(value, [...path.slice(0, 2), 'provider'])
    const provider = choices.providers.find(({ id }) => id === providerId)
    // A JSON Schema that came over the wire is JSON.
    return provider === undefined ? null : (provider.settingsJsonSchema as JsonValue)
  }
}

/** The variants that a text names, in their order. */
export function variantIds(value: Settings): readonly string[] {
  const { variants } = value
  return (Array.isArray(variants) ? variants : [])
    .map((variant) => jsonAt(variant, ['id']))
    .filter((id) => typeof id === 'string')
}
