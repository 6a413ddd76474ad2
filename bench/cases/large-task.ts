import { join } from 'node:path'
import type { ReopenFigures } from '../children/reopen-task.ts'
import type { LargeTaskFigures } from '../children/use-large-task.ts'
import type { LoopDelay } from '../children/watch-loop.ts'
import { atLeast, atMost, compareToJson, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { largeHistory } from '../lib/histories.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { timeJsonBelow } from '../lib/timing.ts'
import { writeTask } from '../lib/write-task.ts'

/** A history of 50 MB in the production build, in a process of its own. */
export const largeTask: Benchmark = {
  id: 'large',
  title: 'A history of 50 MB through the production build: open, first rows, count, run',
  measure: async () => {
    await ensureBuild()
    return inTemporaryFolder(async (folder) => {
      const taskFolder = join(folder, 'task')
      const bytes = writeTask(taskFolder, largeHistory())
      const args = [join(folder, 'data'), taskFolder]
      const figures = await runChild<LargeTaskFigures>('use-large-task.ts', args)
      const reopened = await runChild<ReopenFigures>('reopen-task.ts', args)
      return [
        ...screenFindings(figures, { ...reopened, jsonMs: timeJsonBelow(taskFolder) }, bytes),
        ...memoryFindings(figures, bytes),
        ...delayFindings(figures),
      ]
    })
  },
}

function screenFindings(
  figures: LargeTaskFigures,
  { jsonMs, ...reopened }: ReopenFigures & { readonly jsonMs: number },
  bytes: number,
): Finding[] {
  const size = `${(bytes / 1e6).toFixed(1)} MB, ${figures.messages.toLocaleString('en-US')} messages`
  const times = (what: string, ms: number, most?: number) => compareToJson({ what, ms, jsonMs }, most)
  return [
    compareToJson({ what: 'open', ms: figures.openMs, jsonMs, note: `read, checked and stored; ${size}` }),
    times('from opening to the first rows', figures.openMs + figures.rowsMs, 2),
    times('first rows once it is open', figures.rowsMs, 0.1),
    times('first rows while counting', figures.rowsWhileCountingMs, 0.5),
    times('first rows in a new process', reopened.rowsMs, 2),
    times('rows once more in that process', reopened.rowsAgainMs),
    times('count all', figures.inspectMs),
    {
      what: 'progress reports while counting',
      value: figures.progressEvents,
      unit: 'x',
      target: atLeast(3),
    },
    times('lossless run and its rows', figures.runMs),
  ]
}

/** What a program takes before anything is open has nothing to do with the file. */
function memoryFindings({ peakStarted, ...figures }: LargeTaskFigures, bytes: number): Finding[] {
  const peak = (what: string, value: number): Finding => ({
    what: `peak memory ${what} over that of the start, in sizes of the file`,
    value: (value - peakStarted) / bytes,
    unit: 'x',
    target: atMost(6),
    note: `${(value / 1e6).toFixed(0)} MB, of which ${(peakStarted / 1e6).toFixed(0)} MB before anything is open`,
  })
  return [
    peak('until the first rows', figures.peakOpened),
    peak('until all is counted', figures.peakInspected),
    peak('after a run', figures.peakRun),
  ]
}

function delayFindings({ delayOpening, delayInspecting, delayRunning }: LargeTaskFigures): Finding[] {
  const delay = (what: string, { p99, max }: LoopDelay): Finding => ({
    what: `event loop delay p99 while ${what}`,
    value: p99,
    unit: 'ms',
    target: atMost(50),
    note: `longest ${max.toFixed(0)} ms`,
  })
  return [delay('opening', delayOpening), delay('counting', delayInspecting), delay('running', delayRunning)]
}
