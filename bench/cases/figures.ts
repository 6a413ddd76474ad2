import { join } from 'node:path'
import type { ExperimentFigures } from '../children/run-experiment.ts'
import { atMost, type Benchmark } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { makeHistory } from '../lib/make-history.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { writeTask } from '../lib/write-task.ts'

const rounds = 3
const tasks = 8
const providers = ['lossless', 'truncation', 'native', 'smart']
/** Groups that an experiment had before it knew states, rules, re-reading, links and controls. */
const fewer = ['compression', 'validity', 'artifacts', 'facts', 'continuation', 'cost', 'time']

/** What the figures of an experiment that names none cost, with their controls, beside an experiment without them. */
export const figures: Benchmark = {
  id: 'figures',
  title: `${tasks * providers.length} cells on ${tasks} tasks: the usual figures with their controls`,
  measure: () =>
    inTemporaryFolder(async (folder) => {
      await ensureBuild()
      for (let task = 0; task < tasks; task += 1)
        writeTask(
          join(folder, `task-${task}`),
          makeHistory({ seed: task + 1, messages: 120, linesPerFile: 120 }),
        )
      const cpuMs = { all: Number.POSITIVE_INFINITY, fewer: Number.POSITIVE_INFINITY }
      for (let round = 0; round < rounds; round += 1)
        for (const name of ['fewer', 'all'] as const) {
          const args = [
            join(folder, `${name}-${round}`),
            folder,
            experimentText(name === 'all' ? {} : { metrics: fewer }),
          ]
          const run = await runChild<ExperimentFigures>('run-experiment.ts', args)
          cpuMs[name] = Math.min(cpuMs[name], run.cpuMs)
        }
      return [
        {
          what: 'an experiment with the usual figures against one without state, rules, re-reading, links and controls',
          value: cpuMs.all / cpuMs.fewer,
          unit: 'x',
          target: atMost(1.5),
          note: `${cpuMs.all.toFixed(0)} ms against ${cpuMs.fewer.toFixed(0)} ms at work on all threads, the least of ${rounds}`,
        },
      ]
    }),
}

/** JSON is YAML. */
function experimentText(metrics: { readonly metrics?: readonly string[] }): string {
  return JSON.stringify({
    name: 'bench',
    tasks: Array.from({ length: tasks }, (_, task) => `task-${task}`),
    checkpoints: { at: [0.7] },
    variants: providers.map((provider) => ({ id: provider, provider })),
    ...metrics,
  })
}
