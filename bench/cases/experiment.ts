import { join } from 'node:path'
import type { ExperimentFigures } from '../children/run-experiment.ts'
import { atMost, below, type Benchmark } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { makeHistory } from '../lib/make-history.ts'
import { runChild } from '../lib/run-child.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'
import { median, timeOnce } from '../lib/timing.ts'
import { writeTask } from '../lib/write-task.ts'

const rounds = 3
const cuts = 20
const variants = [
  { provider: 'lossless', preset: 'default' },
  { provider: 'lossless', preset: 'strict' },
  { provider: 'truncation', preset: 'default' },
  { provider: 'truncation', preset: 'balanced' },
  { provider: 'native', preset: 'classic' },
  { provider: 'native', preset: 'current' },
  { provider: 'smart', preset: 'balanced' },
  { provider: 'smart', preset: 'aggressive' },
  { provider: 'sliding-window', preset: 'classic' },
  { provider: 'sliding-window', preset: 'current' },
]

/**
 * What an experiment costs beside the texts that it is about. The targets stay below what promptfoo takes for as many
 * cells of this task, see docs/experiments-speed.md: about 28 times the JSON, and 5 % is a twentieth of what it stores.
 */
export const experiment: Benchmark = {
  id: 'experiment',
  title:
    '200 cells without a model on one task of 90 messages: the whole process, and what the store grows by',
  measure: async () => {
    await ensureBuild()
    const messages = makeHistory({ seed: 90, messages: 90, linesPerFile: 340 })
    const runs = await inTemporaryFolder(async (folder) => {
      writeTask(join(folder, 'task'), messages)
      const all = []
      for (let round = 0; round < rounds; round += 1) {
        const args = [join(folder, `data-${round}`), folder, experimentText()]
        const { ms, value } = await timeOnce(() => runChild<ExperimentFigures>('run-experiment.ts', args))
        const prompts = value.cuts.flatMap((cut) =>
          variants.map(() => JSON.stringify(messages.slice(0, cut))),
        )
        if (value.cells !== prompts.length) throw new Error(`${value.cells} cells were done`)
        const json = await timeOnce(() => prompts.map((prompt) => JSON.stringify(JSON.parse(prompt))).length)
        const promptBytes = prompts.reduce((sum, prompt) => sum + Buffer.byteLength(prompt), 0)
        all.push({ ms, jsonMs: json.ms, promptBytes, ...value })
      }
      return all
    })
    const [first] = runs
    const { cells = Number.NaN, storeBytes = Number.NaN, promptBytes = Number.NaN } = first ?? {}
    const ms = median(runs.map((run) => run.ms))
    const jsonMs = median(runs.map((run) => run.jsonMs))
    return [
      {
        what: `${cells} cells against JSON.parse + JSON.stringify of their ${(promptBytes / 1e6).toFixed(0)} MB of prompts`,
        value: ms / jsonMs,
        unit: 'x',
        target: atMost(25),
        note: `${ms.toFixed(0)} ms against ${jsonMs.toFixed(0)} ms, medians of ${rounds}; ${((1000 * cells) / ms).toFixed(0)} cells a second`,
      },
      {
        what: 'the store afterwards, in percent of the prompts',
        value: (100 * storeBytes) / promptBytes,
        unit: '%',
        target: below(5),
        note: `${(storeBytes / cells / 1000).toFixed(1)} kB a cell, with all that a new store holds`,
      },
    ]
  },
}

/** JSON is YAML. */
function experimentText(): string {
  return JSON.stringify({
    name: 'bench',
    tasks: ['task'],
    checkpoints: { at: Array.from({ length: cuts }, (_, index) => (index + 1) / (cuts + 1)) },
    variants: variants.map((variant) => ({ id: `${variant.provider}-${variant.preset}`, ...variant })),
    concurrency: 4,
  })
}
