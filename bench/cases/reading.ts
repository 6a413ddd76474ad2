import { join } from 'node:path'
import type { ReadFigures } from '../children/read-task.ts'
import { atMost, type Benchmark } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { largeHistory } from '../lib/histories.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { median } from '../lib/timing.ts'
import { writeTask } from '../lib/write-task.ts'

const rounds = 3

/** Opening and counting a task of 50 MB in a new process, beside parsing its files there. */
export const reading: Benchmark = {
  id: 'reading',
  title:
    'A task of 50 MB through the production build: import and inspect against JSON.parse of the same files',
  measure: () =>
    inTemporaryFolder(async (folder) => {
      await ensureBuild()
      const task = join(folder, 'task')
      const bytes = writeTask(task, largeHistory())
      const all: ReadFigures[] = []
      for (let round = 0; round < rounds; round += 1)
        all.push(await runChild<ReadFigures>('read-task.ts', [join(folder, `data-${round}`), task]))
      const jsonMs = median(all.map((one) => one.jsonMs))
      const [openMs, inspectMs] = [
        median(all.map((one) => one.openMs)),
        median(all.map((one) => one.inspectMs)),
      ]
      const note = (ms: number) =>
        `${ms.toFixed(0)} ms against ${jsonMs.toFixed(0)} ms at work on all threads, medians of ${rounds}; ${(bytes / 1e6).toFixed(0)} MB`
      return [
        {
          what: 'import: read, checked, compressed and stored',
          value: openMs / jsonMs,
          unit: 'x',
          target: atMost(2),
          note: note(openMs),
        },
        {
          what: 'inspect: opened again in its thread, split, counted, checked',
          value: inspectMs / jsonMs,
          unit: 'x',
          target: atMost(6),
          note: note(inspectMs),
        },
      ]
    }),
}
