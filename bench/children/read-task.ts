import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBuiltApp } from '../lib/open-built-app.ts'
import { median } from '../lib/timing.ts'

/** Milliseconds at work on all threads: `JSON.parse` of the files of a task, and what Dewpoint makes of them. */
export type ReadFigures = {
  readonly jsonMs: number
  readonly openMs: number
  readonly inspectMs: number
}

const [dataFolder = '', taskFolder = ''] = process.argv.slice(2)

async function workOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const parse = () => {
  for (const name of ['api_conversation_history.json', 'ui_messages.json'])
    JSON.parse(readFileSync(join(taskFolder, name), 'utf8'))
}
const jsonMs = median([await workOf(parse), await workOf(parse), await workOf(parse)])

const app = await openBuiltApp(dataFolder)
const { tasks } = app.client
let taskId = ''
const openMs = await workOf(async () => {
  taskId = (await tasks.open({ kind: 'path', path: taskFolder })).tasks[0]?.id ?? ''
})
const inspectMs = await workOf(async () => {
  for await (const event of await tasks.inspect({ taskId })) if (event.kind === 'finished') return
})
await app.close()

const figures: ReadFigures = { jsonMs, openMs, inspectMs }
console.log(JSON.stringify(figures))
