import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { hasFinishedFork } from './has-finished-fork.ts'

/**
 * Kills its process at a call of the file system, for tests: `KILL_AT` is the function, whether it is killed before or after
 * the call, and a pattern of a path that is among the arguments. It is loaded before everything else, by `--import`.
 */
const [call = '', moment, pattern = ''] = (process.env['KILL_AT'] ?? '').split(' ')
const path = new RegExp(pattern)
const own: unknown = Reflect.get(fs.promises, call)
if (typeof own === 'function') {
  Reflect.set(fs.promises, call, async (...args: readonly unknown[]): Promise<unknown> => {
    const isIt = args.some((arg) => typeof arg === 'string' && path.test(arg)) && hasFinishedFork()
    if (isIt && moment === 'before') process.kill(process.pid, 'SIGKILL')
    const result: unknown = await Reflect.apply(own, fs.promises, args)
    if (isIt) process.kill(process.pid, 'SIGKILL')
    return result
  })
  syncBuiltinESMExports()
}
