import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { explainDesktopObstacle, findDesktopRuntime } from '../src/main/hosts/common/desktop-runtime.ts'
import { runScript, toolScript } from './gate/run-command.ts'
import { fetchDesktopRuntime } from './start/fetch-desktop-runtime.ts'

/**
 * `npm run desktop:check [-- --out <folder>]`: builds the desktop app, starts it in the real Electron runtime, walks the
 * journeys and everything that the shell promises, and writes a report with pictures of the windows. For somebody who has the
 * runtime, or can fetch it: the gate does the same on a stand-in where it is missing, and this refuses to.
 */

const rootFolder = resolve(import.meta.dirname, '..')
const electronFolder = join(rootFolder, 'node_modules', 'electron')

/** What no program can look at for a person, or what only an installed app does. */
const byHand = [
  'Install what `npm run dist` made. The program starts, its icon and its name are right, a second start brings the first window to the front.',
  'Open a link: `dewpoint://library` in a browser, once while Dewpoint runs and once while it does not.',
  'Open a folder of sessions by "Open with Dewpoint", and by dropping it on the icon (macOS).',
  'Drag the Export button of an experiment onto the desktop, and into a message.',
  'Take away the second screen while the window stands there, and start again: the window is within reach.',
  'Where a feed was named at the build: Help, Check for Updates, Later; then once more, Download, Restart and Install.',
]

const testSchema = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(z.object({ error: z.object({ message: z.string() }).optional() })),
    }),
  ),
})
type Suite = { readonly specs: readonly z.infer<typeof testSchema>[]; readonly suites: readonly Suite[] }
const suiteSchema: z.ZodType<Suite> = z.object({
  specs: z.array(testSchema).default([]),
  suites: z.lazy(() => z.array(suiteSchema)).default([]),
})
const reportSchema = z.object({ suites: z.array(suiteSchema) })

const outcomeWords = { expected: 'works', unexpected: 'FAILS', flaky: 'FAILS', skipped: 'not here' } as const

type Row = { readonly title: string; readonly outcome: string; readonly error: string }

function listRows({ specs, suites }: Suite): readonly Row[] {
  const own = specs.map(({ title, tests }) => ({
    title,
    outcome: outcomeWords[tests[0]?.status ?? 'skipped'],
    error: tests[0]?.results.at(-1)?.error?.message ?? '',
  }))
  return [...own, ...suites.flatMap(listRows)]
}

/** Versions inside of the runtime, by its own word. */
function readVersions(): string {
  const electron: unknown = JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8'))
  const { version } = z.object({ version: z.string() }).parse(electron)
  return `Electron ${version} on ${process.platform} ${release()} ${process.arch}`
}

function writeReport(folder: string, rows: readonly Row[]): void {
  const failures = rows.filter(({ error }) => error !== '')
  const text = [
    '# The desktop app in Electron',
    '',
    `${readVersions()}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    '| what | outcome |',
    '| --- | --- |',
    ...rows.map(({ title, outcome }) => `| ${title.replaceAll('|', '\\|')} | ${outcome} |`),
    '',
    ...failures.flatMap(({ title, error }) => [`## ${title}`, '', '```text', error, '```', '']),
    '## Still to be looked at by a person',
    '',
    ...byHand.map((line) => `- [ ] ${line}`),
    '',
  ].join('\n')
  writeFileSync(join(folder, 'report.md'), text)
}

async function check(folder: string): Promise<number> {
  const { platform, env } = process
  const obstacle = explainDesktopObstacle({ platform, env, userId: process.getuid?.() })
  if (obstacle !== undefined) {
    console.error(
      `Nothing was checked: ${obstacle}. On Linux: "xvfb-run --auto-servernum npm run desktop:check".`,
    )
    return 1
  }
  const runtime = findDesktopRuntime(electronFolder) ?? (await fetchDesktopRuntime(electronFolder, env))
  if (runtime === undefined) {
    console.error(
      'Nothing was checked: the Electron runtime is missing. Run "npx install-electron", then this again.',
    )
    return 1
  }
  const build = await runScript(toolScript('electron-vite'), ['build'])
  if (build.code !== 0) {
    console.error(`The build failed:\n${build.output}`)
    return 1
  }
  mkdirSync(folder, { recursive: true })
  const report = join(folder, 'shell.json')
  const result = await runScript(
    toolScript('@playwright/test', 'playwright'),
    ['test', '--project=shell', '--workers=1', '--reporter=list,json', `--output=${join(folder, 'windows')}`],
    { env: { DEWPOINT_SHELL: 'electron', PLAYWRIGHT_JSON_OUTPUT_FILE: report }, onLine: console.log },
  )
  writeReport(folder, reportSchema.parse(JSON.parse(readFileSync(report, 'utf8'))).suites.flatMap(listRows))
  console.log(
    `Written: ${join(folder, 'report.md')}, with pictures of the windows in ${join(folder, 'windows')}.`,
  )
  return result.code === 0 ? 0 : 1
}

const { values } = parseArgs({ options: { out: { type: 'string', default: 'test-results/desktop' } } })
process.exitCode = await check(resolve(values.out))
