import { z } from 'zod'
import { methods } from '../src/main/methods/methods.ts'
import { presetFileSchema } from '../src/shared/methods/preset-file-types.ts'
import { settingsDefinitions } from './settings-definitions.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * JSON Schema (2020-12) of preset files. Settings are described for every provider that ships with Dewpoint, by
 * `providerId`; those of others are any object.
 */
export function presetSchema(): Schema {
  const { $schema, properties, ...file } = z.toJSONSchema(presetFileSchema, { io: 'input' })
  return {
    $schema,
    title: 'Dewpoint preset',
    description: 'Settings of a condensation provider, to be imported with `dewpoint presets import`.',
    ...file,
    properties: {
      ...properties,
      providerId: { ...objectOf(properties?.['providerId']), examples: methods.map(({ id }) => id) },
      settings: { type: 'object', description: 'What is left out are the defaults of the provider.' },
    },
    allOf: methods.map(({ id }) => ({
      if: { properties: { providerId: { const: id } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nothing awaits it
      then: { properties: { settings: { $ref: `#/$defs/${id}` } } },
    })),
    $defs: settingsDefinitions(),
  }
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
