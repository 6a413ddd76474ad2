import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
})
afterAll(() => line.clean())

it.each([
  ['nothing', '', 'There is nothing to search for.'],
  ['blanks', '  ', 'There is nothing to search for.'],
  ['more than is searched for', 'x'.repeat(1234), '1,234 characters'],
  ['no word', '🚀', 'Only words are searched'],
  ['brackets', '()', 'Only words are searched'],
])('a search for %s is refused with what to do', async (_, query, text) => {
  const { code, err } = await line.run(['search', query])
  expect(err).toContain(text)
  expect(code).toBe(2)
})
