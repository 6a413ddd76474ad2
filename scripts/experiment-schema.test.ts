import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { methods } from '../src/main/methods/methods.ts'
import { experimentFileSchema, variantSchema } from '../src/shared/experiments/experiment-file-types.ts'
import { experimentSchema } from './experiment-schema.ts'

const file = join(import.meta.dirname, '..', 'resources', 'experiments', 'experiment.schema.json')

/** Every value of a key in a schema, however deep. */
function valuesOf(key: string, schema: unknown): readonly unknown[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, inner]: [string, unknown]) =>
    name === key ? [inner] : valuesOf(key, inner),
  )
}

describe('the published schema of experiments', () => {
  it('is what `npm run schemas` writes now', () => {
    const published: unknown = JSON.parse(readFileSync(file, 'utf8'))
    expect(published).toEqual(JSON.parse(JSON.stringify(experimentSchema())))
  })

  it('explains every key of an experiment and of a variant', () => {
    const { properties } = JSON.parse(JSON.stringify(experimentSchema()))
    expect(Object.keys(properties)).toEqual(Object.keys(experimentFileSchema.shape))
    const variant = properties.variants.items.properties
    expect(Object.keys(variant)).toEqual(Object.keys(variantSchema.shape))
    const described = Object.entries<{ description?: string }>({ ...properties, ...variant })
    expect(described.filter(([, { description }]) => description === undefined)).toEqual([])
  })

  it('proposes every provider with its presets, and takes others too', () => {
    const { items } = JSON.parse(JSON.stringify(experimentSchema())).properties.variants
    expect(items.properties.provider.anyOf).toEqual([
      { enum: methods.map(({ id }) => id) },
      { type: 'string', minLength: 1 },
    ])
    const smart = items.allOf.find((one: { if: object }) => valuesOf('const', one.if).includes('smart'))
    expect(smart.then.properties.preset.anyOf[0].enum).toContain('balanced')
    expect(smart.then.properties.settings).toEqual({ $ref: '#/$defs/smart' })
  })

  it('refers to nothing that it lacks', () => {
    const schema = experimentSchema()
    const known = Object.keys(Object(schema['$defs'])).map((name) => `#/$defs/${name}`)
    expect(valuesOf('$ref', schema).filter((reference) => !known.includes(String(reference)))).toEqual([])
  })
})
