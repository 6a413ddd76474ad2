import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client } from 'pg'
import { readAddress } from '../../src/main/platform/queue/address.ts'
import { wantCells } from '../../src/main/platform/queue/cells.ts'
import { openSharedDatabase } from '../../src/main/platform/queue/database.ts'
import { startJobs } from '../../src/main/platform/queue/jobs.ts'
import { makeTables } from '../../src/main/platform/queue/tables.ts'
import { hasPostgres, startPostgres, type Postgres } from '../../src/main/platform/queue/testing/postgres.ts'
import type { SharedFigures } from '../children/run-shared-experiment.ts'
import { atMost, compareToJson, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { makeHistory } from '../lib/make-history.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { timeJson, timeOnce } from '../lib/timing.ts'
import { writeTask } from '../lib/write-task.ts'

const cuts = 20
const presets = [
  ['lossless', 'default'],
  ['lossless', 'strict'],
  ['truncation', 'default'],
  ['truncation', 'balanced'],
  ['native', 'classic'],
  ['native', 'current'],
  ['smart', 'balanced'],
  ['smart', 'aggressive'],
  ['sliding-window', 'classic'],
  ['sliding-window', 'current'],
] as const
const manyCells = 10_000

/** What it takes to have cells done by others, beside doing them. The server waits for its disk. */
export const queue: Benchmark = {
  id: 'queue',
  title: '200 cells on a shared PostgreSQL on this machine, by 1, 2 and 4 workers, against one process',
  measure: async () => {
    // Nothing to measure where no server runs.
    if (!(await hasPostgres())) return []
    await ensureBuild()
    const postgres = await startPostgres({ isDurable: true })
    try {
      return await inTemporaryFolder((folder) => measure(folder, postgres))
    } finally {
      await postgres.close()
    }
  },
}

async function measure(folder: string, postgres: Postgres): Promise<readonly Finding[]> {
  writeTask(join(folder, 'task'), makeHistory({ seed: 90, messages: 90, linesPerFile: 340 }))
  const run = (name: string, address: string): Promise<SharedFigures> =>
    runChild<SharedFigures>('run-shared-experiment.ts', [
      join(folder, name),
      folder,
      experimentText(),
      address,
    ])
  const alone = await run('alone', '')
  const found: Finding[] = [
    { what: 'one process', value: (1000 * alone.cells) / alone.ms, unit: 'cells/s', note: timeNote(alone) },
  ]
  for (const count of [1, 2, 4]) {
    const address = await postgres.database()
    const workers = await startWorkers(folder, address, count)
    const shared = await run(`run-${count}`, address)
    for (const worker of workers) await endWorker(worker)
    if (shared.cells !== alone.cells) throw new Error(`${shared.cells} cells were done`)
    found.push({
      what: `${count} ${count === 1 ? 'worker' : 'workers'}`,
      value: (1000 * shared.cells) / shared.ms,
      unit: 'cells/s',
      note: timeNote(shared),
    })
    if (count > 1) continue
    found.push({
      what: 'cells through the queue against the same cells in process',
      value: shared.ms / alone.ms,
      unit: 'x',
      target: atMost(1.5),
      note: `${((shared.ms - alone.ms) / shared.cells).toFixed(1)} ms more a cell: three commits that wait for the disk`,
    })
    found.push(...(await sizesOf(address, shared.cells)))
  }
  return [...found, await enqueueMany(await postgres.database())]
}

const timeNote = ({ cells, ms }: SharedFigures): string => `${cells} cells in ${ms.toFixed(0)} ms`

async function startWorkers(folder: string, address: string, count: number): Promise<ChildProcess[]> {
  const cli = join(import.meta.dirname, '../../out/main/cli.js')
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const data = join(folder, `worker-${count}-${index}`)
      const child = spawn(process.execPath, [cli, 'worker', '--data', data, '--concurrency', '4'], {
        env: { ...process.env, DEWPOINT_DATABASE: address },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      // It says so once it is connected.
      await once(child.stderr, 'data')
      return child
    }),
  )
}

async function endWorker(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit')
  worker.kill('SIGINT')
  await ended
}

async function sizesOf(address: string, cells: number): Promise<readonly Finding[]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query<{ name: string; bytes: string; rows: string }>(
    `select c.relname as name, pg_total_relation_size(c.oid)::text as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('dewpoint', 'dewpoint_jobs') and c.relkind = 'r' order by pg_total_relation_size(c.oid) desc`,
  )
  await client.end()
  const total = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  const largest = rows
    .slice(0, 4)
    .map(({ name, bytes }) => `${name} ${(Number(bytes) / 1024).toFixed(0)} KiB`)
    .join(', ')
  const note = `${(total / cells / 1000).toFixed(1)} kB a cell; ${largest}`
  return [{ what: 'all tables after the run', value: total / 1e6, unit: 'MB', note }]
}

async function enqueueMany(text: string): Promise<Finding> {
  const address = readAddress(text)
  if ('fault' in address) throw new Error(address.fault)
  const { signal } = new AbortController()
  const database = await openSharedDatabase({ address, signal, tell: () => undefined })
  await makeTables(database)
  const jobs = await startJobs(database)
  await jobs.makeQueue('many')
  const keys = Array.from({ length: manyCells }, (_, index) => index.toString(16).padStart(64, '0'))
  const units = keys.map((key, index) => ({
    queue: 'many',
    cells: [{ id: `variant/0123456789ab@${index}/1`, key }],
  }))
  const { ms } = await timeOnce(async () => {
    await wantCells(database, 'run', keys)
    await jobs.add('run', units)
  })
  await jobs.close()
  await database.close()
  const jsonMs = timeJson([JSON.stringify(units)])
  return compareToJson({ what: `${manyCells.toLocaleString('en-US')} cells enqueued`, ms, jsonMs }, 200)
}

/** JSON is YAML. */
function experimentText(): string {
  return JSON.stringify({
    name: 'bench',
    tasks: ['task'],
    checkpoints: { at: Array.from({ length: cuts }, (_, index) => (index + 1) / (cuts + 1)) },
    variants: presets.map(([provider, preset]) => ({ id: `${provider}-${preset}`, provider, preset })),
    concurrency: 4,
  })
}
