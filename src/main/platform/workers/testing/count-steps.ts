import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

/** A function of the project: the file that exports it, and its name. */
export type Counted = { readonly file: URL; readonly name: string }

/** How the steps of a function grow with the size of what it works on. */
export type Growth = {
  /** Steps for twice the size over those for the size: 2 where they grow with it, 4 where with its square. */
  readonly factor: number
  /** Steps for each pair of things of that size: the part that grows with the square. */
  readonly perPair: number
}

/**
 * Counts steps instead of time, which says nothing on a busy machine. Steps are blocks of the project's own code that run; what the
 * engine does within one call, such as a search in a text, is none. Arguments are made of a size, twice and four times
 * that size, and what is done whatever the size falls out. They cross to a process of its own, where nothing was compiled
 * before the counting began, and nothing is inlined.
 */
export async function measureGrowth(
  { file, name }: Counted,
  size: number,
  argumentOf: (size: number) => unknown,
): Promise<Growth> {
  const args = [size, 2 * size, 4 * size].map(argumentOf)
  const flags = ['--no-opt', '--no-maglev', '--no-sparkplug']
  const counter = fork(new URL('step-counter.ts', import.meta.url), {
    execArgv: flags,
    serialization: 'advanced',
  })
  try {
    counter.send({ file: file.href, name, args })
    const [steps]: unknown[] = await once(counter, 'message')
    const [single, double, fourfold] = z.tuple([z.number(), z.number(), z.number()]).parse(steps)
    const [first, second] = [double - single, fourfold - double]
    return { factor: second / first, perPair: (second - 2 * first) / (6 * size ** 2) }
  } finally {
    counter.kill()
  }
}
