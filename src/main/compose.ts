import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createRouterClient } from '@orpc/server'
import type { AppInfo } from '../shared/installation/app-contract.ts'
import { findStorage } from './agents/discovery/find-storage.ts'
import { createRouter } from './api/router.ts'
import type { ComposeOptions, Dewpoint, Doctor, DoctorOptions } from './features/common/dewpoint.ts'
import { buildCommandLine, findOwnCommandNow } from './features/common/find-own-command.ts'
import { logFailures } from './features/common/log-failures.ts'
import type { Services } from './features/common/services.ts'
import { createStartProblems } from './features/common/start-problems.ts'
import { createRunService } from './features/condense/run-service.ts'
import { createExperimentService } from './features/experiments/experiment-service.ts'
import { createMeasureStep } from './features/home/measure-step.ts'
import { examineInstallation } from './features/installation/examine-installation.ts'
import { readAllowedFolders } from './features/installation/kept-permits.ts'
import { openStorage, type OpenStorage } from './features/installation/open-storage.ts'
import { keepCopies, type KeptCopies } from './features/library/care.ts'
import { createLibrary } from './features/library/follow/create-library.ts'
import { watchPlaces } from './features/library/follow/disk/watch-places.ts'
import { readThrough } from './features/library/follow/read-through.ts'
import type { BackgroundStep } from './features/library/follow/steps/background-step.ts'
import { createSurveyStep } from './features/library/follow/steps/survey-step.ts'
import { createTaskReader, type TaskReader } from './features/library/follow/task-reader.ts'
import { createIndexStep } from './features/library/search/index-step.ts'
import { createSearchIndex, type SearchIndex } from './features/library/search/search-index.ts'
import { showSamples, type ShownSamples } from './features/library/show-samples.ts'
import { createEnginePool, type EnginePool } from './jobs/engine-pool.ts'
import { serveOne } from './jobs/serve-one.ts'
import { createArmService, type ArmDependencies, type ArmService } from './platform/arms/arm-service.ts'
import { createModelService } from './platform/models/create-model-service.ts'
import { noVault } from './platform/models/keys.ts'
import { buildSurroundings } from './platform/resolve-default-data-folder.ts'

/** Builds what examines a data folder, and nothing that needs the database. */
export async function composeDoctor(options: DoctorOptions): Promise<Doctor> {
  const engine = openPool(options)
  const info = await readAppInfo(options)
  return { examine: () => examineInstallation({ info, engine }), close: () => engine.close() }
}

function createKeptCopies(
  { dataFolder, environment }: ComposeOptions,
  engine: EnginePool,
  now: () => number,
): KeptCopies {
  return keepCopies({ folder: dataFolder, surroundings: buildSurroundings(environment) }, engine, now)
}

/** Bundles lie beside each other, so a thread's is found from whichever bundle this ended up in. */
function resolveBundle(name: string): string {
  const here = import.meta.dirname
  return resolve(here, here.endsWith('chunks') ? '..' : '.', name)
}

/**
 * Builds all services. Throws a `FileFailure` where the data folder may not lie where it does, and a `Problem`
 * (`storage`) where the database cannot be opened.
 */
export async function compose(options: ComposeOptions): Promise<Dewpoint> {
  const now = Date.now
  const { vault = noVault, environment, createModel } = options
  const surroundings = buildSurroundings(environment)
  const info = await readAppInfo(options)
  const { log, files, guard, problems } = await openStorage(info, surroundings, now)
  const { onlyCaller } = options
  const pool = onlyCaller === undefined ? openPool(options) : serveOne(openPool(options), onlyCaller)
  const reader = createTaskReader({ store: files, engine: pool, now })
  const store = readThrough(files, reader)
  await readAllowedFolders({ access: options.access, store })
  const { arms, engine } = withArms({ store, pool, now }, options)
  const search = openSearchIndex(files, options, engine)
  const recordingsFolder = join(info.dataFolder, 'recordings')
  const createModelsOver = (over: Parameters<typeof createModelService>[0]['store']) =>
    createModelService({ store: over, vault, environment, recordingsFolder, guard, now, createModel })
  const models = createModelsOver(store)
  const measuring = { store, engine, models, arms, access: options.access, info, now }
  const steps = buildBackgroundSteps(files, search, measuring)
  const library = createLibrary({
    store: files,
    reader,
    steps,
    findStorage: createStorageFinder({ ...surroundings, environment }, reader),
    now,
    watch: watchPlaces,
    onScanned: (scan) => log.info('folder-scanned', scan),
  })
  const common = {
    info,
    resourcesFolder: options.resourcesFolder,
    copies: createKeptCopies(options, engine, now),
    startProblems: createStartProblems(problems),
    guard,
    store,
    engine,
    access: options.access,
    library,
    search,
    steps,
    reader,
    models,
    arms,
    log,
    environment,
    vault,
    now,
    newId: (): string => makeRunId(now()),
  }
  const runs = createRunService({ ...common, newRunId: common.newId })
  const services: Services = { ...common, runs, experiments: createExperimentService(common) }
  const team = { ...services, modelsOver: createModelsOver }
  const connect: Dewpoint['connect'] = async (where) =>
    (await import('./features/team/connect-team.ts')).connectTeam(team, where)
  return { ...buildDoor(services, await showSamples(services, options)), guard, connect }
}

function buildDoor(
  services: Services,
  samples: Awaited<ReturnType<typeof showSamples>>,
): Omit<Dewpoint, 'guard' | 'connect'> {
  const { log, info, store, startProblems } = services
  const router = createRouter(services)
  return {
    router,
    client: createRouterClient(router, { context: {}, interceptors: [logFailures(log)] }),
    log,
    preferences: store.preferences,
    dataFolder: info.dataFolder,
    unreadableRows: store.unreadableRows,
    noteStartProblem: startProblems.note,
    waitForStart: startProblems.wait,
    close: () => closeServices(services, samples),
  }
}

/** What is done for each task in the background, in this order. */
function buildBackgroundSteps(
  store: OpenStorage['files'],
  index: SearchIndex,
  measuring: Parameters<typeof createMeasureStep>[0],
): readonly BackgroundStep[] {
  const { engine } = measuring
  return [
    createIndexStep({ store, index }),
    createSurveyStep({ store, engine }),
    createMeasureStep(measuring),
  ]
}

/** Threads of the engine: lent ones, or its own. */
const openPool = ({
  workerFile = resolveBundle('worker.js'),
  lendEngine,
}: Pick<ComposeOptions, 'workerFile' | 'lendEngine'>): EnginePool =>
  lendEngine?.(() => createEnginePool(workerFile)) ?? createEnginePool(workerFile)

/** External arms, and an engine whose runs can ask them. */
function withArms(
  {
    store,
    pool,
    now,
  }: { readonly store: ArmDependencies['store']; readonly pool: EnginePool; readonly now: () => number },
  options: ComposeOptions,
): Readonly<{ arms: ArmService; engine: EnginePool }> {
  const { environment, vault = noVault, resourcesFolder, confirmArm: confirm } = options
  const isAskedElsewhere = options.door === 'browser'
  const own = { environment, vault, resourcesFolder, confirm, isAskedElsewhere }
  const arms = createArmService({ store, now, hint: describeArmHint(options), ...own })
  const run: EnginePool['run'] = (name, input, extra) => pool.run(name, input, { arms, ...extra })
  return { arms, engine: { ...pool, run } }
}

/** How an arm is allowed where nobody has done so. */
function describeArmHint({ door, confirmArm }: ComposeOptions): string {
  if (door === 'desktop' && confirmArm !== undefined) return 'Run it again, and allow it when you are asked.'
  if (door === 'browser' && confirmArm !== undefined)
    return 'Answer the question in the terminal that Dewpoint was started in, then run it again.'
  return 'Read what it runs, and allow it on the command line: run the same there with `--allow-commands`.'
}

/** Finds storage with databases counted by their sessions. */
function createStorageFinder(
  machine: Parameters<typeof findStorage>[0],
  { listSessions }: TaskReader,
): () => ReturnType<typeof findStorage> {
  return () => findStorage(machine, async (path) => (await listSessions(path))?.length ?? 1)
}

async function closeServices(services: Services, samples: ShownSamples): Promise<void> {
  const { runs, experiments, library, reader, engine, search, store, log } = services
  await Promise.all([reader.allSettled(), samples.end(), runs.close(), experiments.close(), library.close()])
  await Promise.all([engine.close(), search.close()])
  await store.close()
  log.info('ended')
  log.close()
}

/** Where nothing can be written, a copy of the index is used. */
function openSearchIndex(
  { cacheFolder, isReadOnly }: OpenStorage['files'],
  options: ComposeOptions,
  engine: EnginePool,
): SearchIndex {
  return createSearchIndex({
    folder: cacheFolder,
    ...(isReadOnly ? { copyOf: join(options.dataFolder, 'search.sqlite') } : {}),
    engine,
  })
}

async function readAppInfo({
  door,
  dataFolder,
  resourcesFolder,
}: Pick<ComposeOptions, 'door' | 'dataFolder' | 'resourcesFolder'>): Promise<AppInfo> {
  const text = await readFile(join(resourcesFolder, '..', 'package.json'), 'utf8')
  const { version }: { version?: unknown } = JSON.parse(text)
  return {
    version: String(version),
    door,
    platform: `${process.platform} ${process.arch}`,
    dataFolder,
    commandLine: buildCommandLine(resourcesFolder),
    command: findOwnCommandNow(),
  }
}

/** Sorts by time, unique across processes. */
const makeRunId = (time: number): string => `${time.toString(36)}${randomBytes(4).toString('hex')}`
