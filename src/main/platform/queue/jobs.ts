import { createHash } from 'node:crypto'
import { PgBoss, type JobWithMetadata } from 'pg-boss'
import { z } from 'zod'
import type { Session, SharedDatabase } from './database.ts'

/** Cells that one machine does one after the other: mostly one, else those of a checkpoint that a judge compares. */
export type Unit = {
  readonly queue: string
  readonly cells: readonly { readonly id: string; readonly key: string }[]
}

/** A unit that this machine has taken, for as long as its heartbeats come. */
export type TakenUnit = Unit & {
  readonly runId: string
  readonly jobId: string
  readonly attempt: number
  /** How often it may still be begun after this. */
  readonly triesLeft: number
}

const dataSchema = z.object({
  run: z.string(),
  queue: z.string(),
  cells: z.array(z.object({ id: z.string(), key: z.string() })).min(1),
})

/** The engine of the queue: jobs, retries and leases are pg-boss's. */
export type Jobs = {
  readonly makeQueue: (name: string) => Promise<void>
  /** Adds units that are not waiting or being done already, whoever added them. */
  readonly add: (runId: string, units: readonly Unit[]) => Promise<void>
  readonly take: (queue: string, most: number) => Promise<readonly TakenUnit[]>
  /** Keeps what was taken from being given to others. */
  readonly hold: (units: readonly TakenUnit[]) => Promise<void>
  /** Ends a unit, in the transaction that keeps what came of it. */
  readonly end: (unit: TakenUnit, session: Session) => Promise<void>
  /** Gives a unit back that was stopped for no fault of its own: as if it had not been taken. */
  readonly putBack: (unit: TakenUnit) => Promise<void>
  /** Gives a unit back for another machine. */
  readonly giveBack: (unit: TakenUnit, why: string) => Promise<void>
  /** Takes units away that nobody is to do any more. */
  readonly remove: (units: readonly Unit[]) => Promise<void>
  /** Units that were given back too often: each is handed out once, to whoever asks first. */
  readonly takeLost: () => Promise<readonly TakenUnit[]>
  /** Looks at once for machines that are gone; it happens by itself every few seconds. */
  readonly lookForLost: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Schema of pg-boss's own tables. */
export const jobsSchema = 'dewpoint_jobs'
const lostQueue = 'lost'
/** Seconds without a heartbeat after which a unit is given to another machine; pg-boss takes none below 10. */
const heartbeatSeconds = 15
/** How often a unit is begun before it counts as lost: one that ends every machine must not end them all. */
const mostTries = 4
const atOnce = 2000
/** What nobody has taken for so long is thrown away. */
const keptSeconds = 30 * 24 * 3600
/** One process at a time starts pg-boss. */
const startLock = 0x6465_7771

/** Starts pg-boss over a database; its tables are made where they are missing. */
export async function startJobs(database: SharedDatabase): Promise<Jobs> {
  // Whoever owns the schema may not be allowed to make one.
  const known = await database.run('select from pg_namespace where nspname = $1', [jobsSchema])
  const boss = new PgBoss({
    schema: jobsSchema,
    createSchema: known === 0,
    db: { executeSql: (text, values) => database.raw(text, values) },
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    useListenNotify: false,
  })
  // What fails here is tried again by itself.
  boss.on('error', () => undefined)
  boss.on('warning', () => undefined)
  // It makes its tables as it starts, and bears nobody beside it then.
  await database.transaction(async ({ run }) => {
    await run('select pg_advisory_xact_lock($1)', [startLock])
    await boss.start()
  })
  await boss.createQueue(lostQueue, { retryLimit: 0, retentionSeconds: keptSeconds })
  return {
    ...createAddMethods(boss),
    ...createTakeMethods(boss, database),
    ...createLostMethods(boss, database),
    close: async () => {
      await boss.stop({ graceful: false, close: false })
    },
  }
}

function createAddMethods(boss: PgBoss): Pick<Jobs, 'makeQueue' | 'add' | 'remove'> {
  const options = {
    retryLimit: mostTries - 1,
    retryDelay: 0,
    heartbeatSeconds,
    expireInSeconds: 23 * 3600,
    retentionSeconds: keptSeconds,
    deleteAfterSeconds: 3600,
    deadLetter: lostQueue,
  }
  const made = new Set<string>()
  return {
    makeQueue: async (name) => {
      if (made.has(name)) return
      if ((await boss.getQueue(name)) === null) await boss.createQueue(name, options)
      made.add(name)
    },
    add: async (run, units) => {
      for (const [queue, own] of groupByQueue(units)) {
        const jobs = own.map((unit) => ({ id: buildJobId(unit), data: { run, queue, cells: unit.cells } }))
        for (let from = 0; from < jobs.length; from += atOnce)
          await boss.insert(queue, jobs.slice(from, from + atOnce), { returnId: false })
      }
    },
    remove: async (units) => {
      for (const [queue, own] of groupByQueue(units)) await boss.deleteJob(queue, own.map(buildJobId))
    },
  }
}

function createTakeMethods(
  boss: PgBoss,
  database: SharedDatabase,
): Pick<Jobs, 'take' | 'hold' | 'end' | 'giveBack' | 'putBack'> {
  const buildAttempt = ({ jobId, attempt }: TakenUnit) => ({ id: jobId, retryCount: attempt })
  const createExecutor = (session: Session) => ({
    executeSql: (text: string, values?: unknown[]) => session.raw(text, values),
  })
  return {
    take: async (queue, most) => {
      const jobs = await boss.fetch(queue, { batchSize: most, includeMetadata: true })
      return readJobs(jobs, (job, why) => {
        database.skip(`${jobsSchema}.job`, job.id, why)
        return boss.deleteJob(queue, { id: job.id, retryCount: job.retryCount })
      })
    },
    hold: async (units) => {
      for (const [queue, own] of groupByQueue(units)) await boss.touch(queue, own.map(buildAttempt))
    },
    end: async (unit, session) => {
      await boss.deleteJob(unit.queue, buildAttempt(unit), { db: createExecutor(session) })
    },
    putBack: async (unit) => {
      const { runId: run, queue, cells, jobId: id, triesLeft: retryLimit } = unit
      await database.transaction(async (session) => {
        const db = createExecutor(session)
        await boss.deleteJob(queue, buildAttempt(unit), { db })
        await boss.insert(queue, [{ id, data: { run, queue, cells }, retryLimit }], { db, returnId: false })
      })
    },
    giveBack: async (unit, why) => {
      await boss.fail(unit.queue, buildAttempt(unit), { why })
    },
  }
}

function createLostMethods(boss: PgBoss, database: SharedDatabase): Pick<Jobs, 'takeLost' | 'lookForLost'> {
  return {
    takeLost: async () => {
      const jobs = await boss.fetch(lostQueue, { batchSize: 20, includeMetadata: true })
      const units = await readJobs(jobs, (job, why) => database.skip(`${jobsSchema}.job`, job.id, why))
      for (const { id } of jobs) await boss.deleteJob(lostQueue, id)
      // The failed job would keep its cells from being added again.
      for (const unit of units) await boss.deleteJob(unit.queue, buildJobId(unit))
      return units
    },
    lookForLost: () => boss.supervise(),
  }
}

type Fetched = Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'retryCount' | 'retryLimit'>

/** Jobs as units; whoever may write into the database may have put others beside them, which `skip` hears of. */
async function readJobs<Job extends Fetched>(
  jobs: readonly Job[],
  skip: (job: Job, why: string) => unknown,
): Promise<TakenUnit[]> {
  const units: TakenUnit[] = []
  for (const job of jobs) {
    const { id, data, retryCount, retryLimit } = job
    const parsed = dataSchema.safeParse(data)
    if (!parsed.success) {
      await skip(job, 'it is no unit of cells')
      continue
    }
    const { run, queue, cells } = parsed.data
    const triesLeft = Math.max(0, retryLimit - retryCount)
    units.push({ queue, runId: run, cells, jobId: id, attempt: retryCount, triesLeft })
  }
  return units
}

function groupByQueue<U extends Unit>(units: readonly U[]): ReadonlyMap<string, readonly U[]> {
  const queues = new Map<string, U[]>()
  for (const unit of units) {
    const own = queues.get(unit.queue) ?? []
    own.push(unit)
    queues.set(unit.queue, own)
  }
  return queues
}

/** The same cells are the same job, whoever adds them. */
function buildJobId({ queue, cells }: Unit): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([queue, cells.map(({ key }) => key)]))
    .digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}
