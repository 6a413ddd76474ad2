import { isAbsolute, join } from 'node:path'
import type { AppInfo, StartProblem } from '../../../shared/installation/app-contract.ts'
import type { Log } from '../../../shared/installation/log-types.ts'
import { buildAsleepProblem } from '../../../shared/kernel/words/asleep-words.ts'
import { formatPresetReference } from '../../../shared/methods/preset-reference-types.ts'
import { companions } from '../../agents/agents.ts'
import { prepareDataFolder, listAgentStorageFolders, listWideFolders } from '../../platform/data-folder.ts'
import { createSourceGuard, type KnownPlaces, type SourceGuard } from '../../platform/files/source-guard.ts'
import { openLog, type OpenLog } from '../../platform/log/open-log.ts'
import type { Surroundings } from '../../platform/resolve-default-data-folder.ts'
import { openStore, type StoreOptions } from '../../platform/store/open-store.ts'
import type { FinishedRun } from '../../platform/store/records.ts'
import { StoreFailure } from '../../platform/store/store-failure.ts'
import type { Store } from '../../platform/store/store.ts'
import { toStoreProblem } from '../common/explain-failure.ts'
import { isListed } from '../library/follow/entry-state.ts'
import { readEnvironmentLevel, readStoredLevel } from './log-level.ts'

/** What lies in a data folder, open: the log and the store, and the guard of what lies outside of it. */
export type OpenStorage = {
  readonly log: OpenLog
  readonly files: Store
  readonly guard: SourceGuard
  /** What a person has to know of the store, though it opened. */
  readonly problems: readonly StartProblem[]
}

/**
 * Opens the log and the store of a data folder: what happens to the store is noted in the log, whose level it knows.
 * Throws a `FileFailure` where the data folder may not lie where it does, before anything is made there, and a
 * `Problem` (`storage`) where the database cannot be opened.
 */
export async function openStorage(
  { door, dataFolder, version, platform }: AppInfo,
  surroundings: Surroundings,
  now: () => number,
): Promise<OpenStorage> {
  prepareDataFolder(dataFolder, surroundings)
  const named = readEnvironmentLevel(surroundings.env)
  const log = openLog({ dataFolder, level: named ?? 'info', door, now })
  const problems: StartProblem[] = []
  const onEmpty = (): void => {
    const path = join(dataFolder, 'dewpoint.sqlite')
    log.warn('database-empty', { path })
    problems.push(buildEmptyDatabaseProblem(path))
  }
  const files = logStore(await open({ folder: dataFolder, clock: now, onEmpty }, log), log, now)
  // Commands say it where it is asked for.
  const asleep = door === 'command-line' ? 0 : (await files.asleep.list()).length
  if (asleep > 0) problems.push({ code: 'storage', where: '', ...buildAsleepProblem(asleep) })
  log.setLevel(named ?? (await readStoredLevel(files)))
  log.info('started', { version, platform, node: process.versions.node, folder: dataFolder })
  return { log, files, guard: createLibraryGuard(files, dataFolder, surroundings), problems }
}

function buildEmptyDatabaseProblem(where: string): StartProblem {
  return {
    code: 'storage',
    message: 'The database file was empty, so a new database was begun.',
    where,
    hint: 'What was stored before is not in it. `dewpoint restore <file>` brings a backup back.',
  }
}

async function open(options: Pick<StoreOptions, 'folder' | 'clock' | 'onEmpty'>, log: Log): Promise<Store> {
  const onMigrated = (from: number, to: number): void => log.info('migrated', { from, to })
  try {
    return await openStore({ ...options, processId: process.pid, isProcessAlive, onMigrated })
  } catch (error) {
    log.error('storage-failed', {
      folder: options.folder,
      code: error instanceof StoreFailure ? error.code : 'unknown',
    })
    throw error instanceof StoreFailure ? toStoreProblem(error) : error
  }
}

function isProcessAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The guard of what the library lists now, and of all that belongs to an agent or to Dewpoint itself. */
function createLibraryGuard({ library }: Store, dataFolder: string, surroundings: Surroundings): SourceGuard {
  const listKnownPlaces = async (): Promise<KnownPlaces> => {
    const listed = (await library.entries()).filter(isListed).map(({ path }) => path)
    // What was dropped on a page lies nowhere.
    const sources = [...listed.filter((path) => isAbsolute(path)), ...listAgentStorageFolders(surroundings)]
    return { sources, folders: await library.folders() }
  }
  return createSourceGuard({ known: listKnownPlaces, wide: listWideFolders(), dataFolder, companions })
}

/**
 * The same store, with an entry in the log for runs, experiments and model calls as they begin and end: whatever
 * happens to them is written down there, whichever part of the program does it.
 */
function logStore(store: Store, log: Log, now: () => number): Store {
  return {
    ...store,
    runs: createLoggedRuns(store.runs, log, now),
    spending: createLoggedSpending(store.spending, log, now),
    experiments: createLoggedExperiments(store.experiments, log),
    library: createLoggedLibrary(store.library, log),
  }
}

function createLoggedRuns(runs: Store['runs'], log: Log, now: () => number): Store['runs'] {
  const begun = new Map<string, number>()
  return {
    ...runs,
    insertRunning: async (run, blobs) => {
      const { id: runId, taskId, providerId: provider, presetId: preset, model, prompt, isAutomatic } = run
      begun.set(runId, now())
      log.info('run-started', {
        runId,
        taskId,
        provider,
        preset,
        profile: model?.profileId ?? null,
        prompt: prompt === null ? null : formatPresetReference(prompt.promptId, prompt.version),
        isAutomatic,
      })
      await runs.insertRunning(run, blobs)
    },
    finish: async (runId, result) => {
      const isKept = await runs.finish(runId, result)
      const ms = now() - (begun.get(runId) ?? now())
      begun.delete(runId)
      logEnd(log, { runId, ms }, result)
      return isKept
    },
  }
}

function logEnd(
  log: Log,
  run: { readonly runId: string; readonly ms: number },
  { status, outcome }: FinishedRun,
): void {
  if (outcome === null) {
    log.info('run-ended', { ...run, status })
    return
  }
  const { runId } = run
  for (const attempt of outcome.attempts) {
    const { providerId: provider, code, costUsd, durationMs } = attempt
    const ms = durationMs === undefined ? {} : { ms: durationMs }
    log.debug('provider-result', { runId, provider, status: attempt.status, code, costUsd, ...ms })
  }
  const { originalTokens, finalTokens, costUsd, modelCalls, cacheHits } = outcome.stats
  const level = status === 'failed' ? 'warn' : 'info'
  log[level]('run-ended', {
    ...run,
    status,
    ...(outcome.error === null ? {} : { code: outcome.error.code }),
    tokensBefore: originalTokens,
    tokensAfter: finalTokens,
    costUsd,
    calls: modelCalls,
    cacheHits,
  })
}

function createLoggedSpending(spending: Store['spending'], log: Log, now: () => number): Store['spending'] {
  const open = new Map<
    number,
    { readonly ts: number; readonly profile: string; readonly runId: string | null }
  >()
  return {
    ...spending,
    reserve: async (call, limits) => {
      const answer = await spending.reserve(call, limits)
      const { profileId: profile, runId, worstCaseUsd: costUsd } = call
      const ofRun = runId === null ? {} : { runId }
      if (answer.ok) {
        open.set(answer.callId, { ts: now(), profile, runId })
        log.debug('call-reserved', { profile, ...ofRun, costUsd })
      } else {
        log.warn('call-refused', { profile, ...ofRun, code: `budget-of-${answer.limit.name}`, costUsd })
      }
      return answer
    },
    settle: async (callId, costUsd, usage) => {
      await spending.settle(callId, costUsd, usage)
      const call = open.get(callId)
      open.delete(callId)
      log.info('model-call', {
        profile: call?.profile ?? null,
        ...(call?.runId == null ? {} : { runId: call.runId }),
        ...(call === undefined ? {} : { ms: now() - call.ts }),
        inputTokens: usage.input,
        outputTokens: usage.output,
        cacheReadTokens: usage.cacheReads,
        cacheWriteTokens: usage.cacheWrites,
        costUsd,
      })
    },
  }
}

function createLoggedExperiments(experiments: Store['experiments'], log: Log): Store['experiments'] {
  return {
    ...experiments,
    insert: async (experiment, cells) => {
      log.info('experiment-stored', { experimentId: experiment.id, status: experiment.status })
      await experiments.insert(experiment, cells)
    },
    saveCell: async (cell, blobs) => {
      await experiments.saveCell(cell, blobs)
      const { experimentId, id: path, status, error, isReused } = cell
      const level = status === 'failed' ? 'warn' : 'debug'
      log[level]('cell-ended', {
        experimentId,
        path,
        status: isReused ? 'reused' : status,
        ...(error === null ? {} : { code: error.code }),
        ...(cell.stats === null ? {} : { costUsd: cell.stats.costUsd }),
      })
    },
    finish: async (id, ...end) => {
      const result = await experiments.finish(id, ...end)
      log.info('experiment-ended', { experimentId: id, status: end[0].status })
      return result
    },
  }
}

function createLoggedLibrary(library: Store['library'], log: Log): Store['library'] {
  return {
    ...library,
    found: async (...given) => {
      const changed = await library.found(...given)
      if (changed.length > 0) log.debug('tasks-changed', { tasks: changed.length })
      return changed
    },
    failed: async (id, ...given) => {
      await library.failed(id, ...given)
      log.warn('task-unreadable', { taskId: id })
    },
  }
}
