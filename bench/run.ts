import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isKept, type Finding } from './lib/benchmark.ts'
import { benchmarks } from './lib/benchmarks.ts'
import { verdictLines } from './lib/findings-table.ts'
import { readFindings } from './lib/result-file.ts'

/**
 * `npm run bench` measures everything, `npm run bench -- <id> ...` what is named. Missed targets are reported;
 * with `--strict` they make the exit code 1. A benchmark that fails does not keep the others from running.
 */

const measuring = join(import.meta.dirname, 'children', 'measure.ts')

/** Measures in a process of its own: what another one leaves in memory would slow it. Null where it failed. */
async function measure(id: string): Promise<readonly Finding[] | null> {
  const [code] = await once(spawn(process.execPath, [measuring, id], { stdio: 'inherit' }), 'exit')
  return code === 0 ? readFindings(id) : null
}

async function main(args: readonly string[]): Promise<void> {
  const wanted = args.filter((arg) => arg !== '--strict')
  const unknown = wanted.filter((id) => !benchmarks.some((benchmark) => benchmark.id === id))
  if (unknown.length > 0) {
    console.error(
      `no benchmark is called ${unknown.join(', ')}; there are ${benchmarks.map(({ id }) => id).join(', ')}`,
    )
    process.exitCode = 1
    return
  }
  const chosen = benchmarks.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
  const measured: { readonly id: string; readonly findings: readonly Finding[] }[] = []
  const failed: string[] = []
  for (const { id } of chosen) {
    const findings = await measure(id)
    if (findings === null) failed.push(id)
    else measured.push({ id, findings })
  }
  const verdicts = measured.flatMap(({ findings }) => findings.flatMap((finding) => isKept(finding) ?? []))
  const missed = verdicts.filter((kept) => !kept).length
  console.log(`\n${verdictLines(measured).join('\n')}`)
  console.log(`\n${verdicts.length} targets, ${verdicts.length - missed} kept, ${missed} missed`)
  if (failed.length > 0) console.log(`Not measured to the end: ${failed.join(', ')}`)
  if (failed.length > 0 || (missed > 0 && args.includes('--strict'))) process.exitCode = 1
}

await main(process.argv.slice(2))
