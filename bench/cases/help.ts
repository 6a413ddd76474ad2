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
    const note = `median of ${rounds}, ${Math.min(...help).toFixed(0)} to ${Math.max(...help).toFixed(0)} ms`
    return [
      { what: 'dewpoint --help', value: median(help), unit: 'ms', target: atMost(200), note },
      { what: 'node without a program', value: median(bare), unit: 'ms' },
    ]
  },
}
