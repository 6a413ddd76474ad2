import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { append } from '../../../shared/kernel/append.ts'
import type { ForkResult, PlannedFork, ProbeInput } from '../../../shared/probe/probe-types.ts'
import { normalisePath } from '../../measure/facts/path-class.ts'
import { openWatchedPlace, type WatchedEnd, type WatchedPlace } from '../../platform/arms/run-watched.ts'
import { withNewFiles, withoutGuard } from '../../platform/files/new-files.ts'
import {
  largestWorkspace,
  listChangedFiles,
  makeWorkFolder,
  removeWorkFolder,
  stampFiles,
  type FileStamps,
} from '../../platform/files/workspace-copies.ts'
import type { Services } from '../common/services.ts'
import { buildAgentEnvironment, makeAgentHome } from './agent-home.ts'
import type { AgentRunner, RunnerSession } from './agent-runners.ts'
import { reserveFork, settleFork } from './book-fork.ts'
import { buildQuestionPrompt } from './compute/derive-questions.ts'
import { createAgentProblem } from './create-agent-problem.ts'
import { copyProject } from './find-workspace-source.ts'
import type { ForkOrigin } from './jobs/draft-fork.ts'
import type { ReadForkInput, ReadForkOutput } from './jobs/read-fork.ts'
import { findPlayed } from './keep-probe.ts'
import type { ReadyCut } from './plan-probe.ts'
import type { EndedFork, ProbeStore } from './probe-store.ts'

/** What all forks of a probe share. */
export type ForkRunning = {
  readonly services: Services
  readonly input: ProbeInput
  readonly probeId: string
  readonly store: ProbeStore
  readonly keeps: boolean
  readonly signal: AbortSignal
  /** What forks may still cost, in US dollars; null where there is no limit. */
  readonly leftUsd: number | null
}

/** A fork with the cut that it goes on from. */
export type ReadyFork = { readonly fork: PlannedFork; readonly cut: ReadyCut }

/** In characters: what an agent said last. */
const longestSaid = 600

/**
 * Lets an agent go on from a cut, in a home and a copy of the project of its own, and reads what it did. One whose agent had
 * ended before is only read. Throws a `Problem` where the agent took no turn, and `Cancelled`.
 */
export async function runFork(ready: ReadyFork, running: ForkRunning): Promise<ForkResult> {
  const { store, services, keeps, signal, input } = running
  const { fork, cut } = ready
  const folder = store.folder(fork.id)
  const own = cut.planned.workspace.folder
  const known = await store.findEnded(fork.id)
  const before = known === null ? await stampFiles(own, largestWorkspace.files) : null
  const ended = known ?? (await startFork(ready, running))
  const after = before === null ? null : await stampFiles(own, largestWorkspace.files)
  const changed = ended.changed ?? (await listChanges(ready, store))
  // The outcome command changes files, too.
  if (ended.changed === null) await store.keepEnded(fork.id, { ...ended, changed })
  const { prepared, planned } = cut
  const isThere = (await stampSession(ended.path)).trim() !== ''
  const read = buildReading(ready, store, ended.path)
  const seen = isThere ? await services.engine.run('readFork', read, { signal }) : null
  if (seen !== null) await settleFork(services, ended.callId, seen)
  if (seen === null || seen.figures.turns === 0) {
    // What cost nothing is tried again next time.
    await removeWorkFolder(folder)
    throw createAgentProblem(planned.agent, ended, input.limits)
  }
  const { figures, answers } = seen
  const outcome = await runOutcome(ready, running)
  const result: ForkResult = {
    id: fork.id,
    cutId: fork.cutId,
    method: fork.method,
    n: fork.n,
    end: ended.end,
    said: ended.said,
    seconds: ended.seconds,
    figures,
    answers,
    files: compareFiles(changed, prepared.changedAfter, planned.workspace.folder),
    outcome,
    touched: before === null || after === null ? [] : [...listChangedFiles(before, after)],
    keptAt: keeps ? findProjectFolder(ready, folder) : null,
  }
  await store.keep(result)
  await removeWorkFolder(keeps ? join(folder, 'home') : folder)
  return result
}

/** A copy is looked at whole, however large the agent made it. */
async function stampCopy(project: string): Promise<FileStamps> {
  return (await stampFiles(project, Infinity)) ?? new Map()
}

/** Files that the agent changed, below the folder that it worked in. */
async function listChanges(ready: ReadyFork, store: ProbeStore): Promise<string[]> {
  const folder = store.folder(ready.fork.id)
  const [project, own] = [join(folder, 'project'), findProjectFolder(ready, folder)]
  const changed = listChangedFiles(await store.findStamps(ready.fork.id), await stampCopy(project))
  return changed.map((name) => relative(own, join(project, name)).replaceAll('\\', '/'))
}

/** Prepares a fork and runs its agent to its end. What is killed on the way leaves nothing. */
async function startFork(ready: ReadyFork, running: ForkRunning): Promise<EndedFork> {
  const { fork, cut } = ready
  const { store, services, signal } = running
  const folder = store.folder(fork.id)
  await store.begin(fork.id)
  const place = openWatchedPlace(folder)
  try {
    const home = join(folder, 'home')
    await makeAgentHome(home, cut.runner, services)
    const project = join(folder, 'project')
    const environment = { ...services.environment, ...place.marks }
    const copied = await copyProject(cut.planned.workspace, project, { environment, signal })
    await store.keepStamps(fork.id, await stampCopy(project))
    const session = await writeSession(ready, { home, cwd: copied }, running)
    const callId = await reserveFork(services, ready, running.probeId)
    const started = services.now()
    // From here on nobody can say that it cost nothing.
    await services.store.spending.markSent(callId)
    const { end, path } = await runAgent(ready, running, { place, home, session })
    const ended: EndedFork = {
      end: end.kind === 'exited' && end.code === 0 ? 'finished' : pickEnd(end),
      said: end.kind === 'exited' && end.code === 0 ? '' : end.said.trim().slice(-longestSaid),
      seconds: Math.round((services.now() - started) / 100) / 10,
      path,
      callId,
      changed: null,
    }
    // Nothing of it runs any more, and what it is paid for must stay.
    place.settle()
    await store.keepEnded(fork.id, ended)
    return ended
  } catch (error) {
    await removeWorkFolder(folder)
    place.settle()
    throw signal.aborted ? signal.reason : error
  }
}

function pickEnd({ kind, why }: WatchedEnd): EndedFork['end'] {
  if (kind === 'time-limit') return 'minutes'
  return kind === 'stopped' && (why === 'turns' || why === 'budget') ? why : 'failed'
}

/** Where a fork works: the folder of the session below the copy of its repository. */
function findProjectFolder({ cut }: ReadyFork, folder: string): string {
  const { workspace } = cut.planned
  const project = join(folder, 'project')
  return workspace.kind === 'folder' ? project : join(project, relative(workspace.root, workspace.folder))
}

function buildOrigin({ fork, cut }: ReadyFork, to: string): ForkOrigin {
  return {
    source: cut.source,
    result: cut.results.get(findPlayed(fork, cut.planned.twin)) ?? null,
    from: cut.task.workspace ?? cut.planned.workspace.folder,
    to,
  }
}

/** How the session of a fork is read. */
function buildReading(ready: ReadyFork, store: ProbeStore, path: string): ReadForkInput {
  const { prompts, questions } = ready.cut.planned
  const origin = buildOrigin(ready, findProjectFolder(ready, store.folder(ready.fork.id)))
  return { ...origin, path, prompt: prompts[0] ?? '', questions }
}

async function writeSession(
  ready: ReadyFork,
  { home, cwd }: { readonly home: string; readonly cwd: string },
  { services, signal }: ForkRunning,
): Promise<Omit<RunnerSession, 'prompt'>> {
  const { fork, cut } = ready
  const draft = await services.engine.run(
    'draftFork',
    {
      ...buildOrigin(ready, cwd),
      forkId: fork.id,
      format: cut.planned.format,
      path: cut.task.path,
      home,
      title: `${cut.task.title} (probe)`,
      now: services.now(),
    },
    { signal },
  )
  await withNewFiles(draft.files, withoutGuard, () => Promise.resolve())
  return { sessionId: draft.sessionId, path: draft.files[0]?.path ?? '', cwd }
}

type AgentRun = {
  readonly place: WatchedPlace
  readonly home: string
  readonly session: Omit<RunnerSession, 'prompt'>
}

async function runAgent(
  ready: ReadyFork,
  running: ForkRunning,
  { place, home, session }: AgentRun,
): Promise<{ readonly end: WatchedEnd; readonly path: string }> {
  const { planned, runner } = ready.cut
  const { input, services, signal } = running
  const environment = buildAgentEnvironment(home, runner, services)
  const deadline = services.now() + input.limits.minutes * 60_000
  const start = (args: readonly string[], stopWhen?: () => Promise<string | null>): Promise<WatchedEnd> =>
    place.run(
      {
        command: [...planned.program, ...args],
        cwd: session.cwd,
        environment,
        limitMs: Math.max(1000, deadline - services.now()),
        ...(stopWhen === undefined ? {} : { stopWhen }),
      },
      signal,
    )
  if (runner.take !== undefined) {
    const taken = await start(runner.take({ ...session, prompt: '' }))
    if (taken.kind !== 'exited' || taken.code !== 0) return { end: taken, path: session.path }
  }
  let own = { path: session.path, sessionId: session.sessionId }
  let end: WatchedEnd = { kind: 'exited', code: 0, why: '', said: '' }
  for (const prompt of planned.prompts) {
    const find = (): Promise<string> =>
      findWritten(runner, home, { ...own, isFirst: prompt === planned.prompts[0] })
    const watch = createLimitWatch(ready, running, find)
    end = await start(runner.goOn({ ...session, ...own, prompt }), watch)
    own = { ...own, path: await find() }
    if (end.kind !== 'exited' || end.code !== 0) return { end, path: own.path }
  }
  const { questions } = planned
  if (questions.length > 0) {
    const find = (): Promise<string> => findWritten(runner, home, { ...own, isFirst: false })
    // How the answers end says nothing of the work.
    await start(
      runner.goOn({ ...session, ...own, prompt: buildQuestionPrompt(questions) }),
      createLimitWatch(ready, running, find),
    )
    own = { ...own, path: await find() }
  }
  return { end, path: own.path }
}

/** Requests in which questions are answered; more are work. */
const mostAnswerTurns = 5

/** Looks now and then at what the agent has written, and ends it at its limits. */
function createLimitWatch(
  ready: ReadyFork,
  { input: { limits }, services, leftUsd, store, signal }: ForkRunning,
  find: () => Promise<string>,
): () => Promise<string | null> {
  let stamp = ''
  return async () => {
    const path = await find()
    const now = await stampSession(path)
    if (now === stamp) return null
    stamp = now
    const seen: ReadForkOutput | null = await services.engine
      .run('readFork', buildReading(ready, store, path), { signal })
      // It may be in the middle of writing.
      .catch(() => null)
    if (seen === null) return null
    const { figures, answers } = seen
    if (leftUsd !== null && (figures.costUsd ?? 0) + (answers?.costUsd ?? 0) >= leftUsd) return 'budget'
    return figures.turns > limits.turns || (answers?.turns ?? 0) > mostAnswerTurns ? 'turns' : null
  }
}

async function stampSession(path: string): Promise<string> {
  const file = path.replace(/#[^#]*$/, '')
  const stamps = await Promise.all(
    ['', '-wal'].map((ending) =>
      stat(`${file}${ending}`).then(
        ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
        () => '',
      ),
    ),
  )
  return stamps.join(' ')
}

/** The session that an agent writes: the one that it was given, a later file, or its row in a database. */
async function findWritten(
  { writes }: AgentRunner,
  home: string,
  given: { readonly path: string; readonly sessionId: string; readonly isFirst: boolean },
): Promise<string> {
  if (writes === undefined) return given.path
  if ('database' in writes) return `${join(home, writes.database)}#${given.sessionId}`
  const folder = join(home, writes.folder)
  const names = (await readdir(folder, { recursive: true, encoding: 'utf8' }).catch(() => [])).filter(
    (name) => writes.name.test(name),
  )
  const found: { readonly path: string; readonly changed: number }[] = []
  for (const name of names) {
    const path = resolve(folder, name)
    if (path !== resolve(given.path) || names.length === 1)
      append(found, [{ path, changed: (await stat(path)).mtimeMs }])
  }
  return found.toSorted((a, b) => a.changed - b.changed).at(-1)?.path ?? given.path
}

const outcomeMs = 20 * 60_000

/** The exit code of the person's own check in the copy; null where there is none, or it took too long. */
async function runOutcome(ready: ReadyFork, running: ForkRunning): Promise<number | null> {
  const { input, store, services, signal } = running
  if (input.outcome === undefined) return null
  const folder = store.folder(ready.fork.id)
  const scratch = join(folder, 'tmp')
  makeWorkFolder(scratch)
  // The copy stays when Dewpoint is killed: its agent is paid for, and what it did is read again then.
  const place = openWatchedPlace(scratch)
  const shell = process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c'] : ['/bin/sh', '-c']
  const { runner } = ready.cut
  const end = await place.run(
    {
      command: [...shell, input.outcome],
      cwd: findProjectFolder(ready, folder),
      environment: buildAgentEnvironment(join(folder, 'home'), runner, services),
      limitMs: outcomeMs,
    },
    signal,
  )
  place.settle()
  return end.code
}

/** Files below the project that a fork changed, beside those that the recorded run did. */
function compareFiles(
  changed: readonly string[],
  recorded: readonly string[],
  folder: string,
): ForkResult['files'] {
  const base = `${normalisePath(folder)}/`
  const meant = recorded.map((path) => (path.startsWith(base) ? path.slice(base.length) : path))
  return {
    same: changed.filter((path) => meant.includes(path)),
    other: changed.filter((path) => !meant.includes(path)),
    missing: meant.filter((path) => !changed.includes(path)),
  }
}
