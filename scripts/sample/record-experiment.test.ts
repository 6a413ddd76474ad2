import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unpackText } from '../../src/main/platform/workers/compression.ts'
import {
  experimentExportSchema,
  type ExperimentExport,
} from '../../src/shared/experiments/experiment-types.ts'
import { recordSampleExperiment } from './record-experiment.ts'

const file = join(import.meta.dirname, '../../resources/sample-experiment/experiment.json')
const text = readFileSync(file, 'utf8')

/** What differs from one recording to the next, and from one version to the next, wherever it stands. */
const measured = new Set(['duration', 'durationMs', 'timeMs', 'finishedTs', 'writtenBy'])

function withoutMeasures(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMeasures)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !measured.has(key))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutMeasures(inner)]))
}

/** The experiment with its results as they are, instead of packed. */
function comparable({ results = {}, ...rest }: ExperimentExport): unknown {
  const unpacked = Object.entries(results).map(([cellId, packed]) => {
    const result: unknown = JSON.parse(unpackText(new Uint8Array(Buffer.from(packed, 'base64'))))
    return [cellId, result] as const
  })
  return withoutMeasures({ ...rest, results: Object.fromEntries(unpacked) })
}

describe('the sample experiment', () => {
  it('is committed as the engine does it now', async () => {
    const committed = comparable(experimentExportSchema.parse(JSON.parse(text)))
    expect(comparable(await recordSampleExperiment()), 'run `npm run sample`').toEqual(committed)
  })

  it('is small, names nothing of the machine that made it, and holds every result', () => {
    expect(text.length).toBeLessThan(300_000)
    expect(text).not.toContain(import.meta.dirname.split(/[\\/]/).slice(0, -2).join('/'))
    expect(text).not.toMatch(/dewpoint-sample-|\/tmp\//)
    const { cells, results = {} } = experimentExportSchema.parse(JSON.parse(text))
    expect(cells).toHaveLength(20)
    const condensed = cells.filter(({ outcome }) => outcome === 'condensed').map(({ id }) => id)
    expect(Object.keys(results).toSorted()).toEqual(condensed.toSorted())
  })
})
