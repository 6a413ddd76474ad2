import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sampleLibraryFiles } from './sample/library/sample-files.ts'
import { recordSampleExperiment } from './sample/record-experiment.ts'
import { sampleTaskFiles } from './sample/task-files.ts'

/** Writes the bundled samples. Tests fail while the committed files differ from what this writes. */
const resourcesFolder = join(import.meta.dirname, '..', 'resources')

function write(folder: string, name: string, text: string): void {
  const path = join(resourcesFolder, folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`${folder}/${name}: ${text.length} characters`)
}

for (const [name, text] of sampleTaskFiles()) write('sample-task', name, text)
// Names of files follow from their stories: none may be left of a story that has changed.
rmSync(join(resourcesFolder, 'samples'), { recursive: true, force: true })
for (const [name, text] of sampleLibraryFiles()) write('samples', name, text)
// It is recorded on the task that was just written.
write('sample-experiment', 'experiment.json', `${JSON.stringify(await recordSampleExperiment(), null, 1)}\n`)
