import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Dewpoint } from '../../src/main/features/common/dewpoint.ts'
import { openBuiltApp } from '../lib/open-built-app.ts'
import { timeOnce } from '../lib/timing.ts'
import { watchLoop, type LoopDelay } from './watch-loop.ts'

/** Times in milliseconds around a folder with many task folders. */
export type LibraryFigures = {
  readonly tasks: number
  readonly firstRowsMs: number
  readonly openMs: number
  readonly openAgainMs: number
  readonly openChangedMs: number
  readonly changed: number
  readonly listMs: number
  readonly listAgainMs: number
  readonly browseMs: number
  /** While tasks are listed, then read and indexed in the background. */
  readonly loop: LoopDelay
  /** Tasks that were done in the background while the loop was watched, and for how long. */
  readonly indexed: number
  readonly workedMs: number
}

/** How long the background work is watched, in milliseconds. */
const workedMs = 15_000
const changed = 10

const [dataFolder = '', folder = ''] = process.argv.slice(2)

/** Opens the folder without anybody listening, as the command line does. */
async function openOnce(): Promise<number> {
  const app = await openBuiltApp(dataFolder, [folder])
  const { ms } = await timeOnce(() => app.client.tasks.open({ kind: 'path', path: folder }))
  await app.close()
  return ms
}

/** Listens as a window does; the times at which rows could first be shown, and were all there. */
async function openAndListen(app: Dewpoint): Promise<{ firstRowsMs: number; indexed: number }> {
  const controller = new AbortController()
  const events = await app.client.library.events(undefined, { signal: controller.signal })
  const start = performance.now()
  let firstRowsMs = Number.NaN
  let indexed = 0
  const listening = (async () => {
    for await (const event of events) {
      if (event.kind === 'state') ({ indexed } = event.state)
      else if (Number.isNaN(firstRowsMs) && event.taskIds.length > 0) {
        await app.client.tasks.list()
        firstRowsMs = performance.now() - start
      }
    }
  })()
  await app.client.tasks.open({ kind: 'path', path: folder })
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, workedMs)
  await promise
  controller.abort()
  await listening
  return { firstRowsMs, indexed }
}

const openMs = await openOnce()
const openAgainMs = await openOnce()
for (const name of readdirSync(folder).slice(0, changed)) {
  appendFileSync(join(folder, name, 'ui_messages.json'), '\n')
}
const openChangedMs = await openOnce()

const app = await openBuiltApp(dataFolder, [folder])
const list = await timeOnce(() => app.client.tasks.list())
const listAgain = await timeOnce(() => app.client.tasks.list())
const browse = await timeOnce(() => app.client.folders.list({ path: folder }))
await app.close()

const fresh = await openBuiltApp(`${dataFolder}-listened`, [folder])
const { value, delay } = await watchLoop(() => openAndListen(fresh))
await fresh.close()

const figures: LibraryFigures = {
  tasks: list.value.length,
  openMs,
  openAgainMs,
  openChangedMs,
  changed,
  workedMs,
  ...value,
  listMs: list.ms,
  listAgainMs: listAgain.ms,
  browseMs: browse.ms,
  loop: delay,
}
console.log(JSON.stringify(figures))
