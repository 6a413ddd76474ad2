import { setTimeout } from 'node:timers/promises'
import { formatCount } from '../../../shared/kernel/format-count-with-noun.ts'
import { lostResultText, explainUnheardEnd } from '../../../shared/team/queue-words.ts'
import { readPolicy } from '../../platform/models/stored-choices.ts'
import {
  buildCellClaim,
  distrustCell,
  markReady,
  listReadyCells,
  markCellsTaken,
  wantCells,
  findWantedElsewhere,
  type SharedCell,
} from '../../platform/queue/cells.ts'
import { areClaimed } from '../../platform/queue/claims.ts'
import { getContent, hasContent, putContents } from '../../platform/queue/contents.ts'
import { readDatabaseClock, type SharedDatabase } from '../../platform/queue/database.ts'
import type { Jobs, Unit } from '../../platform/queue/jobs.ts'
import { sendHeartbeat, leave, listLiveWorkers, type Member } from '../../platform/queue/members.ts'
import { readRunSpending } from '../../platform/queue/money.ts'
import { closeRun, openRun, readRunState, type RunBody } from '../../platform/queue/runs.ts'
import type { StoredBlob, StoredExperiment } from '../../platform/store/records.ts'
import { packJson } from '../../platform/workers/compression.ts'
import type { CoreServices } from '../common/core-services.ts'
import type { PlannedCell } from '../experiments/compute/matrix.ts'
import type { CellsEnd } from '../experiments/compute/run-cells.ts'
import type { CellsElsewhere } from '../experiments/run-experiment.ts'
import { isWhole, keepCell, reuseCell } from '../experiments/work-on-cell.ts'
import { failLostCells } from './fail-lost-cells.ts'
import { putBaselines, computeSharedKey } from './known-cells.ts'
import { planQueues, buildUnits } from './queue-plan.ts'

export type QueueServices = Pick<CoreServices, 'store' | 'models' | 'info' | 'now'> & {
  readonly database: SharedDatabase
  readonly jobs: Jobs
  /** Hears sentences for a person. */
  readonly tell: (sentence: string) => void
}

/** How often results are looked for, in milliseconds; longer while none come. */
const lookMs = { busy: 20, idle: 300 } as const
const heartbeatMs = 5000
/** Cells that are taken over at once. */
const atOnce = 100
/** After so long without a result, what nobody does any more is added again; milliseconds. */
const firstDoubtMs = 5000

type Wanted = { readonly key: string; readonly cells: readonly PlannedCell[] }
type At = Parameters<CellsElsewhere>[2]

/** Has the cells of an experiment done by the workers on a database, and takes over what they bring. */
export function createQueueRunner(services: QueueServices): CellsElsewhere {
  return async (experiment, cells, at) => {
    const wanted = await withoutKnown(services, cells, at)
    const { database, info, jobs } = services
    const { id, plan } = experiment
    const member: Member = { id: `run ${id}`, kind: 'run', build: info.version }
    if (wanted.size === 0) {
      // It may have been killed after its last result, before its end was noted.
      await endRun(services, id, [], member)
      await book(services, id)
      return { kind: 'finished' }
    }
    const queues = await planQueues(services, plan)
    const units = buildUnits(plan, pickFirstCells(wanted), queues.findQueue)
    try {
      await sendHeartbeat(database, member)
      await putSources(services, experiment, cells)
      const open = [...wanted.values()].flatMap((one) => one.cells)
      await putBaselines(services, experiment, { wanted: open, ignoreCache: at.run.ignoreCache })
      const body = await buildRunBody(services, experiment, at, queues.queues)
      await openRun(database, { id, name: plan.file.name, build: info.version }, body)
      await wantCells(database, id, [...wanted.keys()])
      for (const queue of Object.keys(queues.queues)) await jobs.makeQueue(queue)
      await jobs.add(id, units)
      const end = await takeResults(services, { experiment, wanted, units, at, member, body })
      await endRun(services, id, units, member)
      return end
    } catch (error) {
      if (!at.run.signal.aborted) {
        await endRun(services, id, units, member).catch(() => undefined)
        throw error
      }
      // The database was away when somebody pressed Ctrl+C.
      services.tell(explainUnheardEnd(database.shown))
      return { kind: 'cancelled' }
    }
  }
}

const pickFirstCells = (wanted: ReadonlyMap<string, Wanted>) =>
  [...wanted].flatMap(([key, { cells }]) => cells.slice(0, 1).map((cell) => ({ cell, key })))

/** Cells by what decides them, without those that this machine has already. */
async function withoutKnown(
  { store }: QueueServices,
  cells: readonly PlannedCell[],
  at: At,
): Promise<Map<string, Wanted>> {
  const { place, computeKey, run } = at
  const keyed = Map.groupBy(cells, computeKey)
  const known = run.ignoreCache ? new Map() : await store.experiments.findCells([...keyed.keys()])
  const wanted = new Map<string, Wanted>()
  for (const [key, same] of keyed) {
    const found = known.get(key)
    if (found !== undefined && isWhole(found))
      for (const cell of same) await keepCell(place, reuseCell(place, cell, found), [])
    else wanted.set(computeSharedKey(key, { ...run, experimentId: place.experimentId }), { key, cells: same })
  }
  return wanted
}

/** Puts each history into the database, unless the very same is there: somebody may have put something else. */
async function putSources(
  { database, store }: QueueServices,
  { sources }: StoredExperiment,
  cells: readonly PlannedCell[],
): Promise<void> {
  const used = new Set(cells.map(({ checkpoint }) => checkpoint.snapshotSha256))
  const hashes = sources.filter((one) => used.has(one.snapshotSha256)).map(({ sourceBlob }) => sourceBlob)
  for (const hash of new Set(hashes)) {
    const bytes = await store.blobs.get(hash)
    if (bytes !== null && !(await hasContent(database, { hash, bytes })))
      await putContents(database, [{ hash, bytes }])
  }
}

async function buildRunBody(
  { store, database }: QueueServices,
  { plan, sources }: StoredExperiment,
  { run }: At,
  queues: RunBody['queues'],
): Promise<RunBody> {
  const tasks: Record<string, RunBody['tasks'][string]> = {}
  for (const { taskId, snapshotSha256 } of plan.checkpoints) {
    if (tasks[taskId] !== undefined) continue
    const task = await store.tasks.get(taskId)
    // One that has changed since is another task by now.
    const usage = task?.snapshotSha256 === snapshotSha256 ? packJson(task.meta.usage) : null
    if (usage !== null) await putContents(database, [usage])
    const model = (await store.tasks.summary(taskId))?.model ?? null
    tasks[taskId] = { model, usage: usage?.hash ?? '' }
  }
  return {
    plan,
    sources: Object.fromEntries(sources.map((one) => [one.snapshotSha256, one.sourceBlob])),
    tasks,
    policy: await readPolicy(store),
    maxExperimentUsd: run.maxExperimentUsd,
    ignoreCache: run.ignoreCache,
    startedTs: await readDatabaseClock(database),
    queues,
  }
}

type Taking = {
  readonly experiment: StoredExperiment
  readonly wanted: Map<string, Wanted>
  readonly units: readonly Unit[]
  readonly at: At
  readonly member: Member
  readonly body: RunBody
}

async function takeResults(services: QueueServices, taking: Taking): Promise<CellsEnd> {
  const { database, jobs } = services
  const { experiment, wanted, at, member, units } = taking
  const { signal } = at.run
  const { id } = experiment
  let lastHeartbeatMs = 0
  let lastNews = performance.now()
  let doubtMs = firstDoubtMs
  const tellAbout = createWaitTeller(services, taking)
  while (wanted.size > 0 && !signal.aborted) {
    const ready = await listReadyCells(database, id, atOnce)
    for (const cell of ready) await takeOver(services, taking, cell)
    if (ready.length > 0) {
      lastNews = performance.now()
      doubtMs = firstDoubtMs
      continue
    }
    const { state, reason } = await readRunState(database, id)
    if (state !== 'open') {
      // Cells that are on their way are done to their end, as in one process.
      if (await areClaimed(database, [...wanted.keys()].map(buildCellClaim))) {
        await setTimeout(lookMs.idle)
        continue
      }
      if ((await listReadyCells(database, id, 1)).length > 0) continue
      await book(services, id)
      return { kind: 'stopped', reason: reason || 'It was ended by somebody else on this database.' }
    }
    const idleMs = performance.now() - lastNews
    if (performance.now() - lastHeartbeatMs > heartbeatMs) {
      lastHeartbeatMs = performance.now()
      await sendHeartbeat(database, member)
      await failLostCells(services)
      await book(services, id)
      await tellAbout(idleMs)
    }
    if (idleMs > doubtMs) {
      doubtMs *= 2
      await markReady(database, id)
      await jobs.add(
        id,
        units.filter(({ cells }) => cells.some(({ key }) => wanted.has(key))),
      )
    }
    await setTimeout(idleMs < 1000 ? lookMs.busy : lookMs.idle, undefined, { signal }).catch(() => undefined)
  }
  await book(services, id)
  return signal.aborted ? { kind: 'cancelled' } : { kind: 'finished' }
}

async function book({ store, database }: QueueServices, id: string): Promise<void> {
  const { usd, perhapsPaid } = await readRunSpending(database, id)
  if (usd > 0) await store.experiments.bookElsewhere(id, usd, perhapsPaid)
}

/**
 * Keeps a result for all cells that it stands for, and only then says that it was taken. One whose contents cannot be had
 * is done again. The cell says which machine did it.
 */
async function takeOver(
  { database, store, now }: QueueServices,
  { experiment: { id }, wanted, at: { place } }: Taking,
  shared: SharedCell,
): Promise<void> {
  const { cell, key, payloadBlob, judgementsBlob, forRun, worker } = shared
  const found = wanted.get(key)
  const blobs: StoredBlob[] = []
  for (const hash of [payloadBlob, judgementsBlob]) {
    if (hash === null || (await store.blobs.has(hash))) continue
    const bytes = await getContent(database, hash)
    if (bytes === null) {
      database.skip('dewpoint.cells', key, lostResultText)
      return distrustCell(database, key)
    }
    blobs.push({ hash, bytes })
  }
  for (const [index, planned] of (found?.cells ?? []).entries()) {
    const { id: cellId, variant, checkpoint, repeat } = planned
    const names = { id: cellId, variantId: variant.id, checkpointId: checkpoint.id, repeat }
    const isReused = forRun !== id || index > 0
    const finishedTs = isReused ? now() : cell.finishedTs
    const refs = { experimentId: id, key: found?.key ?? key, payloadBlob, judgementsBlob }
    await keepCell(place, { ...cell, ...names, ...refs, doneBy: worker, isReused, finishedTs }, blobs)
  }
  wanted.delete(key)
  await markCellsTaken(database, id, [key])
}

/** Says once why nothing moves: nobody is there, or nobody who may do what is left. */
function createWaitTeller({ database, tell, info }: QueueServices, { body, units, wanted }: Taking) {
  let said = ''
  return async (idleMs: number): Promise<void> => {
    if (idleMs < firstDoubtMs) {
      said = ''
      return
    }
    const workers = await listLiveWorkers(database)
    const own = workers.filter(({ build }) => build === info.version)
    const left = new Set(
      units.filter(({ cells }) => cells.some(({ key }) => wanted.has(key))).map(({ queue }) => queue),
    )
    const unmet = [...left].filter((queue) => !own.some(({ body: { queues } }) => hasQueue(queues, queue)))
    const profiles = [...new Set(unmet.flatMap((queue) => Object.keys(body.queues[queue]?.profiles ?? {})))]
    const sentence =
      own.length === 0
        ? `No worker of Dewpoint ${info.version} is connected to ${database.shown}${workers.length === 0 ? '' : ` (${formatCount(workers.length)} of other versions)`}: start some with \`dewpoint worker --database\`.`
        : unmet.length > 0
          ? `No connected worker can do what is left${profiles.length === 0 ? '' : `: it asks ${profiles.join(', ')}, and needs those profiles and their keys`}.`
          : ''
    if (sentence !== said && sentence !== '') tell(sentence)
    said = sentence
  }
}

function hasQueue(queues: unknown, queue: string): boolean {
  return Array.isArray(queues) && queues.includes(queue)
}

/** Takes back what nobody else waits for. What is being done goes on, and its result stays for the next who wants it. */
async function endRun(
  { database, jobs }: QueueServices,
  id: string,
  units: readonly Unit[],
  member: Member,
): Promise<void> {
  const keys = units.flatMap(({ cells }) => cells.map(({ key }) => key))
  const { length: left } = keys
  if (left > 0) {
    const others = await findWantedElsewhere(database, id, keys)
    await jobs.remove(units.filter(({ cells }) => cells.every(({ key }) => !others.has(key))))
  }
  await closeRun(database, id)
  await leave(database, member.id)
}
