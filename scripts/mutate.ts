import { fork, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { findMutants, type Mutant } from './mutate/find-mutants.ts'
import type { NamedMutant } from './mutate/mutant-plugin.ts'

/**
 * Mutation testing of a folder by the tests in it: `npm run mutate -- <folder> [every]` takes each mutant, or each so
 * many-th, and names those that no test notices. Not part of the gate: each takes a run of those tests.
 */

const root = join(import.meta.dirname, '..')
/** A mutant that takes so many times as long as none, and some seconds more, never ends; it is named, and killed. */
const longest = { times: 10, moreMs: 30_000 }

type Outcome = 'passed' | 'failed' | 'unended'

type Tests = {
  /** Runs the tests with a mutant, or with none, for so many milliseconds at most. */
  readonly run: (mutant: NamedMutant, longestMs?: number) => Promise<Outcome>
  readonly end: () => void
}

async function main([folder, every = '1']: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('Name a folder: npm run mutate -- src/main/record/prices')
  const mutants = sourcesIn(resolve(root, folder)).flatMap((file) =>
    findMutants(readFileSync(file, 'utf8')).map((mutant) => ({ file, ...mutant })),
  )
  const tried = mutants.filter((_, at) => at % Number(every) === 0)
  const tests = startTests(folder)
  try {
    if ((await tests.run(null)) !== 'passed')
      throw new Error('The tests of the folder fail without a mutant.')
    const startMs = performance.now()
    await tests.run(null)
    const longestMs = longest.times * (performance.now() - startMs) + longest.moreMs
    let killed = 0
    for (const mutant of tried) {
      // One after the other: there is one thread for the tests.
      const outcome = await tests.run(mutant, longestMs)
      if (outcome !== 'passed') killed += 1
      if (outcome === 'passed') console.log(`survived  ${placeOf(mutant)}`)
      // On a busy machine it may only have been slow.
      if (outcome === 'unended') console.log(`unended   ${placeOf(mutant)}`)
    }
    console.log(
      `${killed} of ${tried.length} killed (${((100 * killed) / tried.length).toFixed(0)} %), ${mutants.length} mutants in all`,
    )
  } finally {
    tests.end()
  }
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(?:^|[\\/])testing[\\/]/.test(name))
    .toSorted()
    .map((name) => join(folder, name))
}

/** The tests of a folder in one process, which is started anew after a mutant that never ends. */
function startTests(folder: string): Tests {
  const start = (): ChildProcess => fork(join(root, 'scripts/mutate/try-mutants.ts'), [folder], { cwd: root })
  let child = start()
  return {
    run: (mutant, longestMs) =>
      new Promise((settle) => {
        const finish = (outcome: Outcome): void => {
          clearTimeout(timer)
          child.removeAllListeners()
          settle(outcome)
        }
        const startAnew = (): void => {
          finish('unended')
          child.kill('SIGKILL')
          child = start()
        }
        const timer = longestMs === undefined ? undefined : setTimeout(startAnew, longestMs)
        child.on('message', (isPassed) => finish(isPassed === true ? 'passed' : 'failed'))
        child.on('exit', startAnew)
        child.send(JSON.stringify(mutant))
      }),
    end: () => child.kill(),
  }
}

function placeOf({ file, start, end, text }: Mutant & { readonly file: string }): string {
  const code = readFileSync(file, 'utf8')
  const line = code.slice(0, start).split('\n').length
  return `${relative(root, file)}:${line}  ${JSON.stringify(code.slice(start, end))} -> ${JSON.stringify(text)}`
}

await main(process.argv.slice(2))
