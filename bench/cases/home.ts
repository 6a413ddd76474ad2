import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { onBuiltHost } from '../../scripts/built-host.ts'
import { between, seededRandom } from '../../scripts/sample/random.ts'
import { atLeast, atMost, compareToJson, type Benchmark } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { framesOf } from '../lib/frames.ts'
import { makeHistory } from '../lib/make-history.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { timeJsonBelow } from '../lib/timing.ts'
import { writeGrowingTask } from '../lib/write-growing-task.ts'

const tasks = 1000
const longestMs = 300_000
/** How long frames are counted, and the processor is watched. */
const watchedMs = 10_000
/** Percent of a processor. */
const restingPercent = 0.5
/** Messages after which the agent of each task condensed. */
const condensedAfter = 40

/** Home of somebody who opens a thousand tasks at once: its start, first figures, frames meanwhile, the processor afterwards. */
export const home: Benchmark = {
  id: 'home',
  title: `Home over ${tasks.toLocaleString('en-US')} new tasks: first figures, frames, rest when paused`,
  measure: async () => {
    await ensureBuild()
    return inTemporaryFolder(async (folder) => {
      const place = join(folder, 'tasks')
      writeTasks(place)
      const jsonMs = timeJsonBelow(place)
      const spawned = performance.now()
      return onBuiltHost({ home: folder, folders: [place] }, async (page, host) => {
        const started = performance.now()
        await page.getByRole('heading', { name: 'Home' }).waitFor({ timeout: longestMs })
        const interactiveMs = performance.now() - started
        const happened = page.getByRole('region', { name: 'What happened' }).getByRole('link')
        await happened.first().waitFor({ timeout: longestMs })
        const firstMs = performance.now() - started
        const frames = await framesOf(page, watchedMs)
        await page.getByRole('button', { name: 'Pause' }).click()
        const { percent: idle, afterMs } = await restOf(host, page)
        return [
          {
            what: 'host and browser started, until the page',
            value: started - spawned,
            unit: 'ms',
            note: 'the browser of the bench is in it',
          },
          compareToJson({ what: 'heading after the page', ms: interactiveMs, jsonMs }, 0.4),
          compareToJson({ what: 'first figures after the page', ms: firstMs, jsonMs }, 1.2),
          {
            what: 'frames a second while measuring',
            value: frames.perSecond,
            unit: 'x',
            target: atLeast(55),
            note: `longest ${frames.longestMs.toFixed(0)} ms`,
          },
          {
            what: 'processor of the host when paused',
            value: idle,
            unit: '%',
            target: atMost(restingPercent),
            note: `${(afterMs / 1000).toFixed(0)} s after the pause: what is not read yet is read and indexed first`,
          },
        ]
      })
    })
  },
}

/** Tasks of 10 to 200 messages, those of more than 40 condensed by their agent. */
function writeTasks(place: string): void {
  const random = seededRandom(1000)
  for (let index = 0; index < tasks; index += 1) {
    const messages = 2 * between(random, 5, 100)
    const history = makeHistory({ seed: index + 1, messages, linesPerFile: 40 })
    writeGrowingTask(join(place, `task-${index}`), history, condensedAfter)
  }
}

/** The processor that the host takes once it rests, or after the longest wait, and how long that took to come. */
async function restOf(
  host: number,
  page: Page,
): Promise<{ readonly percent: number; readonly afterMs: number }> {
  const paused = performance.now()
  for (;;) {
    const afterMs = performance.now() - paused
    const percent = await processorOf(host, page)
    if (percent <= restingPercent || afterMs > longestMs) return { percent, afterMs }
  }
}

/** Percent of a processor that a process takes. Linux alone tells of others. */
async function processorOf(pid: number, page: Page): Promise<number> {
  const ticks = (): number => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  }
  const before = ticks()
  await page.waitForTimeout(watchedMs)
  // A tick is 10 ms.
  return (100 * (ticks() - before) * 10) / watchedMs
}
