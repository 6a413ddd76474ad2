import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DamagedFigures } from '../children/read-damaged.ts'
import { atLeast, atMost, type Benchmark } from '../lib/benchmark.ts'

const cases = Number(process.env['DEWPOINT_FUZZ_CASES'] ?? 100_000)
const firstSeed = Number(process.env['DEWPOINT_FUZZ_SEED'] ?? 20_261_127)
/** Cases that share a seed, and a thread. */
const casesPerSeed = 2000
/** Longer than this is a hang, in milliseconds. */
const mostMs = 10_000
/** What a thread may hold; the largest file has half a megabyte. */
const mostMegabytes = 512
const worker = join(import.meta.dirname, '..', 'children', 'read-damaged.ts')

type Outcome =
  | { readonly kind: 'done'; readonly report: DamagedFigures }
  | { readonly kind: 'hang' | 'memory' | 'died'; readonly at: number; readonly what: string }

/** Every reader on files that were damaged at random: what is no answer and no refusal is a fault. */
export const damagedFilesBenchmark: Benchmark = {
  id: 'damaged-files',
  title: `${cases.toLocaleString('en-US')} damaged files through every reader: crashes, hangs and memory`,
  measure: async () => {
    const seeds = Array.from({ length: Math.ceil(cases / casesPerSeed) }, (_, index) => firstSeed + index)
    console.log(`  seeds ${seeds[0]} to ${seeds.at(-1)}, ${casesPerSeed} cases each`)
    const outcomes: Outcome[] = []
    for (const [index, seed] of seeds.entries()) {
      if (index > 0 && index % 10 === 0) console.log(`  ${index} of ${seeds.length} seeds`)
      const outcome = await readWith(seed, Math.min(casesPerSeed, cases))
      outcomes.push(outcome)
      tell(seed, outcome)
    }
    const reports = outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.report] : []))
    const sum = (of: (report: DamagedFigures) => number): number =>
      reports.reduce((all, report) => all + of(report), 0)
    const count = (kind: Outcome['kind']): number =>
      outcomes.filter((outcome) => outcome.kind === kind).length
    const none = { unit: 'texts', target: atMost(0) } as const
    const slowest = Math.max(0, ...reports.map(({ slowestMs }) => slowestMs))
    const samples = Math.max(0, ...reports.map((report) => report.samples))
    const tally = `${samples} histories, ${sum(({ read }) => read)} read, ${sum(({ refused }) => refused)} refused`
    return [
      { what: 'cases', value: sum(({ runs }) => runs), unit: 'texts', target: atLeast(cases), note: tally },
      {
        what: 'crashes',
        value: reports.filter(({ crash }) => crash !== null).length + count('died'),
        ...none,
      },
      {
        what: 'longer than 10 seconds',
        value: count('hang'),
        ...none,
        note: `slowest ${slowest.toFixed(0)} ms`,
      },
      { what: `more than ${mostMegabytes} MB`, value: count('memory'), ...none },
    ]
  },
}

function tell(seed: number, outcome: Outcome): void {
  if (outcome.kind !== 'done')
    console.log(`  seed ${seed}, case ${outcome.at}: ${outcome.kind}. ${outcome.what}`)
  else if (outcome.report.crash !== null) {
    const { sample, path, changes, error } = outcome.report.crash
    console.log(`  seed ${seed}, path ${path ?? ''}: ${sample}\n    ${changes}\n    ${error}`)
  }
}

function readWith(seed: number, runs: number): Promise<Outcome> {
  const clock = new SharedArrayBuffer(16)
  const shared = new Float64Array(clock)
  const thread = new Worker(worker, {
    workerData: { seed, runs, clock },
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  return new Promise((settle) => {
    const at = (): number => shared[0] ?? 0
    const finish = (outcome: Outcome): void => {
      clearInterval(watch)
      settle(outcome)
      void thread.terminate()
    }
    const watch = setInterval(() => {
      const startedTs = shared[1] ?? 0
      if (startedTs > 0 && Date.now() - startedTs > mostMs) finish({ kind: 'hang', at: at(), what: '' })
    }, 500)
    thread.once('message', (message: unknown) => {
      // Posted by our own thread a moment ago.
      const report = message as DamagedFigures
      finish({ kind: 'done', report })
    })
    thread.once('error', (error: NodeJS.ErrnoException) => {
      const kind = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'died'
      finish({ kind, at: at(), what: String(error.stack) })
    })
  })
}
