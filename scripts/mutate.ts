import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { runScript, toolScript } from './gate/run-command.ts'
import { findMutants, type Mutant } from './mutate/find-mutants.ts'
import { mutantVariable, type NamedMutant } from './mutate/mutant-plugin.ts'

/**
 * Mutation testing of a folder by the tests in it: `npm run mutate -- <folder> [every]` takes each mutant, or each so
 * many-th, and names those that no test notices. Not part of the gate: each takes a run of those tests.
 */

const root = join(import.meta.dirname, '..')
/** A mutant that never ends is noticed, too. In milliseconds. */
const longestMs = 120_000

async function main([folder, every = '1']: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('Name a folder: npm run mutate -- src/main/record/prices')
  const mutants = sourcesIn(resolve(root, folder)).flatMap((file) =>
    findMutants(readFileSync(file, 'utf8')).map((mutant) => ({ file, ...mutant })),
  )
  const tried = mutants.filter((_, at) => at % Number(every) === 0)
  const whole = await runTests(folder, {})
  if (whole !== 0) throw new Error('The tests of the folder fail without a mutant.')
  let killed = 0
  for (const mutant of tried) {
    // One after the other: the tests of one mutant take all cores.
    const code = await runTests(folder, { [mutantVariable]: JSON.stringify(mutant satisfies NamedMutant) })
    if (code === 0) console.log(`survived  ${placeOf(mutant)}`)
    else killed += 1
  }
  console.log(
    `${killed} of ${tried.length} killed (${((100 * killed) / tried.length).toFixed(0)} %), ${mutants.length} mutants in all`,
  )
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(?:^|[\\/])testing[\\/]/.test(name))
    .toSorted()
    .map((name) => join(folder, name))
}

async function runTests(folder: string, env: Readonly<Record<string, string>>): Promise<number | null> {
  const args = ['run', folder, '--bail', '1', '--reporter', 'dot']
  return (await runScript(toolScript('vitest'), args, { env, longestMs })).code
}

function placeOf({ file, start, end, text }: Mutant & { readonly file: string }): string {
  const code = readFileSync(file, 'utf8')
  const line = code.slice(0, start).split('\n').length
  return `${relative(root, file)}:${line}  ${JSON.stringify(code.slice(start, end))} -> ${JSON.stringify(text)}`
}

await main(process.argv.slice(2))
