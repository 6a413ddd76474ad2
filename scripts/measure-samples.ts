import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureSamples } from './sample/measure-samples.ts'

/** Measures every arm over the bundled samples and writes what the Guide recommends by where nothing else is measured. */
const folder = join(import.meta.dirname, '..', 'resources', 'measurement')
const { measurement, report } = await measureSamples()
mkdirSync(folder, { recursive: true })
const json = `${JSON.stringify(measurement)}\n`
writeFileSync(join(folder, 'report.html'), report)
writeFileSync(join(folder, 'measurement.json'), json)
console.log(
  `measurement/report.html: ${report.length} characters; measurement/measurement.json: ${json.length} characters; ${measurement.tasks} tasks, ${Object.keys(measurement.arms).length} arms`,
)
