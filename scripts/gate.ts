import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { failureText, outputText } from './gate/failure-text.ts'
import { readPlaywrightFailures, readVitestFailures, type Failure } from './gate/read-failures.ts'
import { readPlaywrightReport, readVitestReport } from './gate/read-reports.ts'
import { runScript, toolScript } from './gate/run-command.ts'
import { addTallies, describeTally, tallyCheck, tallyTests, type Tally } from './gate/tally.ts'

/**
 * The gate: everything that must hold before a change goes in. `--fast` leaves out the build and what drives a
 * whole app. The last line is always `N passed, N failed, N skipped`.
 */

const root = join(import.meta.dirname, '..')
const reportFolder = join(root, 'node_modules', '.cache', 'gate')
const unitReport = join(reportFolder, 'unit.json')
const screenReport = join(reportFolder, 'e2e.json')

/** A file that has not changed since it was found well formatted is not read again. */
const formatCache = join(root, 'node_modules', '.cache', 'prettier', 'gate')
const formatArgs = [
  '--check',
  '--log-level',
  'warn',
  '--cache',
  '--cache-strategy',
  'content',
  '--cache-location',
  formatCache,
  '.',
]

type Step = {
  readonly name: string
  readonly script: () => string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Present where the step runs tests: where its report is and how to read it. */
  readonly report?: {
    readonly path: string
    readonly read: (text: string) => Tally | null
    readonly failures: (text: string, folder: string) => readonly Failure[]
  }
  /** Steps after this one make no sense when it fails. */
  readonly isNeeded?: boolean
}

/** Checks that read the sources and nothing else, so that they run at once. */
const checks: readonly Step[] = [
  { name: 'types', script: () => toolScript('typescript', 'tsc'), args: ['-b'] },
  { name: 'lint', script: () => toolScript('oxlint'), args: ['--deny-warnings'] },
  { name: 'format', script: () => toolScript('prettier'), args: formatArgs },
  {
    name: 'dead code',
    script: () => toolScript('knip'),
    args: ['--no-progress', '--treat-config-hints-as-errors'],
  },
]

const fastSteps: readonly (readonly Step[])[] = [
  checks,
  [
    {
      name: 'unit tests',
      script: () => toolScript('vitest'),
      args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
      report: { path: unitReport, read: readVitestReport, failures: readVitestFailures },
    },
  ],
]

const appSteps: readonly (readonly Step[])[] = [
  [{ name: 'build', script: () => toolScript('electron-vite'), args: ['build'], isNeeded: true }],
  [{ name: 'browser', script: () => 'scripts/ensure-browser.ts', args: [], isNeeded: true }],
  [
    {
      name: 'end to end',
      script: () => toolScript('@playwright/test', 'playwright'),
      args: ['test', '--reporter=list,json', '--forbid-only'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: screenReport },
      report: { path: screenReport, read: readPlaywrightReport, failures: readPlaywrightFailures },
    },
  ],
]

/** Steps of one group run at once; what each says is printed whole, when it has ended. */
async function runGate(groups: readonly (readonly Step[])[]): Promise<Tally> {
  rmSync(reportFolder, { recursive: true, force: true })
  mkdirSync(reportFolder, { recursive: true })
  const tallies: Tally[] = []
  for (const [at, group] of groups.entries()) {
    const ended = await Promise.all(group.map(async (step) => ({ step, tally: await runStep(step) })))
    tallies.push(...ended.map(({ tally }) => tally))
    const broken = ended.find(({ step, tally }) => step.isNeeded === true && tally.failed > 0)
    if (broken !== undefined) {
      const left = groups.slice(at + 1).flatMap((steps) => steps.map(({ name }) => name))
      console.log(`not run, because ${broken.step.name} failed: ${left.join(', ')}`)
      tallies.push({ passed: 0, failed: left.length, skipped: 0 })
      break
    }
  }
  return addTallies(tallies)
}

async function runStep(step: Step): Promise<Tally> {
  const result = await runScript(step.script(), step.args, { env: step.env ?? {}, onLine: showFailed })
  const report = step.report === undefined ? null : readReport(step.report.path)
  const tally =
    step.report === undefined
      ? tallyCheck(result)
      : tallyTests(result, report === null ? null : step.report.read(report))
  const seconds = (result.durationMs / 1000).toFixed(1)
  console.log(
    `${tally.failed > 0 ? 'FAILED' : 'ok'}  ${step.name} (${seconds} s)${describeTests(step, tally)}`,
  )
  if (tally.failed > 0) {
    const failures = report === null ? [] : (step.report?.failures(report, root) ?? [])
    console.log(failures.length > 0 ? failureText(failures) : outputText(result.output))
    console.log(`${step.name} ended with ${result.code === null ? 'a signal' : `exit code ${result.code}`}\n`)
  } else {
    const notes = result.output.split('\n').filter((line) => line.startsWith('note: '))
    for (const note of new Set(notes)) console.log(`    ${note}`)
  }
  return tally
}

/** Names a test as soon as it has failed: whoever ends the gate before its end still learns of it. */
function showFailed(line: string): void {
  if (/^\s*[✘×]/.test(line)) console.log(`    ${line.trim()}`)
}

function describeTests(step: Step, tally: Tally): string {
  return step.report === undefined ? '' : `: ${describeTally(tally)}`
}

function readReport(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

async function main(): Promise<void> {
  const isFast = process.argv.includes('--fast')
  try {
    const tally = await runGate(isFast ? fastSteps : [...fastSteps, ...appSteps])
    process.exitCode = tally.failed > 0 ? 1 : 0
    console.log(describeTally(tally))
  } catch (error) {
    console.error(error)
    process.exitCode = 1
    console.log(describeTally({ passed: 0, failed: 1, skipped: 0 }))
  }
}

await main()
