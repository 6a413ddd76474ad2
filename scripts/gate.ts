import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { failureText, outputText } from './gate/failure-text.ts'
import { findBase, listChangedFiles } from './gate/list-changed-files.ts'
import { readPlaywrightFailures, readVitestFailures, type Failure } from './gate/read-failures.ts'
import { readPlaywrightReport, readVitestReport } from './gate/read-reports.ts'
import { runScript, toolScript } from './gate/run-command.ts'
import { addTallies, describeTally, tallyCheck, tallyTests, type Tally } from './gate/tally.ts'

/**
 * The gate: everything that must hold before a change goes in. `--fast` holds rules and unit tests to what has changed, and
 * leaves out the build and what drives a whole app. The last line is always `N passed, N failed, N skipped`.
 */

const root = join(import.meta.dirname, '..')
const reportFolder = join(root, '.cache', 'gate')
const unitReport = join(reportFolder, 'unit.json')
const screenReport = join(reportFolder, 'e2e.json')

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
  /** Whether no test at all is fine, as where a change touches none. */
  readonly mayBeEmpty?: boolean
  /** Steps of earlier groups without which this one makes no sense. */
  readonly needs?: readonly string[]
}

/** Checks run side by side: on a small machine each has one processor, which takes the least of it. */
const isSmall = availableParallelism() <= 2

/**
 * The compiler and the linter's types are Go programs that end after a minute: where there is room for some 6 GB, what
 * they no longer use costs more to collect than to keep.
 */
const ofGo: Readonly<Record<string, string>> = {
  ...(totalmem() < 12e9 ? {} : { GOGC: '300' }),
  ...(isSmall ? { GOMAXPROCS: '1' } : {}),
}

/** Checks that read the sources and nothing else, so that they run at once; rules on these files, or on all. */
const listChecks = (linted: readonly string[] | null): readonly Step[] => [
  {
    name: 'types',
    script: () => toolScript('typescript', 'tsc'),
    // Four checkers, the usual, work out many types four times: twice the processor time of one.
    args: ['-b', ...(availableParallelism() > 4 ? [] : ['--checkers', '1'])],
    env: ofGo,
  },
  // Without a file it would read all.
  ...(linted?.length === 0
    ? []
    : [
        {
          name: 'lint',
          script: () => toolScript('oxlint'),
          args: ['--deny-warnings', ...(linted ?? [])],
          env: ofGo,
        },
      ]),
  { name: 'format', script: () => toolScript('oxfmt'), args: ['--check'] },
  {
    name: 'dead code',
    script: () => toolScript('knip'),
    args: ['--no-progress', '--treat-config-hints-as-errors'],
  },
]

const unitTests: Step = {
  name: 'unit tests',
  script: () => toolScript('vitest'),
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  report: { path: unitReport, read: readVitestReport, failures: readVitestFailures },
}

/** What a whole app is made of; each waits for one processor at most, as do the checks. */
const appParts: readonly Step[] = [
  { name: 'build', script: () => toolScript('electron-vite'), args: ['build'] },
  { name: 'browser', script: () => 'scripts/ensure-browser.ts', args: [] },
]

const endToEnd: Step = {
  name: 'end to end',
  script: () => toolScript('@playwright/test', 'playwright'),
  args: ['test', '--reporter=list,json', '--forbid-only'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: screenReport },
  report: { path: screenReport, read: readPlaywrightReport, failures: readPlaywrightFailures },
  needs: ['build', 'browser'],
}

/** Steps of one group run at once; what each says is printed whole, when it has ended. */
async function runGate(groups: readonly (readonly Step[])[]): Promise<Tally> {
  rmSync(reportFolder, { recursive: true, force: true })
  mkdirSync(reportFolder, { recursive: true })
  const tallies = new Map<string, Tally>()
  for (const group of groups) {
    const ended = await Promise.all(
      group.map(async (step) => {
        const broken = step.needs?.find((name) => (tallies.get(name)?.failed ?? 0) > 0)
        if (broken === undefined) return { step, tally: await runStep(step) }
        console.log(`not run, because ${broken} failed: ${step.name}`)
        return { step, tally: { passed: 0, failed: 1, skipped: 0 } }
      }),
    )
    for (const { step, tally } of ended) tallies.set(step.name, tally)
  }
  return addTallies([...tallies.values()])
}

async function runStep(step: Step): Promise<Tally> {
  const result = await runScript(step.script(), step.args, { env: step.env ?? {}, onLine: showFailed })
  const report = step.report === undefined ? null : readReport(step.report.path)
  const tally =
    step.report === undefined
      ? tallyCheck(result)
      : tallyTests(result, report === null ? null : step.report.read(report), step.mayBeEmpty)
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

/** What can be said of a change in a minute: the files that it touches, and the unit tests that load one of them. */
function buildFastHalf(): readonly (readonly Step[])[] {
  const base = findBase()
  if (base === null) return [listChecks(null), [unitTests]]
  const args = [...unitTests.args, `--changed=${base}`, '--passWithNoTests']
  return [listChecks(listChangedFiles(base)), [{ ...unitTests, args, mayBeEmpty: true }]]
}

async function main(): Promise<void> {
  const isFast = process.argv.includes('--fast')
  try {
    const tally = await runGate(
      isFast
        ? buildFastHalf()
        : [
            [...listChecks(null), ...appParts],
            // A screen waits for its host and a host for its screen: unit tests take the processor meanwhile.
            [unitTests, endToEnd],
          ],
    )
    process.exitCode = tally.failed > 0 ? 1 : 0
    console.log(describeTally(tally))
  } catch (error) {
    console.error(error)
    process.exitCode = 1
    console.log(describeTally({ passed: 0, failed: 1, skipped: 0 }))
  }
}

await main()
