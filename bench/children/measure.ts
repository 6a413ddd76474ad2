import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { isKept } from '../lib/benchmark.ts'
import { benchmarks } from '../lib/benchmarks.ts'
import { findingsTable } from '../lib/findings-table.ts'
import { resultFile } from '../lib/result-file.ts'

/** Measures the benchmark that is named, prints its table and writes its results. */
async function main(id: string | undefined): Promise<void> {
  const benchmark = benchmarks.find((one) => one.id === id)
  if (benchmark === undefined) throw new Error(`no benchmark is called ${id}`)
  const { title, measure } = benchmark
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
    findings: findings.map((finding) => ({ ...finding, kept: isKept(finding) ?? null })),
  }
  const file = resultFile(benchmark.id)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
}

await main(process.argv[2])
