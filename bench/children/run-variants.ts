import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openBuiltApp } from '../lib/open-built-app.ts'
import { timeOnce } from '../lib/timing.ts'

/** Bytes of the store before and after many runs with different settings on one task. */
export type VariantFigures = {
  readonly variants: number
  readonly storeBefore: number
  readonly storeAfter: number
  /** Bytes of the task's history as the store keeps it. */
  readonly compressedSource: number
  readonly firstMs: number
  readonly otherMs: number
}

const variants = 20
const [dataFolder = '', taskFolder = ''] = process.argv.slice(2)
const storeFile = join(dataFolder, 'dewpoint.sqlite')

const opening = await openBuiltApp(dataFolder)
const taskId = (await opening.client.tasks.open({ kind: 'path', path: taskFolder })).tasks[0]?.id ?? ''
await opening.close()
const storeBefore = statSync(storeFile).size
const compressedSource = largestBlob()

const app = await openBuiltApp(dataFolder)
const times: number[] = []
for (let variant = 0; variant < variants; variant += 1) times.push((await timeOnce(() => run(variant))).ms)
await app.close()

const [firstMs = Number.NaN, ...others] = times
const figures: VariantFigures = {
  variants,
  storeBefore,
  storeAfter: statSync(storeFile).size,
  compressedSource,
  firstMs,
  otherMs: others.reduce((sum, ms) => sum + ms, 0) / others.length,
}
console.log(JSON.stringify(figures))

/** Half of the variants take out repeats, half cut old tool content; no two have the same settings. */
async function run(variant: number): Promise<void> {
  const step = variant >> 1
  const request =
    variant % 2 === 0
      ? { providerId: 'lossless', settings: { keepFirst: 1 + step, preserveRecentCount: 2 * step } }
      : {
          providerId: 'truncation',
          settings: { preserveRecentCount: 5 + 4 * step, minTokens: 100 + 20 * step },
        }
  const { id } = await app.client.runs.start({ taskId, ...request })
  for await (const event of await app.client.runs.watch({ runId: id })) {
    if (event.kind === 'finished' && event.run.status !== 'condensed')
      throw new Error(`variant ${variant} ended ${event.run.status}`)
  }
}

function largestBlob(): number {
  const database = new Database(storeFile, { readonly: true })
  const bytes = database.prepare('select max(length(bytes)) from blobs').pluck().get()
  database.close()
  return Number(bytes)
}
