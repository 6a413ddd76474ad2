import { openBuiltApp } from '../lib/open-built-app.ts'
import { timeOnce } from '../lib/timing.ts'

/** Times in milliseconds around a folder with many task folders. */
export type LibraryFigures = {
  readonly tasks: number
  readonly browseMs: number
  readonly openMs: number
  readonly openAgainMs: number
  readonly listMs: number
  readonly listAgainMs: number
}

const [dataFolder = '', folder = ''] = process.argv.slice(2)
const opening = await openBuiltApp(dataFolder, [folder])
const browse = await timeOnce(() => opening.client.folders.list({ path: folder }))
const open = await timeOnce(() => opening.client.tasks.open({ kind: 'path', path: folder }))
const openAgain = await timeOnce(() => opening.client.tasks.open({ kind: 'path', path: folder }))
await opening.close()

const app = await openBuiltApp(dataFolder, [folder])
const list = await timeOnce(() => app.client.tasks.list())
const listAgain = await timeOnce(() => app.client.tasks.list())
await app.close()

const figures: LibraryFigures = {
  tasks: list.value.length,
  browseMs: browse.ms,
  openMs: open.ms,
  openAgainMs: openAgain.ms,
  listMs: list.ms,
  listAgainMs: listAgain.ms,
}
console.log(JSON.stringify(figures))
