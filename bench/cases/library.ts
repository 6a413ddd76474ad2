import { join } from 'node:path'
import type { LibraryFigures } from '../children/open-library.ts'
import type { RestartFigures } from '../children/restart-library.ts'
import { atMost, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { copySampleTask } from '../lib/copy-sample-task.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { makeHistory } from '../lib/make-history.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
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
      return rowsOf(await runChild<LibraryFigures>('open-library.ts', [join(folder, 'data'), tasks]))
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
    return [
      { what: `${of}: first rows`, value: figures.firstRowsMs, unit: 'ms', target: atMost(500) },
      { what: `${of}: all rows`, value: figures.openMs, unit: 'ms' },
      {
        what: `${of}: from the start of a process to their rows`,
        value: restarted.rowsMs,
        unit: 'ms',
        target: atMost(1000),
      },
    ]
  })
}

function rowsOf(figures: LibraryFigures) {
  const ms = (what: string, value: number, most: number, note?: string) => ({
    what,
    value,
    unit: 'ms' as const,
    target: atMost(most),
    ...(note === undefined ? {} : { note }),
  })
  const seconds = figures.workedMs / 1000
  return [
    ms('folder opened: first rows', figures.firstRowsMs, 500, 'while somebody listens'),
    ms('folder opened: all rows', figures.openMs, 5000, `${figures.tasks} tasks`),
    ms('folder opened again: all rows', figures.openAgainMs, 500, 'nothing has changed on disk'),
    ms('folder opened again: all rows', figures.openChangedMs, 500, `${figures.changed} have changed`),
    ms('library listed, first time', figures.listMs, 500),
    ms('library listed, second time', figures.listAgainMs, 500),
    ms('folder browser on their folder', figures.browseMs, 500),
    ms(
      'event loop delay p99 in the background',
      figures.loop.p99,
      50,
      `max ${Math.round(figures.loop.max)} ms`,
    ),
    {
      what: 'a task read and indexed',
      value: figures.workedMs / figures.indexed,
      unit: 'ms' as const,
      note: `${figures.indexed} tasks in the first ${seconds} s`,
    },
  ]
}
