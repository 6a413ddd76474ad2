import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../cli/testing/command-line.ts'
import { collectFolderNames } from './parse-folder-name.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
})
afterAll(() => line.clean())

it.each([
  [['open', '']],
  [['serve', '']],
  [['serve', '/tmp', '']],
  [['overview', '--open', '']],
  [['index', '']],
  [['search', 'word', '--open', '']],
])('%j names no folder, and says so', async (args) => {
  const { code, err } = await line.run(args)
  expect(err).toContain('It is empty: name a folder.')
  expect(code).toBe(2)
})

it('takes several in their order', () => expect(collectFolderNames('b', ['a'])).toEqual(['a', 'b']))
