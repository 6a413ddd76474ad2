import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sessionHeader } from '../../src/shared/library/session-header-contract.ts'
import type { LibraryOverview, LibrarySearch } from '../../src/shared/library/types.ts'
import { expect, test } from '../fixtures/app.ts'
import { jsonOf, runCommand } from '../fixtures/command-line.ts'

/** Search and overview over all tasks: in the browser host while files change, and on the command line. */

const call = '<read_file>\n<path>src/app.ts</path>\n</read_file>'
const result = `[read_file for 'src/app.ts'] Result:\n${'export const answer = 42\n'.repeat(100)}`

/** A task folder whose agent reads one file again and again. */
async function writeTask(folder: string, said: string, ts = 1_700_000_000_000): Promise<void> {
  const texts = [
    `<task>\n${said}\n</task>`,
    ...Array.from({ length: 8 }, () => [call, result]).flat(),
    'Done.',
  ]
  const messages = texts.map((text, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text }],
    ts: ts + 1000 * index,
  }))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'api_conversation_history.json'), JSON.stringify(messages))
}

/** The answer to a call of the contract, sent as the page itself sends it. */
async function ask<T>(page: Page, method: string, input: unknown): Promise<T> {
  const json: unknown = await page.evaluate(
    async ({ path, body, key }) => {
      const headers = { 'Content-Type': 'application/json', [key]: localStorage.getItem(key) ?? '' }
      const response = await fetch(path, { method: 'POST', headers, body })
      const answer: { readonly json: unknown } = await response.json()
      return answer.json
    },
    { path: `/rpc/${method}`, body: JSON.stringify({ json: input }), key: sessionHeader },
  )
  // What the contract says of this method.
  return json as T
}

async function foundIn(page: Page, query: string): Promise<readonly string[]> {
  const { hits } = await ask<LibrarySearch>(page, 'library/search', { query })
  return hits.map(({ taskTitle, messageIndex }) => `${taskTitle} #${messageIndex}`)
}

test('what agents write while the workbench is open is found', async ({ page, folders }) => {
  const tasks = join(folders.home, 'tasks')
  await writeTask(join(tasks, '1'), 'Mend the parser of the aardwolf')
  await writeTask(join(tasks, '2'), 'Paint the fence')
  await expect(page.getByText(/sample/i).first()).toBeVisible()
  await ask(page, 'tasks/open', { kind: 'path', path: tasks })
  await expect.poll(() => foundIn(page, 'aardwolf')).toEqual(['Mend the parser of the aardwolf #0'])

  await writeTask(join(tasks, '2'), 'Paint the fence of the bandicoot')
  await writeTask(join(tasks, '3'), 'A bandicoot of its own', 1_800_000_000_000)
  await expect
    .poll(() => foundIn(page, 'bandicoot'))
    .toEqual(['A bandicoot of its own #0', 'Paint the fence of the bandicoot #0'])

  await rm(join(tasks, '3'), { recursive: true })
  await expect
    .poll(() => ask<readonly { readonly state: string }[]>(page, 'tasks/list', undefined))
    .toContainEqual(expect.objectContaining({ title: 'A bandicoot of its own', state: 'gone' }))
  expect(await foundIn(page, 'bandicoot')).toHaveLength(2)
})

test('the overview adds up what the background has counted', async ({ page, folders }) => {
  const tasks = join(folders.home, 'tasks')
  await writeTask(join(tasks, '1'), 'Mend the parser')
  await writeTask(join(tasks, '2'), 'Paint the fence')
  await expect(page.getByText(/sample/i).first()).toBeVisible()
  await ask(page, 'tasks/open', { kind: 'path', path: tasks })
  const surveyed = async (): Promise<number> =>
    (await ask<LibraryOverview>(page, 'library/overview', undefined)).surveyed
  await expect.poll(surveyed).toBe(2)
  const { totals, byTool } = await ask<LibraryOverview>(page, 'library/overview', undefined)
  expect(totals).toMatchObject({ tasks: 2, messages: 36 })
  expect(totals.losslessTokens).toBeLessThan(totals.tokens / 2)
  expect(byTool).toMatchObject([{ tool: 'read_file', calls: 16, tasks: 2 }])
})

test.describe('on the command line', () => {
  let folder = ''
  test.beforeEach(async ({}, testInfo) => {
    folder = testInfo.outputPath('work')
    await writeTask(join(folder, 'tasks', '1'), 'Mend src/parser.ts of the aardwolf')
    await writeTask(join(folder, 'tasks', '2'), 'Paint the fence', 1_800_000_000_000)
  })

  test('search gives the figures that scripts rely on', async () => {
    const found = await jsonOf(folder, ['search', 'src/parser.ts', '--open', 'tasks'])
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
      searchedTasks: 3,
      tasks: 3,
      listedTasks: 3,
      unreadableTasks: 0,
      leftOutSigns: [],
    })
  })

  test('search shows people where, and how much was searched', async () => {
    const { code, out, err } = await runCommand(folder, [
      'search',
      'export const',
      '--open',
      'tasks',
      '--limit',
      '2',
    ])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^2027-01-15 08:00 +\w+ +Paint the fence +#16 +user +.*export const answer = 42/m)
    expect(out).toContain('The newest 2 messages. There are more. Searched: 3 tasks.\n')
    const nothing = await runCommand(folder, ['search', 'quokka'])
    expect(nothing).toEqual({ code: 0, out: 'No message contains this in 3 tasks.\n', err: '' })
  })

  test('search is narrowed like the table, and says how far', async () => {
    await runCommand(folder, ['search', 'answer', '--open', 'tasks'])
    const line = ['search', 'answer', '--limit', '500', '--active', '2027-01-01..', '--named', 'tasks/2']
    const { code, out, err } = await runCommand(folder, line)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Paint the fence')
    expect(out).not.toContain('aardwolf')
    expect(out).toMatch(/^\d+ messages\. Searched: 1 task that fits, of 3\.$/m)
    const none = await runCommand(folder, ['search', 'answer', '--cost', '99..'])
    expect(none.out).toBe('No message was searched: none of 3 tasks fits the filters.\n')
    const unknown = await runCommand(folder, ['search', 'answer', '--agent', 'nobody'])
    expect(unknown).toMatchObject({ code: 2, out: '' })
    expect(unknown.err).toMatch(/No task has the agent nobody\..*There are: roo\./s)
  })

  test('a task that cannot be read is named, and the others are searched', async () => {
    await writeFile(join(folder, 'tasks', '2', 'api_conversation_history.json'), 'no JSON at all')
    const { code, out, err } = await runCommand(folder, ['search', 'aardwolf', '--open', 'tasks'])
    expect(code).toBe(1)
    expect(out).toContain('Searched: 2 of 3 tasks, 1 cannot be read.')
    expect(err).toMatch(/^1 task could not be searched, such as "[^"]+": [^\n]+\n$/)
  })

  test('overview adds up all tasks but the sample', async () => {
    const { code, out } = await runCommand(folder, ['overview', '--open', 'tasks'])
    expect(code).toBe(0)
    expect(out).toMatch(/^tasks +2, without the sample$/m)
    expect(out).toMatch(/^lossless +would leave [\d,]+ tokens and save \d+\.\d %$/m)
    expect(out).toMatch(/^read_file +16 +[\d,]+ +[\d,]+ +\d+\.\d % +2$/m)
    const overview = await jsonOf(folder, ['overview'])
    expect(overview).toMatchObject({ tasks: 2, surveyed: 2, totals: { tasks: 2, messages: 36 } })
  })

  test('index does what the workbench does in the background, once', async () => {
    const { code, out, err } = await runCommand(folder, ['index', 'tasks', '--progress'])
    expect({ code, out }).toEqual({ code: 0, out: '2 tasks in the library, read, indexed and counted.\n' })
    expect(err).toContain('indexing tasks')
    const again = await runCommand(folder, ['index', '--json', '--progress'])
    expect(JSON.parse(again.out)).toEqual({ tasks: 2, failed: { index: [], survey: [] } })
    expect(again.err).toBe('')
    expect(await jsonOf(folder, ['overview'])).toMatchObject({ tasks: 2, surveyed: 2 })
    await mkdir(join(folder, 'tasks', '3'))
    await writeFile(join(folder, 'tasks', '3', 'api_conversation_history.json'), 'no JSON at all')
    const damaged = await runCommand(folder, ['index', 'tasks', '--json'])
    expect(damaged.code).toBe(1)
    expect(JSON.parse(damaged.out)).toMatchObject({ failed: { index: [{ title: expect.any(String) }] } })
  })

  test('a limit that makes no sense is refused', async () => {
    const { code, out, err } = await runCommand(folder, ['search', 'x', '--limit', '0'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/whole number from 1 to 500/)
  })
})
