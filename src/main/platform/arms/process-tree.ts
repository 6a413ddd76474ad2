import { spawnSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { append } from '../../../shared/kernel/append.ts'

/** Variable that every process of one run has in its environment, so that those that leave its group are found. */
const runVariable = 'DEWPOINT_ARM_RUN'

/** What all processes of a run have from the one that was started, however they left its group. */
export type RunMarks = {
  /** Variable in the environment, with its value. */
  readonly run: string
  /**
   * Limit of locks on files, which Linux has kept for each process and looked at for none since 2.4: it passes on to
   * whatever a process starts, also where that clears its environment, leaves its folder and begins a session.
   */
  readonly limit: number
}

/** Marks that no other run has. */
export function makeRunMarks(): RunMarks {
  return { run: `${runVariable}=${randomUUID()}`, limit: randomInt(2 ** 40, 2 ** 47) }
}

const shell = '/bin/sh'
/** Some shells know the limit by one letter, some by the other; what runs next takes the place of the shell. */
const setLimit = 'ulimit -w "$0" 2>/dev/null || ulimit -x "$0" 2>/dev/null; unset OLDPWD PWD SHLVL; exec "$@"'

/** The command that runs a command with the limit of its marks, where the system has such limits. */
export function buildMarkedCommand(command: readonly string[], { limit }: RunMarks): readonly string[] {
  if (process.platform !== 'linux' || !existsSync(shell)) return command
  return [shell, '-c', setLimit, String(limit), ...command]
}

/** A process that leads a group of its own, and by what those that left the group are told. */
export type ProcessTree = RunMarks & {
  readonly pid: number
  /** Absolute path of the folder that it was started in, which is its own. */
  readonly folder: string
}

/** Trees whose processes may be alive, so that they end with this process. */
const alive = new Map<number, ProcessTree>()
let isWatching = false

/** Notes a process that leads a group of its own: it is ended at the latest when this process ends. */
export function watchTree(tree: ProcessTree): void {
  alive.set(tree.pid, tree)
  if (isWatching) return
  isWatching = true
  process.once('exit', () => {
    for (const own of alive.values()) killTree(own)
  })
}

/**
 * Ends a process, its group, and on Linux whatever else has a mark of the run, works in its folder or descends from it while
 * it lives. Does nothing to what is gone.
 */
export function killTree(tree: ProcessTree): void {
  const { pid } = tree
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  } else {
    // Once it is gone nothing tells whose children they were.
    const descendants = findDescendants(pid)
    kill(-pid)
    for (const one of descendants) kill(one)
    // One that is found may have begun another one meanwhile.
    for (let round = 0; round < 5; round += 1) {
      const strays = findStrayProcesses(tree)
      if (strays.length === 0) break
      for (const stray of strays) kill(stray)
    }
  }
}

/** Ends a tree and waits until nothing of it is found any more: a signal is sent before it has worked. */
export async function endProcessTree(tree: ProcessTree, limitMs = 2000): Promise<void> {
  killTree(tree)
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    const strays = findStrayProcesses(tree)
    if (strays.length === 0) return
    for (const stray of strays) kill(stray)
    await sleep(5)
  }
}

/** Forgets a process of which nothing is left. */
export function forgetTree(pid: number): void {
  alive.delete(pid)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone.
  }
}

/** Ids of all other processes; Linux alone tells of others without their help. */
function processIds(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    return Number.isInteger(pid) && pid !== process.pid ? [pid] : []
  })
}

/** What a reader of `/proc` says of a process; null of one that is gone or not ours. */
function readProcOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Processes that began a session of their own, by their marks, or by their folder. */
function findStrayProcesses({ run, limit, folder }: ProcessTree): number[] {
  const limitLine = new RegExp(`^Max file locks +${limit} `, 'm')
  return processIds().filter((pid) => {
    const hasLimit = limitLine.test(readProcOrNull(() => readFileSync(`/proc/${pid}/limits`, 'latin1')) ?? '')
    // One that has ended keeps its limits until whoever started it has looked.
    if (hasLimit) return !'ZX'.includes(readProcessStat(pid)[0] ?? 'X')
    const environment = readProcOrNull(() => readFileSync(`/proc/${pid}/environ`, 'latin1'))
    if (environment?.split('\0').includes(run) === true) return true
    const place = readProcOrNull(() => readlinkSync(`/proc/${pid}/cwd`))?.replace(/ \(deleted\)$/, '') ?? ''
    return place === folder || place.startsWith(`${folder}/`)
  })
}

/** State and parent of a process, and what follows; empty of one that is gone. */
function readProcessStat(pid: number): readonly string[] {
  const stat = readProcOrNull(() => readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? ''
  // The name, which may hold anything, ends with the last bracket.
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function findDescendants(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const one of processIds()) {
    const parent = Number(readProcessStat(one)[1])
    children.set(parent, [...(children.get(parent) ?? []), one])
  }
  const found: number[] = []
  for (let left = [pid]; left.length > 0;) {
    left = left.flatMap((one) => children.get(one) ?? [])
    append(found, left)
  }
  return found
}
