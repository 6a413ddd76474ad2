import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { isKept, type Benchmark, type Finding } from './lib/benchmark.ts'
import { benchmarks } from './lib/benchmarks.ts'
import { findingsTable, verdictLines } from './lib/findings-table.ts'

/**
 * `npm run bench` measures everything, `npm run bench -- <id> ...` what is named. Missed targets are reported;
 * with `--strict` they make the exit code 1. A benchmark that fails does not keep the others from running.
 */

const resultFolder = join(import.meta.dirname, 'results')

async function runBenchmark({ id, title, measure }: Benchmark): Promise<readonly Finding[]> {
  console.log(`\n${id}: ${title}`)
  const findings = await measure()
  console.log(findingsTable(findings))
  const machine = {
    node: process.version,
    platform: process.platform,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
  }
  const record = {
    id,
    title,
    measuredAt: new Date().toISOString(),
    machine,
    findings: findings.map(withVerdict),
  }
  mkdirSync(resultFolder, { recursive: true })
  writeFileSync(join(resultFolder, `${id}.json`), `${JSON.stringify(record, null, 2)}\n`)
  return findings
}

function withVerdict(finding: Finding): Finding & { readonly kept: boolean | null } {
  return { ...finding, kept: isKept(finding) ?? null }
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
  for (const benchmark of chosen) {
    try {
      measured.push({ id: benchmark.id, findings: await runBenchmark(benchmark) })
    } catch (error) {
      failed.push(benchmark.id)
      console.error(error)
    }
  }
  const verdicts = measured.flatMap(({ findings }) => findings.flatMap((finding) => isKept(finding) ?? []))
  const missed = verdicts.filter((kept) => !kept).length
  console.log(`\n${verdictLines(measured).join('\n')}`)
  console.log(`\n${verdicts.length} targets, ${verdicts.length - missed} kept, ${missed} missed`)
  if (failed.length > 0) console.log(`Not measured to the end: ${failed.join(', ')}`)
  if (failed.length > 0 || (missed > 0 && args.includes('--strict'))) process.exitCode = 1
}

await main(process.argv.slice(2))
