import { createVitest } from 'vitest/node'
import { mutantVariable, namedMutant } from './mutant-plugin.ts'

/**
 * The tests of a folder in a process of their own, kept for one mutant after the other: each message holds what the
 * variable of the mutant is to be, and the answer is whether the tests pass.
 */

const [folder = ''] = process.argv.slice(2)
process.env[mutantVariable] = 'null'
// One thread, which ends with this process even where a mutant never does.
const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  reporters: [{}],
  pool: 'threads',
  maxWorkers: 1,
})
const tests = await vitest.globTestSpecifications([folder])

async function pass(mutant: string): Promise<boolean> {
  process.env[mutantVariable] = mutant
  const file = namedMutant()?.file
  if (file !== undefined) vitest.invalidateFile(file)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests)
  if (file !== undefined) vitest.invalidateFile(file)
  return (
    tests.length > 0 && unhandledErrors.length === 0 && testModules.every((own) => own.state() === 'passed')
  )
}

process.on('message', (mutant) => void pass(String(mutant)).then((isPassed) => process.send?.(isPassed)))
