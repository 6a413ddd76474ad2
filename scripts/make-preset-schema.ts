import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { presetSchema } from './preset-schema.ts'

/** Writes `resources/presets/preset.schema.json`. A test fails while the committed file differs from what this writes. */
const folder = join(import.meta.dirname, '..', 'resources', 'presets')
const file = join(folder, 'preset.schema.json')

const options = { ...(await resolveConfig(file)), filepath: file }
const text = await format(JSON.stringify(presetSchema()), options)
mkdirSync(folder, { recursive: true })
writeFileSync(file, text)
console.log(`${file}: ${text.length} characters`)
