import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { experimentSchema } from './experiment-schema.ts'
import { presetSchema } from './preset-schema.ts'
import { replayPolicySchema } from './replay-policy-schema.ts'

/** Writes the schemas in `resources`. Tests fail while a committed file differs from what this writes. */
const schemas = {
  'presets/preset.schema.json': presetSchema(),
  'experiments/experiment.schema.json': experimentSchema(),
  'replay/replay-policy.schema.json': replayPolicySchema(),
}

for (const [name, schema] of Object.entries(schemas)) {
  const file = join(import.meta.dirname, '..', 'resources', name)
  const options = { ...(await resolveConfig(file)), filepath: file }
  const text = await format(JSON.stringify(schema), options)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`${file}: ${text.length} characters`)
}
