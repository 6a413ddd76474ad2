import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findMethod, methods } from '../src/main/methods/methods.ts'
import { readPresetFile } from '../src/shared/methods/preset-file-types.ts'
import { presetSchema } from './preset-schema.ts'

const folder = join(import.meta.dirname, '..', 'resources', 'presets')
const schemaName = 'preset.schema.json'

/** Every `$ref` in a schema. */
function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === '$ref' ? [String(inner)] : referencesIn(inner),
  )
}

describe('the published schema of preset files', () => {
  it('is what `npm run schemas` writes now', () => {
    const published: unknown = JSON.parse(readFileSync(join(folder, schemaName), 'utf8'))
    expect(published).toEqual(JSON.parse(JSON.stringify(presetSchema())))
  })

  it('describes the settings of every provider, and refers to nothing that it lacks', () => {
    const schema = presetSchema()
    const definitions = Object.keys(Object(schema['$defs']))
    expect(definitions).toEqual(expect.arrayContaining(methods.map(({ id }) => id)))
    const references = referencesIn(schema)
    expect(references).toEqual(expect.arrayContaining(methods.map(({ id }) => `#/$defs/${id}`)))
    const lost = references.filter((reference) => !definitions.includes(reference.replace('#/$defs/', '')))
    expect(lost).toEqual([])
  })
})

describe('presets that ship as files', () => {
  it('are read like any other preset file, and fit their methods', () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.json') && name !== schemaName,
    )
    const faults = names.flatMap((name) => {
      const read = readPresetFile(readFileSync(join(folder, name), 'utf8'))
      if (!read.ok) return read.issues.map(({ path, message }) => `${name}: ${path.join('.')}: ${message}`)
      const bound = findMethod(read.file.providerId)?.bind(read.file.settings, findMethod)
      return bound?.ok === true ? [] : [`${name}: its settings do not fit ${read.file.providerId}`]
    })
    expect(faults).toEqual([])
  })
})
