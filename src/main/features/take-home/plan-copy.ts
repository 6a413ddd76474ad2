import { lstat, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import type { SessionCopy, Trial } from '../../../shared/take-home/session-copy-types.ts'
import { buildCopyRefusal } from '../../../shared/take-home/session-copy-words.ts'
import type { Machine } from '../../agents/discovery/editors.ts'
import { findWritingAgent, type WritingAgent } from '../../agents/find-agent.ts'
import type { StoredRun } from '../../platform/store/records.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireRun, requireTask } from '../common/require-stored.ts'
import { buildResultFile } from '../condense/build-result-file.ts'
import { refusePlace } from '../library/refuse-place.ts'
import { buildMachine } from '../team/build-machine.ts'
import type { DraftSessionOutput } from './jobs/draft-session.ts'

/** What a person says about a copy. */
export type CopyRequest = Readonly<{
  runId: string
  /** Folder to write into instead of the agent's own; absolute. */
  out?: string | undefined
  /** Where the agent goes on working instead of where it worked; absolute. */
  cwd?: string | undefined
}>

/** A copy before it is written, with the text of its files. */
export type PlannedCopy = Readonly<{
  copy: SessionCopy
  draft: DraftSessionOutput
  run: StoredRun
  task: StoredTask
}>

/** A history that its agent changed a moment ago may be open there still. */
const restingMs = 60_000

/**
 * Makes a condensed copy of a session in the form of its agent, and writes nothing. Throws a `Problem` where the agent's
 * sessions cannot be written, its folder is gone, the session is open, or a page names where it goes.
 */
export async function planCopy(services: CoreServices, request: CopyRequest): Promise<PlannedCopy> {
  const { store, engine, guard, now } = services
  const { out } = request
  refusePlace(services.info.door, out, 'resume --out')
  if (out !== undefined) for (const place of [out, join(out, 'session')]) await guard.check(place)
  const run = await requireRun(store, request.runId)
  const task = await requireTask(store, run.taskId)
  const agent = findWritingAgent(task)
  if (agent === null) throw createRefusalProblem('no-writer', task.format ?? 'this format', task.path)
  if (task.path === '') throw createRefusalProblem('dropped', task.title, task.id)
  if (run.cut !== undefined) throw createRefusalProblem('cut', task.title, run.id)
  const machine = buildMachine(services)
  const trial = findTrial(agent, task.agent)
  await requireClosed(services, agent, { agent: trial.agent, path: task.path, machine, now: now() })
  await requireCurrent(services, run, task)
  const cwd = request.cwd ?? task.workspace ?? ''
  if (!(await isFolder(cwd)))
    throw createRefusalProblem('no-workspace', cwd === '' ? 'not recorded' : cwd, cwd)
  const { messages, tag } = await buildResultFile(services, run.id)
  const draft = await engine.run('draftSession', {
    format: agent.id,
    path: task.path,
    messages,
    tag: tag ?? null,
    cwd,
    title: `${task.title} (condensed)`,
    out: out ?? null,
    machine,
    now: now(),
  })
  if (draft.messages.length === 0) throw createRefusalProblem('nothing-left', trial.agent, run.id)
  for (const { path } of draft.files)
    if (await isThere(path)) throw createRefusalProblem('exists', path, path)
  const copy: SessionCopy = {
    format: agent.id,
    trial,
    sessionId: draft.sessionId,
    files: draft.files.map(({ path, text }) => ({ path, bytes: Buffer.byteLength(text) })),
    commands: draft.commands.map((command) => [...command]),
    ...(draft.steps === undefined ? {} : { steps: [...draft.steps] }),
    cwd,
    messages: draft.messages.length,
    leftOut: [...draft.leftOut],
    added: [...draft.added],
    isInStorage: draft.isListed,
  }
  return { copy, draft, run, task }
}

function findTrial({ name, writer }: WritingAgent, mark: string | null): Trial {
  const relative = writer.relatives?.[mark ?? '']
  return relative === undefined
    ? { agent: name, version: writer.triedWith }
    : { agent: relative, version: null }
}

async function requireClosed(
  { reader }: CoreServices,
  { writer }: WritingAgent,
  { agent, path, machine, now }: Readonly<{ agent: string; path: string; machine: Machine; now: number }>,
): Promise<void> {
  if ((await writer.isOpen?.(path, machine)) === true) throw createRefusalProblem('open', agent, path)
  const stamp = await reader.stampPath(path)
  if (stamp !== null && now - stamp.changedTs < restingMs) throw createRefusalProblem('growing', agent, path)
}

/** What the agent wrote since the run would be missing in the copy. */
async function requireCurrent(
  { reader, store }: CoreServices,
  run: StoredRun,
  { id, path, title, isSample, openedTs }: StoredTask,
): Promise<void> {
  const read = await reader.read({ input: { kind: 'path', path }, isSample, openedTs, isPatient: false })
  if (read.kind !== 'read') return
  const { snapshotSha256 } = await requireTask(store, id)
  if (snapshotSha256 !== run.snapshotSha256) throw createRefusalProblem('outdated', title, path)
}

const isFolder = (path: string): Promise<boolean> =>
  path === ''
    ? Promise.resolve(false)
    : stat(path).then(
        (found) => found.isDirectory(),
        () => false,
      )

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** The refusal of a copy, with what a person can do. */
function createRefusalProblem(
  reason: Parameters<typeof buildCopyRefusal>[0],
  what: string,
  where: string,
): Problem {
  const { code, message, hint } = buildCopyRefusal(reason, what)
  return new Problem({ code, message, where: where === '' ? dirname(what) : where, hint })
}
