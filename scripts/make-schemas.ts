import { join } from 'node:path'
import { experimentSchema } from './experiment-schema.ts'
import { gateSchema } from './gate-schema.ts'
import { presetSchema } from './preset-schema.ts'
import { replayPolicySchema } from './replay-policy-schema.ts'
import { writeFormatted } from './write-formatted.ts'

/** Writes the schemas in `resources`. Tests fail while a committed file differs from what this writes. */
const schemas = {
  'presets/preset.schema.json': presetSchema(),
  'experiments/experiment.schema.json': experimentSchema(),
  'gate/gate.schema.json': gateSchema(),
  'replay/replay-policy.schema.json': replayPolicySchema(),
}

for (const [name, schema] of Object.entries(schemas)) {
  const file = join(import.meta.dirname, '..', 'resources', name)
  const text = JSON.stringify(schema)
  writeFormatted(file, text)
  console.log(`${file}: ${text.length} characters`)
}
