import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import * as fc from 'fast-check'
import { z } from 'zod'
import { ImportFailure } from '../../src/main/agents/import-failure.ts'
import { importTask } from '../../src/main/agents/import-task.ts'
import { damaged, damages, type Damage } from '../lib/damage.ts'
import { readerSamples, type ReaderSample } from '../lib/reader-samples.ts'

/**
 * A thread that reads damaged files: cases of one seed, one after another. The clock, shared with whoever watches, holds the
 * number of the case and when it began. What was found is posted, with what it takes to see it again.
 */

/** What came of the cases of one seed. */
export type DamagedFigures = {
  readonly runs: number
  /** Histories that were damaged. */
  readonly samples: number
  readonly read: number
  readonly refused: number
  readonly slowestMs: number
  readonly crash: {
    readonly sample: string
    /** For fast-check, to see it again with the same seed. */
    readonly path: string | null
    readonly changes: string
    readonly error: string
  } | null
}

const { seed, runs, clock } = z
  .object({ seed: z.number(), runs: z.number(), clock: z.instanceof(SharedArrayBuffer) })
  .parse(workerData)
const shared = new Float64Array(clock)
const folder = mkdtempSync(join(tmpdir(), 'dewpoint-damaged-'))
const samples = await readable(readerSamples())
const tally = { read: 0, refused: 0, slowestMs: 0 }

/** Those that are histories when they are whole; others lie beside one. */
async function readable(all: readonly ReaderSample[]): Promise<readonly ReaderSample[]> {
  const found: ReaderSample[] = []
  for (const sample of all) {
    const path = join(folder, sample.file)
    writeFileSync(path, sample.bytes)
    const isRead = await importTask(path).then(
      () => true,
      () => false,
    )
    if (isRead) found.push(sample)
    rmSync(path)
  }
  return found
}

async function readOne({ sample: at, changes }: Damage): Promise<void> {
  const sample = samples[at]
  if (sample === undefined) return
  const path = join(folder, sample.file)
  writeFileSync(path, damaged(sample, changes))
  shared[0] = (shared[0] ?? 0) + 1
  shared[1] = Date.now()
  const start = performance.now()
  try {
    await importTask(path)
    tally.read += 1
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    tally.refused += 1
  } finally {
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - start)
    rmSync(path, { force: true })
  }
}

const details = await fc.check(fc.asyncProperty(damages(samples.length), readOne), { seed, numRuns: runs })
rmSync(folder, { recursive: true, force: true })
const [found] = details.counterexample ?? []
const crash =
  found === undefined
    ? null
    : {
        sample: samples[found.sample]?.name ?? '',
        path: details.counterexamplePath,
        changes: JSON.stringify(found.changes).slice(0, 600),
        error: String(
          details.errorInstance instanceof Error ? details.errorInstance.stack : details.errorInstance,
        ),
      }
const figures: DamagedFigures = { ...tally, samples: samples.length, runs: details.numRuns, crash }
parentPort?.postMessage(figures)
