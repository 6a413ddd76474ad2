import { join } from 'node:path'
import type { LibraryFigures } from '../children/open-library.ts'
import { atMost, type Benchmark } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { makeHistory } from '../lib/make-history.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { writeTask } from '../lib/write-task.ts'

const count = 1000

/** A folder with a thousand tasks: found, opened and listed. */
export const library: Benchmark = {
  id: 'library',
  title: '1,000 task folders: open them all, list them',
  measure: async () => {
    await ensureBuild()
    return inTemporaryFolder(async (folder) => {
      const tasks = join(folder, 'tasks')
      for (let index = 0; index < count; index += 1) {
        const messages = makeHistory({ seed: index, messages: 10 + (index % 50), linesPerFile: 37 })
        writeTask(join(tasks, `task-${String(index).padStart(4, '0')}`), messages)
      }
      const figures = await runChild<LibraryFigures>('open-library.ts', [join(folder, 'data'), tasks])
      return [
        {
          what: 'library listed, first time',
          value: figures.listMs,
          unit: 'ms',
          target: atMost(500),
          note: `${figures.tasks} tasks`,
        },
        { what: 'library listed, second time', value: figures.listAgainMs, unit: 'ms', target: atMost(500) },
        { what: 'folder browser on their folder', value: figures.browseMs, unit: 'ms', target: atMost(500) },
        { what: 'all opened and stored', value: figures.openMs, unit: 'ms', target: atMost(5000) },
        {
          what: 'all opened once more',
          value: figures.openAgainMs,
          unit: 'ms',
          note: 'nothing has changed on disk',
        },
      ]
    })
  },
}
