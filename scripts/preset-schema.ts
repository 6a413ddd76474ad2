import { z } from 'zod'
import { providers } from '../src/main/engine/registry.ts'
import { presetFileSchema } from '../src/shared/domain/preset-file.ts'

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
      providerId: { ...objectOf(properties?.['providerId']), examples: providers.map(({ id }) => id) },
      settings: { type: 'object', description: 'What is left out are the defaults of the provider.' },
    },
    allOf: providers.map(({ id }) => ({
      if: { properties: { providerId: { const: id } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nothing awaits it
      then: { properties: { settings: { $ref: `#/$defs/${id}` } } },
    })),
    $defs: Object.fromEntries(providers.flatMap(({ id, settings }) => definitionsOf(id, settings))),
  }
}

/** The schema of a provider's settings and its own definitions, under names that begin with the provider's. */
function definitionsOf(id: string, settings: z.ZodType): readonly (readonly [string, unknown])[] {
  const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(settings, { io: 'input' })
  const own = Object.entries($defs).map(([name, definition]) => [`${id}.${name}`, definition] as const)
  return [[id, schema] as const, ...own].map(([name, part]) => [name, withReferences(id, part)])
}

/** A copy whose references lead to the renamed definitions. */
function withReferences(id: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withReferences(id, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? renamed(id, inner) : withReferences(id, inner),
    ]),
  )
}

function renamed(id: string, reference: string): string {
  return reference === '#' ? `#/$defs/${id}` : reference.replace(/^#\/\$defs\//, `#/$defs/${id}.`)
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
