import { join } from 'node:path'
import type { Message } from '../../src/shared/kernel/message.ts'
import type { ExperimentFigures } from '../children/run-experiment.ts'
import { atMost, below, type Benchmark, type Finding } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { makeHistory } from '../lib/make-history.ts'
import { findPromptfoo, promptfooVersion, runPromptfoo } from '../lib/promptfoo.ts'
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
 * cells of this task, see docs/speed.md: about 28 times the JSON, and 5 % is a twentieth of what it stores.
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
    const bare = await medianOfBare(messages)
    const [first] = runs
    const { cells = Number.NaN, storeBytes = Number.NaN, promptBytes = Number.NaN } = first ?? {}
    const theirs = await besidePromptfoo(messages, first?.cuts ?? [])
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
      ...promptfooFindings({ ms, storeBytes }, bare, theirs),
    ]
  },
}

/** Milliseconds for the same cells with the reduction as their only figure: promptfoo measures nothing either. */
async function medianOfBare(messages: readonly Message[]): Promise<number> {
  const times: number[] = []
  await inTemporaryFolder(async (folder) => {
    writeTask(join(folder, 'task'), messages)
    for (let round = 0; round < rounds; round += 1) {
      const args = [join(folder, `data-${round}`), folder, experimentText(['compression'])]
      times.push((await timeOnce(() => runChild<ExperimentFigures>('run-experiment.ts', args))).ms)
    }
  })
  return median(times)
}

type Taken = { readonly ms: number; readonly storeBytes: number }

/** The same cells through promptfoo, medians of as many runs; null where it is not installed. */
async function besidePromptfoo(messages: readonly Message[], cuts: readonly number[]): Promise<Taken | null> {
  const script = await findPromptfoo()
  if (script === null) return null
  const prompts = cuts.map((cut) => JSON.stringify(messages.slice(0, cut)))
  const all: Taken[] = []
  for (let round = 0; round < rounds; round += 1)
    await inTemporaryFolder(async (folder) => {
      const run = { script, folder, prompts, providers: variants.length }
      const { ms, value: storeBytes } = await timeOnce(() => runPromptfoo(run))
      all.push({ ms, storeBytes })
    })
  return { ms: median(all.map(({ ms }) => ms)), storeBytes: median(all.map((one) => one.storeBytes)) }
}

function promptfooFindings(ours: Taken, bareMs: number, theirs: Taken | null): Finding[] {
  const note =
    theirs === null
      ? 'promptfoo is not installed: DEWPOINT_PROMPTFOO=install fetches it, or names a folder that holds it'
      : `${ours.ms.toFixed(0)} ms against ${theirs.ms.toFixed(0)} ms; ${(ours.storeBytes / 1e6).toFixed(1)} MB against ${(theirs.storeBytes / 1e6).toFixed(1)} MB`
  const ratio = (pick: (taken: Taken) => number): number =>
    theirs === null ? Number.NaN : pick(ours) / pick(theirs)
  const target = (limit: number) => (theirs === null ? {} : { target: atMost(limit) })
  return [
    {
      what: `as many cells of promptfoo ${promptfooVersion}, time that passes`,
      value: ratio(({ ms }) => ms),
      unit: 'x',
      ...target(0.5),
      note,
    },
    {
      what: 'the same without figures, which promptfoo has none of, time that passes',
      value: theirs === null ? Number.NaN : bareMs / theirs.ms,
      unit: 'x',
      ...target(0.5),
      note: `${bareMs.toFixed(0)} ms`,
    },
    {
      what: 'its data folder afterwards',
      value: ratio(({ storeBytes }) => storeBytes),
      unit: 'x',
      ...target(0.02),
    },
  ]
}

/** JSON is YAML. */
function experimentText(metrics?: readonly string[]): string {
  return JSON.stringify({
    name: 'bench',
    tasks: ['task'],
    checkpoints: { at: Array.from({ length: cuts }, (_, index) => (index + 1) / (cuts + 1)) },
    variants: variants.map((variant) => ({ id: `${variant.provider}-${variant.preset}`, ...variant })),
    concurrency: 4,
    ...(metrics === undefined ? {} : { metrics }),
  })
}
