import { fork, type ChildProcess, type Serializable } from 'node:child_process'
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
 * that size, and what is done whatever the size falls out. They cross to a process of its own, which a thread of tests keeps:
 * counting began there before anything was compiled, and nothing is inlined.
 */
export async function measureGrowth(
  { file, name }: Counted,
  size: number,
  argumentOf: (size: number) => unknown,
): Promise<Growth> {
  const args = [size, 2 * size, 4 * size].map(argumentOf)
  const steps = await (asked = asked
    .catch(() => undefined)
    .then(() => countSteps({ file: file.href, name, args })))
  const [single, double, fourfold] = stepsSchema.parse(steps)
  const [first, second] = [double - single, fourfold - double]
  return { factor: second / first, perPair: (second - 2 * first) / (6 * size ** 2) }
}

const stepsSchema = z.tuple([z.number(), z.number(), z.number()])
let counter: ChildProcess | undefined
/** One question at a time: answers bear no name. */
let asked: Promise<unknown> = Promise.resolve()

async function countSteps(question: Serializable): Promise<unknown> {
  counter ??= startCounter()
  const ended = new AbortController()
  const fail = (): void => ended.abort(new Error('The process that counts steps has ended.'))
  counter.once('exit', fail)
  try {
    counter.send(question)
    const [steps]: unknown[] = await once(counter, 'message', { signal: ended.signal })
    return steps
  } finally {
    counter?.off('exit', fail)
  }
}

function startCounter(): ChildProcess {
  const started = fork(new URL('step-counter.ts', import.meta.url), {
    execArgv: ['--no-opt', '--no-maglev', '--no-sparkplug'],
    serialization: 'advanced',
  })
  started.once('exit', () => (counter = undefined))
  // It ends with whoever has started it, and keeps nobody from ending.
  started.unref()
  started.channel?.unref()
  return started
}
