import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordSampleExperiment } from './sample/record-experiment.ts'
import { sampleTaskFiles } from './sample/task-files.ts'

/** Writes the bundled samples. Tests fail while the committed files differ from what this writes. */
const resourcesFolder = join(import.meta.dirname, '..', 'resources')

function write(folder: string, name: string, text: string): void {
  mkdirSync(join(resourcesFolder, folder), { recursive: true })
  writeFileSync(join(resourcesFolder, folder, name), text)
  console.log(`${folder}/${name}: ${text.length} characters`)
}

for (const [name, text] of sampleTaskFiles()) write('sample-task', name, text)
// It is recorded on the task that was just written.
write('sample-experiment', 'experiment.json', `${JSON.stringify(await recordSampleExperiment(), null, 1)}\n`)
