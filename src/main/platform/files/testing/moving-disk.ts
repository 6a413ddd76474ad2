import { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Does something while a folder moves: `move` is called before each question to the disk and each change of it, with its
 * number from 0. Resolves to how many there were, and to what was thrown, null where nothing was.
 */
export async function onMovingDisk(
  move: (at: number) => void,
  work: () => Promise<unknown>,
): Promise<Readonly<{ steps: number; error: unknown }>> {
  const own = { ...promises }
  let steps = 0
  const moving =
    <Args extends readonly unknown[], Result>(ask: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      move(steps)
      steps += 1
      return ask(...args)
    }
  Object.assign(promises, {
    chmod: moving(own.chmod),
    link: moving(own.link),
    lstat: moving(own.lstat),
    mkdir: moving(own.mkdir),
    open: moving(own.open),
    readlink: moving(own.readlink),
    realpath: moving(own.realpath),
    rename: moving(own.rename),
    rm: moving(own.rm),
    rmdir: moving(own.rmdir),
    stat: moving(own.stat),
  })
  syncBuiltinESMExports()
  try {
    await work()
    return { steps, error: null }
  } catch (error) {
    return { steps, error }
  } finally {
    Object.assign(promises, own)
    syncBuiltinESMExports()
  }
}
