import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { append } from '../../shared/lib/append.ts'

/** Variable that every process of one run has in its environment, so that those that leave its group are found. */
export const runVariable = 'DEWPOINT_ARM_RUN'

/** A process that leads a group of its own, and by what those that left the group are told. */
export type ProcessTree = {
  readonly pid: number
  /** Value of `runVariable` in what it starts. */
  readonly run: string
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
 * Ends a process, its group, and on Linux whatever else has the run in its environment, works in its folder or descends
 * from it while it lives. Does nothing to what is gone.
 */
export function killTree(tree: ProcessTree): void {
  const { pid } = tree
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  } else {
    // Once it is gone nothing tells whose children they were.
    const descendants = descendantsOf(pid)
    kill(-pid)
    for (const one of descendants) kill(one)
    // One that is found may have begun another one meanwhile.
    for (let round = 0; round < 5; round += 1) {
      const strays = straysOf(tree)
      if (strays.length === 0) break
      for (const stray of strays) kill(stray)
    }
  }
}

/** Ends a tree and waits until nothing of it is found any more: a signal is sent before it has worked. */
export async function endTree(tree: ProcessTree, limitMs = 2000): Promise<void> {
  killTree(tree)
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    const strays = straysOf(tree)
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
function told<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Processes that began a session of their own, by their environment, or by their folder where they cleared that. */
function straysOf({ run, folder }: ProcessTree): number[] {
  const mark = `${runVariable}=${run}`
  return processIds().filter((pid) => {
    const environment = told(() => readFileSync(`/proc/${pid}/environ`, 'latin1'))
    if (environment?.split('\0').includes(mark) === true) return true
    const place = told(() => readlinkSync(`/proc/${pid}/cwd`))?.replace(/ \(deleted\)$/, '') ?? ''
    return place === folder || place.startsWith(`${folder}/`)
  })
}

function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const one of processIds()) {
    // The name, which may hold anything, ends with the last bracket; state and parent follow.
    const stat = told(() => readFileSync(`/proc/${one}/stat`, 'latin1')) ?? ''
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    children.set(parent, [...(children.get(parent) ?? []), one])
  }
  const found: number[] = []
  for (let left = [pid]; left.length > 0;) {
    left = left.flatMap((one) => children.get(one) ?? [])
    append(found, left)
  }
  return found
}
