import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import { explainUnusableRun } from '../../../shared/team/queue-words.ts'
import { buildCellClaim, findCell, markCellsReady, putCell } from '../../platform/queue/cells.ts'
import { createSharedClaims, hasClaim } from '../../platform/queue/claims.ts'
import type { Jobs, TakenUnit } from '../../platform/queue/jobs.ts'
import { sendHeartbeat, leave, type Member } from '../../platform/queue/members.ts'
import { openRuns, readRun, readRunState, stopRun, type SharedRun } from '../../platform/queue/runs.ts'
import type { ClaimRepository } from '../../platform/store/repositories/claim-repository.ts'
import type { CoreServices } from '../common/core-services.ts'
import { doCell, isWhole } from '../experiments/work-on-cell.ts'
import { failLostCells } from './fail-lost-cells.ts'
import { findObstacle } from './find-obstacle.ts'
import { createOwnLimit, type OwnLimit } from './own-limit.ts'
import { createWorkerRun, type PlaceServices, type WorkerRun } from './worker-place.ts'

export type WorkServices = PlaceServices &
  Pick<CoreServices, 'models' | 'arms' | 'newId'> & {
    readonly jobs: Jobs
    readonly tell: (sentence: string) => void
  }

export type WorkOptions = {
  readonly signal: AbortSignal
  /** Cells that are worked on at the same time. */
  readonly concurrency: number
  /** Ends once nothing waits that this machine could do, instead of waiting for more. */
  readonly untilIdle: boolean
  readonly onCell: (cellId: string) => void
}

const heartbeatMs = 4000
const lookMs = { runs: 1000, idle: 200, claimed: 300 } as const
/** A claim ends with its owner's lease; this is for owners that live and forget. */
const claimMs = 24 * 60 * 60 * 1000

type Worker = {
  readonly services: WorkServices
  readonly options: WorkOptions
  readonly member: Member
  readonly claims: ClaimRepository
  readonly ownLimit: OwnLimit
  readonly runs: Map<string, Promise<WorkerRun | null>>
  readonly inFlight: Map<string, { readonly unit: TakenUnit; readonly done: Promise<void> }>
  readonly count: { cells: number }
}

/** Does cells of whoever runs experiments on a database, until the signal fires. Resolves to how many it did. */
export async function workOnQueue(services: WorkServices, options: WorkOptions): Promise<number> {
  const { database, info, newId } = services
  const member: Member = { id: `worker ${newId()}`, kind: 'worker', build: info.version }
  const claims = createSharedClaims(database, member.id)
  const worker: Worker = {
    services,
    options,
    member,
    claims,
    ownLimit: createOwnLimit(services),
    runs: new Map(),
    inFlight: new Map(),
    count: { cells: 0 },
  }
  const queues = createQueueFinder(worker)
  const heartbeats = startHeartbeats(worker, queues)
  try {
    await sendHeartbeat(database, member, { queues: [] })
    await takeAll(worker, queues)
    await Promise.all([...worker.inFlight.values()].map(({ done }) => done))
  } finally {
    await heartbeats.end()
    await leave(database, member.id).catch(() => undefined)
  }
  return worker.count.cells
}

type QueueFinder = {
  /** Queues of open runs that this machine can work on. */
  readonly find: () => Promise<readonly string[]>
  readonly known: () => readonly string[]
}

/** Heartbeats keep what this machine has taken. They go on however long a cell takes. */
function startHeartbeats({ services, member, inFlight }: Worker, queues: QueueFinder) {
  const { database, jobs } = services
  const controller = new AbortController()
  const { signal } = controller
  const ended = (async () => {
    while (!signal.aborted) {
      await setTimeout(heartbeatMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await sendHeartbeat(database, member, { queues: queues.known() })
        await jobs.hold([...inFlight.values()].map(({ unit }) => unit))
        await failLostCells(services)
      } catch {
        // The database was away for longer than this process is to live; the next look at it says so.
      }
    }
  })()
  return {
    end: () => {
      controller.abort()
      return ended
    },
  }
}

async function takeAll(worker: Worker, queues: QueueFinder): Promise<void> {
  const { services, options, inFlight } = worker
  const { signal, concurrency, untilIdle } = options
  while (!signal.aborted) {
    let taken = 0
    for (const queue of await queues.find()) {
      const free = concurrency - inFlight.size
      if (free <= 0) break
      const units = await services.jobs.take(queue, free)
      taken += units.length
      for (const unit of units) begin(worker, unit)
    }
    if (inFlight.size >= concurrency) {
      await Promise.race([...inFlight.values()].map(({ done }) => done))
      continue
    }
    if (taken > 0) continue
    if (untilIdle && inFlight.size === 0) return
    const some = [...inFlight.values()].map(({ done }) => done)
    await Promise.race([...some, setTimeout(lookMs.idle, undefined, { signal }).catch(() => undefined)])
  }
}

function begin(worker: Worker, unit: TakenUnit): void {
  const { inFlight, services, options } = worker
  const done = doUnit(worker, unit)
    .catch(async (error: unknown) => {
      const why = services.database.clean(describeError(error))
      if (!options.signal.aborted) services.tell(`A cell was given back: ${why}`)
      await services.jobs.giveBack(unit, why).catch(() => undefined)
    })
    .finally(() => inFlight.delete(unit.jobId))
  inFlight.set(unit.jobId, { unit, done })
}

async function doUnit(worker: Worker, unit: TakenUnit): Promise<void> {
  const { services, options } = worker
  const { database, jobs } = services
  const drop = () => database.transaction((session) => jobs.end(unit, session))
  if ((await readRunState(database, unit.runId)).state !== 'open') return drop()
  const run = await openWorkerRun(worker, unit.runId)
  if (run === null) return drop()
  for (const [index, { id, key }] of unit.cells.entries()) {
    const isLast = index === unit.cells.length - 1
    const end = await doClaimed(worker, run, { unit, id, key, isLast })
    if (end.kind === 'ended') continue
    if (end.kind === 'cancelled' || options.signal.aborted) return jobs.putBack(unit)
    // What this machine may not spend, others may.
    if (await worker.ownLimit.isReached()) return jobs.putBack(unit)
    await stopRun(database, unit.runId, end.reason)
    return drop()
  }
}

type One = { readonly unit: TakenUnit; readonly id: string; readonly key: string; readonly isLast: boolean }
type OneEnd = Awaited<ReturnType<typeof doCell>> extends infer End ? Exclude<End, { kind: 'done' }> : never

/** A claim ends with its cell, and with this worker at the latest. */
async function doClaimed(worker: Worker, run: WorkerRun, one: One): Promise<OneEnd> {
  try {
    return await doOne(worker, run, one)
  } finally {
    await worker.claims.leave(buildCellClaim(one.key)).catch(() => undefined)
  }
}

/** Does a cell, unless it is done already, or is being done by another machine: then its result is waited for. */
async function doOne(worker: Worker, run: WorkerRun, { unit, id, key, isLast }: One): Promise<OneEnd> {
  const { services, options, claims, member, count } = worker
  const { database, jobs } = services
  const endIfLast = async (session: Parameters<Jobs['end']>[1]) =>
    isLast ? jobs.end(unit, session) : undefined
  let isAskedAnew = false
  for (;;) {
    const isMine = await claims.take(buildCellClaim(key), claimMs)
    const found = await findCell(database, key)
    isAskedAnew = found?.cell.status === 'done'
    if (found?.isDone === true) {
      await database.transaction(async (session) => {
        await markCellsReady(session, [key])
        await endIfLast(session)
      })
      return { kind: 'ended' }
    }
    if (isMine) break
    await setTimeout(lookMs.claimed, undefined, { signal: options.signal }).catch(() => undefined)
    if (options.signal.aborted) return { kind: 'cancelled' }
  }
  const planned = run.cells.get(id)
  if (planned === undefined) throw new Error(`The plan of the run ${unit.runId} has no cell ${id}.`)
  const done = await doCell(run.place, planned, isAskedAnew)
  if (done.kind !== 'done') return done
  const { cell, refs, blobs } = done
  const payload = blobs.find(({ hash }) => hash === refs.payloadBlob) ?? null
  if (cell.status === 'done') run.note(id, payload)
  const shared = { key, cell, ...refs, forRun: unit.runId, worker: hostname() }
  await database.transaction(async (session) => {
    // What failed on a machine that sent no heartbeat for too long says nothing of the cell: another has it by now.
    const isSettled = cell.status === 'done' && isWhole(cell)
    if (isSettled || (await hasClaim(session, buildCellClaim(key), member.id)))
      await putCell(session, shared, { blobs, isWhole: isWhole(cell) })
    await endIfLast(session)
  })
  count.cells += 1
  options.onCell(id)
  return { kind: 'ended' }
}

/** The runs at hand; a plan may hold thousands of checkpoints and is read once. */
function openWorkerRun(
  { services, runs, member, options, ownLimit }: Worker,
  id: string,
): Promise<WorkerRun | null> {
  const known = runs.get(id)
  if (known !== undefined) return known
  const opened = readRun(services.database, id)
    .then((body) =>
      body === null
        ? null
        : createWorkerRun(services, { id, body, owner: member.id, ownLimit }, options.signal),
    )
    .catch((error: unknown) => {
      runs.delete(id)
      throw error
    })
  runs.set(id, opened)
  return opened
}

/** Looks which queues there are, and says once for each what this machine lacks for it. */
function createQueueFinder(worker: Worker): QueueFinder {
  const { services, options, runs, ownLimit } = worker
  const { database, info, tell } = services
  const said = new Set<string>()
  const sayOnce = (sentence: string): void => {
    if (!said.has(sentence)) tell(sentence)
    said.add(sentence)
  }
  let lookedMs = -Infinity
  let found: readonly string[] = []
  return {
    known: () => found,
    find: async () => {
      if (performance.now() - lookedMs < lookMs.runs) return found
      lookedMs = performance.now()
      const queues = new Set<string>()
      const open = await openRuns(database)
      for (const run of open) {
        if (run.build !== info.version) {
          sayOnce(describeOtherBuild(run, info.version))
          continue
        }
        try {
          const opened = await openWorkerRun(worker, run.id)
          for (const [queue, needs] of Object.entries(opened?.body.queues ?? {})) {
            const obstacle =
              opened === null ? '' : await findObstacle({ ...services, ownLimit }, opened, needs)
            if (obstacle === '') queues.add(queue)
            else sayOnce(`Some cells of “${showControls(run.name)}” are left to other workers: ${obstacle}`)
          }
        } catch (error) {
          // Whatever a run of somebody else holds, the other runs go on.
          if (options.signal.aborted) throw error
          const why = database.clean(describeError(error))
          sayOnce(explainUnusableRun(showControls(run.name), showControls(why)))
        }
      }
      const ids = new Set(open.map(({ id }) => id))
      for (const id of runs.keys()) if (!ids.has(id)) runs.delete(id)
      const before = new Set(found)
      found = [...queues]
      for (const queue of found) await services.jobs.makeQueue(queue)
      if (found.some((queue) => !before.has(queue)))
        await sendHeartbeat(database, worker.member, { queues: found })
      return found
    },
  }
}

function describeOtherBuild({ name, build }: SharedRun, own: string): string {
  return `The run “${name}” is of Dewpoint ${build}, and this worker is ${own}: its cells are left to workers of that version.`
}
