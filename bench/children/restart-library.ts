import { openBuiltApp } from '../lib/open-built-app.ts'

/** Milliseconds from the start of a process to the rows of a library that was opened before. */
export type RestartFigures = { readonly rowsMs: number; readonly tasks: number }

const [dataFolder = ''] = process.argv.slice(2)
const app = await openBuiltApp(dataFolder)
const { length } = await app.client.tasks.list()
// Counts from the start of the process.
const figures: RestartFigures = { rowsMs: performance.now(), tasks: length }
await app.close()
console.log(JSON.stringify(figures))
