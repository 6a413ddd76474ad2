import { openBuiltApp } from '../lib/open-built-app.ts'
import { timeOnce } from '../lib/timing.ts'

/** The first screen of a stored task in a new process, in milliseconds. */
export type ReopenFigures = { readonly rowsMs: number; readonly rowsAgainMs: number }

const [dataFolder = '', path = ''] = process.argv.slice(2)
const app = await openBuiltApp(dataFolder)
const { tasks } = app.client
const taskId = (await tasks.list()).find((task) => task.path === path)?.id ?? ''
const figures: ReopenFigures = {
  rowsMs: (await timeOnce(() => tasks.get({ taskId }))).ms,
  rowsAgainMs: (await timeOnce(() => tasks.get({ taskId }))).ms,
}
await app.close()
console.log(JSON.stringify(figures))
