import { join } from 'node:path'
import type { LibraryFigures } from '../children/open-library.ts'
import { atMost, type Benchmark } from '../lib/benchmark.ts'
import { copySampleTask } from '../lib/copy-sample-task.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'

const count = 1000

/** A folder with a thousand tasks of 400 kB: found, listed, and worked on in the background. */
export const library: Benchmark = {
  id: 'library',
  title: '1,000 task folders: list them, list them again, work on them in the background',
  measure: async () => {
    await ensureBuild()
    return inTemporaryFolder(async (folder) => {
      const tasks = join(folder, 'tasks')
      for (let index = 0; index < count; index += 1) {
        copySampleTask(join(tasks, `task-${String(index).padStart(4, '0')}`), index)
      }
      return rowsOf(await runChild<LibraryFigures>('open-library.ts', [join(folder, 'data'), tasks]))
    })
  },
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
