import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cellsFile, extractCells, formatCells, readRealCells } from './statistics/cells.ts'
import { statisticsDocument } from './statistics/statistics-document.ts'
import { writeFormatted } from './write-formatted.ts'

/**
 * `npm run statistics` simulates how the statistics behave and writes `docs/statistics.md`, in some minutes. With
 * `--cells <experiment.json>` it takes the numbers of an exported experiment over real histories first.
 */
const [option, exported] = process.argv.slice(2)
if (option === '--cells' && exported !== undefined)
  writeFileSync(cellsFile, formatCells(extractCells(readFileSync(exported, 'utf8'))))
const file = join(import.meta.dirname, '..', 'docs', 'statistics.md')
const begun = performance.now()
const text = statisticsDocument({ seed: 1, experiments: 1000, resamples: 200 }, readRealCells())
writeFormatted(file, text)
console.log(`${file}: ${Math.round((performance.now() - begun) / 1000)} s`)
