import { join } from 'node:path'
import type { Page } from 'playwright'
import { onBuiltHost } from '../../scripts/built-host.ts'
import { atLeast, compareToJson, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { framesOf } from '../lib/frames.ts'
import { makeHistory } from '../lib/make-history.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { timeJsonBelow } from '../lib/timing.ts'
import { longestTaskDuring } from '../lib/trace-tasks.ts'
import { writeTask } from '../lib/write-task.ts'

/** A message for each request and one for each answer of 3,220 requests. */
const messages = 6440
const longestMs = 60_000
/** Tabs of a task, by the names that their links have. */
const names = ['Timeline', 'Messages', 'Condensations', 'Methods', 'Replay']
/** Times the JSON of the task. */
const mostTimes = 1

/** What a large task keeps the page from doing when it is looked at. */
export const tabs: Benchmark = {
  id: 'tabs',
  title: `Tabs of a task of ${messages.toLocaleString('en-US')} messages: longest task of the page's main thread`,
  measure: async () => {
    await ensureBuild()
    return inTemporaryFolder(async (folder) => {
      const task = join(folder, 'tasks', 'large')
      writeTask(task, makeHistory({ seed: messages, messages, linesPerFile: 40 }))
      const jsonMs = timeJsonBelow(task)
      return onBuiltHost({ home: folder, folders: [task] }, async (page) => {
        await page.goto(new URL('#/library', page.url()).href)
        const findings: Finding[] = []
        const row = page
          .getByRole('row')
          .filter({ hasText: messages.toLocaleString('en-US') })
          .first()
        await row.waitFor({ timeout: longestMs })
        findings.push(await finding({ what: 'opened', jsonMs }, page, () => row.dblclick()))
        for (const time of ['first', 'second']) {
          for (const name of names)
            findings.push(
              await finding({ what: `${name}, ${time} time`, jsonMs }, page, () => openTab(page, name)),
            )
        }
        return [...findings, await scrolling(page)]
      })
    })
  },
}

async function finding(
  of: { readonly what: string; readonly jsonMs: number },
  page: Page,
  open: () => Promise<void>,
): Promise<Finding> {
  const longest = await longestTaskDuring(page, async () => {
    await open()
    await settled(page)
  })
  const note = `${longest.ms.toFixed(0)} ms on the clock; ${longest.what}`
  return compareToJson({ ...of, ms: longest.workedMs ?? longest.ms, note }, mostTimes)
}

/** Waits until nothing is loading any more, and for what follows. A stream of events never ends: the network says nothing. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(500)
  await page
    .locator('[aria-busy="true"], [role="progressbar"], [aria-label^="Loading"], [aria-label^="Working out"]')
    .first()
    .waitFor({ state: 'detached', timeout: longestMs })
    .catch(() => undefined)
  await page.waitForTimeout(2500)
}

function openTab(page: Page, name: string): Promise<void> {
  return page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name }).click()
}

async function scrolling(page: Page): Promise<Finding> {
  await openTab(page, 'Messages')
  await settled(page)
  await page.mouse.move(600, 500)
  const scrolled = new AbortController()
  const wheel = (async () => {
    while (!scrolled.signal.aborted) await page.mouse.wheel(0, 900)
  })()
  const { perSecond, longestMs: longestFrameMs } = await framesOf(page, 5000)
  scrolled.abort()
  await wheel
  return {
    what: 'frames a second while the messages are scrolled',
    value: perSecond,
    unit: 'x',
    target: atLeast(55),
    note: `longest ${longestFrameMs.toFixed(0)} ms`,
  }
}
