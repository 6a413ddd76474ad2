import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { formatCount } from '../../../shared/kernel/format-count-with-noun.ts'
import type { WorkspaceSource } from '../../../shared/probe/probe-types.ts'
import {
  copyWorkspace,
  largestWorkspace,
  makeWorkFolder,
  measureWorkspace,
  removeOutwardLinks,
} from '../../platform/files/workspace-copies.ts'
import { Problem } from '../common/problem.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** When a session stood at its cut, and what it says of its project. */
export type WorkspaceMoment = {
  readonly commit: string | null
  /** Milliseconds since 1970. */
  readonly ts: number | null
  readonly changedBefore: number
}

/** What Git runs with; where the signal is given, it ends by that. */
type GitRunning = { readonly environment: Environment; readonly signal?: AbortSignal }

const execute = promisify(execFile)

/**
 * Finds out how the project of a session can be had as it was: the commit that the session names, else the last one before
 * the cut, else the folder as it is now. Throws a `Problem` where none of these can be copied.
 */
export async function findWorkspaceSource(
  folder: string,
  { commit, ts, changedBefore }: WorkspaceMoment,
  environment: Environment,
): Promise<WorkspaceSource> {
  const isFolder =
    folder !== '' &&
    (await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    ))
  if (!isFolder)
    throw new Problem({
      code: 'not-found',
      message: `The project of the session is not there: ${folder === '' ? 'none is recorded' : folder}.`,
      where: folder,
      hint: 'Name the folder that it is in now: `dewpoint probe --workspace`.',
    })
  const git = (...args: readonly string[]): Promise<string | null> =>
    runGit(folder, args, { environment }).catch(() => null)
  const root = await git('rev-parse', '--show-toplevel')
  if (root !== null) {
    await refuseDirtySubmodules(root, environment)
    const named = commit === null ? null : await git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`)
    if (named !== null) return { kind: 'commit', folder, root, commit: named, from: 'session', changedBefore }
    const before =
      ts === null ? '' : await git('rev-list', '-1', `--before=${new Date(ts).toISOString()}`, 'HEAD')
    if (before !== null && before !== '')
      return { kind: 'commit', folder, root, commit: before, from: 'time', changedBefore }
  }
  const { files, bytes, leftOut, isWhole } = await measureWorkspace(folder)
  if (isWhole) return { kind: 'folder', folder, files, bytes, leftOut: [...leftOut] }
  throw new Problem({
    code: 'too-large',
    message: `The project is too large to be copied, and no commit of the time of the session was found.`,
    where: folder,
    hint: `At most ${formatCount(largestWorkspace.files)} files and ${formatCount(largestWorkspace.bytes / 1e6)} MB are copied. Name a smaller folder: \`dewpoint probe --workspace\`.`,
  })
}

/** What is changed in a submodule is in no commit of the project, and would be missing. */
async function refuseDirtySubmodules(root: string, environment: Environment): Promise<void> {
  for (const { path, commit } of await listSubmodules(root, environment)) {
    const own = join(root, path)
    if (!existsSync(join(own, '.git'))) continue
    const ask = (...args: readonly string[]): Promise<string> =>
      runGit(own, args, { environment }).catch(() => '?')
    if ((await ask('rev-parse', 'HEAD')) === commit && (await ask('status', '--porcelain')) === '') continue
    throw new Problem({
      code: 'not-allowed',
      message: `The submodule ${path} has changes that are not committed.`,
      where: root,
      hint: 'Commit or stash them, then try again.',
    })
  }
}

/** Repositories within one, with the commit that it names; `git submodule` fails where `.gitmodules` does not name all. */
async function listSubmodules(
  root: string,
  environment: Environment,
): Promise<readonly { readonly path: string; readonly commit: string }[]> {
  const index = await runGit(root, ['ls-files', '--stage', '-z'], { environment })
  return index.split('\0').flatMap((entry) => {
    const [, commit, path] = /^160000 ([0-9a-f]{40,64}) \d\t(.+)$/s.exec(entry) ?? []
    return commit === undefined || path === undefined ? [] : [{ commit, path }]
  })
}

/**
 * Copies a project into a new folder, with nothing that leads back into it: a clone that only reads the objects of the
 * repository, without its remotes and hooks, or the files. Gives the folder to work in.
 */
export async function copyProject(source: WorkspaceSource, to: string, running: GitRunning): Promise<string> {
  if (source.kind === 'folder') {
    await copyWorkspace(source.folder, to)
    await removeOutwardLinks(to)
    return to
  }
  await cloneCommit({ from: source.root, commit: source.commit, to }, running)
  await removeOutwardLinks(to)
  const way = relative(await realpath(source.root), await realpath(source.folder))
  const folder = join(to, way)
  // A folder that the commit does not have yet.
  makeWorkFolder(folder)
  return folder
}

type Clone = { readonly from: string; readonly commit: string; readonly to: string }

async function cloneCommit({ from, commit, to }: Clone, running: GitRunning): Promise<void> {
  const quiet = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'gc.auto=0']
  await runGit(
    '/',
    [...quiet, 'clone', '--quiet', '--shared', '--no-checkout', '--template=', '--', from, to],
    running,
  )
  await runGit(to, ['remote', 'remove', 'origin'], running)
  await runGit(to, [...quiet, 'checkout', '--quiet', '--detach', commit], running)
  const tree = await runGit(to, ['ls-tree', '-r', '-z', commit], running)
  for (const entry of tree.split('\0')) {
    const [, own, path] = /^160000 commit ([0-9a-f]{40,64})\t(.+)$/s.exec(entry) ?? []
    if (own === undefined || path === undefined || !existsSync(join(from, path, '.git'))) continue
    await cloneCommit({ from: join(from, path), commit: own, to: join(to, path) }, running)
  }
}

/** What Git answers, without the line end. Throws where it fails. */
async function runGit(
  folder: string,
  args: readonly string[],
  { environment, signal }: GitRunning,
): Promise<string> {
  const { stdout } = await execute('git', [...args], { ...buildGitOptions(folder, environment), signal })
  return stdout.trim()
}

/** Git refreshes its index where it only looks, unless it is told not to; variables of a caller lead it elsewhere. */
function buildGitOptions(
  cwd: string,
  environment: Environment,
): { cwd: string; env: NodeJS.ProcessEnv; maxBuffer: number; encoding: 'utf8' } {
  const own = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_'))
  return {
    cwd,
    env: {
      ...Object.fromEntries(own),
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_LFS_SKIP_SMUDGE: '1',
    },
    maxBuffer: 100_000_000,
    encoding: 'utf8',
  }
}
