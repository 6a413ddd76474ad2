import { join } from 'node:path'
import { atMost, type Benchmark } from '../lib/benchmark.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { runNode } from '../lib/run-child.ts'
import { median, timeOnce } from '../lib/timing.ts'

const rounds = 10
const commandLine = join(import.meta.dirname, '..', '..', 'out', 'main', 'cli.js')

/** How long the command line takes to say what it can do. */
export const help: Benchmark = {
  id: 'help',
  title: '`dewpoint --help`, from the start of the process to its end',
  measure: async () => {
    await ensureBuild()
    const [help, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      bare.push((await timeOnce(() => runNode(['--eval', '0']))).ms)
      const { ms, value } = await timeOnce(() => runNode([commandLine, '--help']))
      if (value.code !== 0) throw new Error(`--help ended with exit code ${value.code}`)
      help.push(ms)
    }
    const note = `${median(help).toFixed(0)} ms, median of ${rounds}; node ${median(bare).toFixed(0)} ms`
    return [
      {
        what: 'dewpoint --help against node without a program',
        value: median(help) / median(bare),
        unit: 'x',
        target: atMost(5),
        note,
      },
    ]
  },
}
