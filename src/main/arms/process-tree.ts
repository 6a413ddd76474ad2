import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

/** Variable that every process of one run has in its environment, so that those that leave its group are found. */
export const runVariable = 'DEWPOINT_ARM_RUN'

/** Runs whose processes may be alive, so that they end with this process. */
const alive = new Map<number, string>()
let isWatching = false

/** Notes a process that leads a group of its own: it is ended at the latest when this process ends. */
export function watchTree(pid: number, run: string): void {
  alive.set(pid, run)
  if (isWatching) return
  isWatching = true
  process.once('exit', () => {
    for (const [own, ofRun] of alive) killTree(own, ofRun)
  })
}

/** Ends a process, its group, and on Linux whatever else has the run in its environment. Does nothing to what is gone. */
export function killTree(pid: number, run: string): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
  } else {
    kill(-pid)
    // One that is found may have begun another one meanwhile.
    for (let round = 0; round < 5; round += 1) {
      const strays = straysOf(run)
      if (strays.length === 0) break
      for (const stray of strays) kill(stray)
    }
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

/** Processes that began a session of their own; Linux alone tells the environment of others without their help. */
function straysOf(run: string): number[] {
  if (process.platform !== 'linux') return []
  const mark = `${runVariable}=${run}`
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) return []
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(mark) ? [pid] : []
    } catch {
      return []
    }
  })
}
