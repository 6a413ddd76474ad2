import { z } from 'zod'
import { experimentMetrics } from '../src/main/features/experiments/experiment-metrics.ts'
import { methods } from '../src/main/methods/methods.ts'
import { metricGroups } from '../src/shared/activity/quality-types.ts'
import {
  assertionSchema,
  experimentFileSchema,
  variantSchema,
} from '../src/shared/experiments/experiment-file-types.ts'
import { settingsDefinitions } from './settings-definitions.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * JSON Schema (2020-12) of experiments, for editors: ids of methods, presets and metrics are proposed and others
 * allowed; settings are described for every provider that ships with Dewpoint.
 */
export function experimentSchema(): Schema {
  const { $schema, properties, $defs: _, ...file } = z.toJSONSchema(experimentFileSchema, { io: 'input' })
  const metrics = experimentMetrics.map(({ id }) => id)
  return {
    $schema,
    title: 'Dewpoint experiment',
    description:
      'Variants that are compared at checkpoints of recorded tasks. `dewpoint experiment` runs it.',
    ...file,
    properties: {
      ...properties,
      variants: { ...objectOf(properties?.['variants']), items: variantOf() },
      metrics: { ...objectOf(properties?.['metrics']), items: proposed([...metricGroups, ...metrics]) },
      margins: {
        ...objectOf(properties?.['margins']),
        properties: Object.fromEntries(metrics.map((id) => [id, { type: 'number', minimum: 0 }])),
      },
      assert: { ...objectOf(properties?.['assert']), items: assertionOf(metrics) },
    },
    $defs: settingsDefinitions(),
  }
}

function variantOf(): Schema {
  const { $schema: _, $defs: _own, properties, ...variant } = z.toJSONSchema(variantSchema, { io: 'input' })
  const { provider, settings } = properties ?? {}
  return {
    ...variant,
    properties: {
      ...properties,
      provider: { ...described(provider), ...proposed(methods.map(({ id }) => id)) },
      settings: { ...described(settings), type: 'object' },
    },
    allOf: methods.map(({ id, presets }) => ({
      if: { properties: { provider: { const: id } }, required: ['provider'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nothing awaits it
      then: {
        properties: {
          ...(presets.length === 0 ? {} : { preset: proposed(presets.map((preset) => preset.id)) }),
          settings: { $ref: `#/$defs/${id}` },
        },
      },
    })),
  }
}

function assertionOf(metrics: readonly string[]): Schema {
  const { $schema: _, properties, ...assertion } = z.toJSONSchema(assertionSchema, { io: 'input' })
  const metric = { ...described(properties?.['metric']), ...proposed(metrics) }
  const anyOf = ['min', 'max', 'verdict'].map((key) => ({ required: [key] }))
  return { ...assertion, properties: { ...properties, metric }, anyOf }
}

/** Editors complete the names and take any other text. */
const proposed = (names: readonly string[]): Schema => ({
  anyOf: [{ enum: names }, { type: 'string', minLength: 1 }],
})

const described = (value: unknown): Schema => ({ description: Object(value)['description'] })

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
