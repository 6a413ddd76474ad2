import { join } from 'node:path'
import { statisticsDocument } from './statistics/statistics-document.ts'
import { writeFormatted } from './write-formatted.ts'

/** `npm run statistics` simulates how the statistics behave and writes `docs/statistics.md`, in some minutes. */
const file = join(import.meta.dirname, '..', 'docs', 'statistics.md')
const begun = performance.now()
const text = statisticsDocument({ seed: 1, experiments: 1000, resamples: 200 })
writeFormatted(file, text)
console.log(`${file}: ${Math.round((performance.now() - begun) / 1000)} s`)
