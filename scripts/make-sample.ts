import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleTaskFiles } from './sample/task-files.ts'

/** Writes `resources/sample-task`. A test fails while the committed files differ from what this writes. */
const folder = join(import.meta.dirname, '..', 'resources', 'sample-task')

mkdirSync(folder, { recursive: true })
for (const [name, text] of sampleTaskFiles()) {
  writeFileSync(join(folder, name), text)
  console.log(`${name}: ${text.length} characters`)
}
