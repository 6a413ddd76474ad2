import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { writeRepeatingTask } from '../../../testing/write-repeating-task.ts'

/** Search and overview over all tasks on the command line; the sample beside them counts in neither. */
let line: CommandLine
beforeEach(async () => {
  line = await makeCommandLine({ hasSample: true })
  await writeRepeatingTask(join(line.folder, 'tasks', '1'), 'Mend src/parser.ts of the aardwolf')
  await writeRepeatingTask(join(line.folder, 'tasks', '2'), 'Paint the fence', 1_800_000_000_000)
})
afterEach(() => line.clean())

it('search gives the figures that scripts rely on', async () => {
  const found = await line.json(['search', 'src/parser.ts', '--open', 'tasks'])
  expect(found).toEqual({
    hits: [
      {
        taskId: expect.any(String),
        taskTitle: 'Mend src/parser.ts of the aardwolf',
        messageIndex: 0,
        role: 'user',
        ts: 1_700_000_000_000,
        snippet: [
          { text: '<task> Mend ', isMatch: false },
          { text: 'src/parser.ts', isMatch: true },
          { text: ' of the aardwolf </task>', isMatch: false },
        ],
      },
    ],
    hasMore: false,
    searchedTasks: 2,
    tasks: 2,
    listedTasks: 2,
    unreadableTasks: 0,
    leftOutSigns: [],
  })
})

it('search shows people where, and how much was searched', async () => {
  const { code, out, err } = await line.run(['search', 'export const', '--open', 'tasks', '--limit', '2'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^2027-01-15 08:00 +\w+ +Paint the fence +#16 +user +.*export const answer = 42/m)
  expect(out).toContain('The newest 2 messages. There are more. Searched: 2 tasks.\n')
  const nothing = await line.run(['search', 'quokka'])
  expect(nothing).toEqual({ code: 0, out: 'No message contains this in 2 tasks.\n', err: '' })
})

it('search is narrowed like the table, and says how far', async () => {
  await line.run(['search', 'answer', '--open', 'tasks'])
  const args = ['search', 'answer', '--limit', '500', '--active', '2027-01-01..', '--named', 'tasks/2']
  const { code, out, err } = await line.run(args)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('Paint the fence')
  expect(out).not.toContain('aardwolf')
  expect(out).toMatch(/^\d+ messages\. Searched: 1 task that fits, of 2\.$/m)
  const none = await line.run(['search', 'answer', '--cost', '99..'])
  expect(none.out).toBe('No message was searched: none of 2 tasks fits the filters.\n')
  const unknown = await line.run(['search', 'answer', '--agent', 'nobody'])
  expect(unknown).toMatchObject({ code: 2, out: '' })
  expect(unknown.err).toMatch(/No task has the agent nobody\..*There are: roo\./s)
})

it('a task that cannot be read is named, and the others are searched', async () => {
  await writeFile(join(line.folder, 'tasks', '2', 'api_conversation_history.json'), 'no JSON at all')
  const { code, out, err } = await line.run(['search', 'aardwolf', '--open', 'tasks'])
  expect(code).toBe(1)
  expect(out).toContain('Searched: 1 of 2 tasks, 1 cannot be read.')
  expect(err).toMatch(/^1 task could not be searched, such as "[^"]+": [^\n]+\n$/)
})

it('overview adds up all tasks but the sample', async () => {
  const { code, out } = await line.run(['overview', '--open', 'tasks'])
  expect(code).toBe(0)
  expect(out).toMatch(/^tasks +2, without the sample$/m)
  expect(out).toMatch(/^lossless +would leave [\d,]+ tokens and save \d+\.\d %$/m)
  expect(out).toMatch(/^read_file +16 +[\d,]+ +[\d,]+ +\d+\.\d % +2$/m)
  const overview = await line.json(['overview'])
  expect(overview).toMatchObject({ tasks: 2, surveyed: 2, totals: { tasks: 2, messages: 36 } })
})

it('index does what the workbench does in the background, once', async () => {
  const { code, out, err } = await line.run(['index', 'tasks', '--progress'])
  expect({ code, out }).toEqual({ code: 0, out: '2 tasks in the library, read, indexed and counted.\n' })
  expect(err).toContain('indexing tasks')
  const again = await line.run(['index', '--json', '--progress'])
  expect(JSON.parse(again.out)).toEqual({ tasks: 2, failed: { index: [], survey: [] } })
  expect(again.err).toBe('')
  expect(await line.json(['overview'])).toMatchObject({ tasks: 2, surveyed: 2 })
  await mkdir(join(line.folder, 'tasks', '3'))
  await writeFile(join(line.folder, 'tasks', '3', 'api_conversation_history.json'), 'no JSON at all')
  const damaged = await line.run(['index', 'tasks', '--json'])
  expect(damaged.code).toBe(1)
  expect(JSON.parse(damaged.out)).toMatchObject({ failed: { index: [{ title: expect.any(String) }] } })
})

it('a limit that makes no sense is refused', async () => {
  const { code, out, err } = await line.run(['search', 'x', '--limit', '0'])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/whole number from 1 to 500/)
})
