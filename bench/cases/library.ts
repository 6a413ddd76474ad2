import { join } from 'node:path'
import type { LibraryFigures } from '../children/open-library.ts'
import type { RestartFigures } from '../children/restart-library.ts'
import { atMost, compareToJson, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { copySampleTask } from '../lib/copy-sample-task.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { makeHistory } from '../lib/make-history.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { timeJsonBelow } from '../lib/timing.ts'
import { writeTask } from '../lib/write-task.ts'

const count = 1000
const many = 20_000

/** A folder with a thousand tasks of 400 kB, and one with 20,000 small ones: found, listed, worked on in the background. */
export const library: Benchmark = {
  id: 'library',
  title: '1,000 task folders: list them, list them again, work on them in the background; 20,000 small ones',
  measure: async () => {
    await ensureBuild()
    const rows = await inTemporaryFolder(async (folder) => {
      const tasks = join(folder, 'tasks')
      for (let index = 0; index < count; index += 1) {
        copySampleTask(join(tasks, `task-${String(index).padStart(4, '0')}`), index)
      }
      const jsonMs = timeJsonBelow(tasks)
      return rowsOf(await runChild<LibraryFigures>('open-library.ts', [join(folder, 'data'), tasks]), jsonMs)
    })
    return [...rows, ...(await manyRows())]
  },
}

async function manyRows(): Promise<Finding[]> {
  return inTemporaryFolder(async (folder) => {
    const tasks = join(folder, 'tasks')
    for (let index = 0; index < many; index += 1)
      writeTask(join(tasks, `task-${index}`), makeHistory({ seed: index, messages: 4, linesPerFile: 5 }))
    const data = join(folder, 'data')
    const figures = await runChild<LibraryFigures>('open-library.ts', [data, tasks])
    const restarted = await runChild<RestartFigures>('restart-library.ts', [data])
    const of = `${restarted.tasks.toLocaleString('en-US')} tasks`
    const jsonMs = timeJsonBelow(tasks)
    return [
      compareToJson({ what: `${of}: first rows`, ms: figures.firstRowsMs, jsonMs }, 0.5),
      compareToJson({ what: `${of}: all rows`, ms: figures.openMs, jsonMs }),
      compareToJson({ what: `${of}: a process started, their rows`, ms: restarted.rowsMs, jsonMs }, 1),
    ]
  })
}

function rowsOf(figures: LibraryFigures, jsonMs: number): Finding[] {
  const times = (what: string, ms: number, most: number, note = '') =>
    compareToJson({ what, ms, jsonMs, ...(note === '' ? {} : { note }) }, most)
  const seconds = figures.workedMs / 1000
  return [
    times('folder opened: first rows', figures.firstRowsMs, 0.1, 'while somebody listens'),
    times('folder opened: all rows', figures.openMs, 1, `${figures.tasks} tasks`),
    times('folder opened again: all rows', figures.openAgainMs, 0.1, 'nothing has changed on disk'),
    times('folder opened again: all rows', figures.openChangedMs, 0.1, `${figures.changed} have changed`),
    times('library listed, first time', figures.listMs, 0.1),
    times('library listed, second time', figures.listAgainMs, 0.1),
    times('folder browser on their folder', figures.browseMs, 0.1),
    {
      what: 'event loop delay p99 in the background',
      value: figures.loop.p99,
      unit: 'ms',
      target: atMost(50),
      note: `max ${Math.round(figures.loop.max)} ms`,
    },
    {
      what: 'a task read and indexed',
      value: figures.workedMs / figures.indexed,
      unit: 'ms',
      note: `${figures.indexed} tasks in the first ${seconds} s`,
    },
  ]
}
