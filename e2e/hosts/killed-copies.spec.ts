import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { jsonOf, runCommand, startCommand } from '../fixtures/command-line.ts'
import { copyUsedData } from '../fixtures/used-data.ts'

/** `dewpoint resume`, killed in the middle of writing: what is left is listed, and goes by what lists it. */

test.skip(process.platform === 'win32', 'No signal there ends a process like this.')

/** Loaded before the command: kills the process at one of its changes below a folder. */
const killing = `import { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const below = process.env.KILL_BELOW
let left = Number(process.env.KILL_AT)
const count = (path) => {
  const isBelow = typeof path === 'string' && (path.startsWith(below) || path.startsWith('/proc/self/fd/'))
  if (isBelow && left-- === 0) process.kill(process.pid, 'SIGKILL')
}
for (const name of ['mkdir', 'chmod', 'link', 'rename']) {
  const own = promises[name]
  promises[name] = async (...args) => (count(args[0]), own(...args))
}
const { open } = promises
promises.open = async (path, flags, mode) => {
  if (flags === 'wx') count(path)
  const handle = await open(path, flags, mode)
  const { writeFile } = handle
  handle.writeFile = async (text) => {
    await writeFile.call(handle, String(text).slice(0, 20))
    count(path)
    return writeFile.call(handle, String(text).slice(20))
  }
  return handle
}
syncBuiltinESMExports()
`

/** A task of Roo Code that rests. */
async function makeTask(tasks: string): Promise<string> {
  const place = join(tasks, '1')
  await mkdir(place, { recursive: true })
  const history = join(place, 'api_conversation_history.json')
  const rounds = Array.from({ length: 8 }, (_, at) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${at}`, name: 'read_file', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: 'code '.repeat(900) }] },
  ])
  await writeFile(history, JSON.stringify([{ role: 'user', content: 'Read.' }, ...rounds.flat()]))
  for (const one of [history, place]) await utimes(one, 1, 1)
  return place
}

test('a copy that is killed at any of its writes can be taken back', async ({}, testInfo) => {
  const folder = testInfo.outputPath('work')
  const tasks = join(folder, 'rooveterinaryinc.roo-cline', 'tasks')
  const place = await makeTask(tasks)
  const before = await readFile(join(place, 'api_conversation_history.json'), 'utf8')
  await writeFile(join(folder, 'kill.mjs'), killing)
  await copyUsedData(join(folder, 'data'))
  const args = ['resume', place, '--arm', 'clear-tool-uses', '--cwd', folder, '--data', join(folder, 'data')]
  // The mark is written first. In the text of the second file, when none has its name yet, and before the second has it.
  for (const at of [8, 18]) {
    const { code } = await startCommand(folder, args, {
      NODE_OPTIONS: `--import ${pathToFileURL(join(folder, 'kill.mjs')).href}`,
      KILL_BELOW: tasks,
      KILL_AT: String(at),
    }).ended
    expect(code).toBeNull()
    expect((await readdir(tasks)).length).toBe(2)
    const { sessions } = await jsonOf(folder, ['written', '--data', join(folder, 'data')])
    expect(sessions).toMatchObject([{ state: at < 17 ? 'gone' : 'incomplete' }])
    await runCommand(folder, ['written', '--remove', sessions[0].id, '--data', join(folder, 'data')])
    expect(await readdir(tasks)).toEqual(['1'])
    expect(await readFile(join(place, 'api_conversation_history.json'), 'utf8')).toBe(before)
  }
  expect((await runCommand(folder, args)).code).toBe(0)
})
