import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './benchmark.ts'

/** Where the results of a benchmark are kept. */
export function resultFile(id: string): string {
  return join(import.meta.dirname, '..', 'results', `${id}.json`)
}

/** What a benchmark has found the last time; figures that were skipped are null there. */
export function readFindings(id: string): readonly Finding[] {
  // Written by a process of ours a moment ago.
  const { findings } = JSON.parse(readFileSync(resultFile(id), 'utf8')) as {
    readonly findings: readonly (Omit<Finding, 'value'> & { readonly value: number | null })[]
  }
  return findings.map(({ value, ...finding }) => ({ ...finding, value: value ?? Number.NaN }))
}
