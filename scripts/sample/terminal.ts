import { between, type Random } from './random.ts'

/** Test files of the sample project with the names of their tests. */
const suites: Readonly<Record<string, readonly string[]>> = {
  'tests/auth.test.ts': names('authenticate', 18, 'key'),
  'tests/body.test.ts': names('reading a body', 12, 'body'),
  'tests/bookings.test.ts': names('bookings', 34, 'booking'),
  'tests/config.test.ts': names('configuration', 14, 'variable'),
  'tests/contract.test.ts': names('the contract', 22, 'request'),
  'tests/router.test.ts': names('router', 20, 'route'),
  'tests/store.test.ts': names('booking store', 26, 'berth'),
}

function names(subject: string, count: number, noun: string): readonly string[] {
  const verbs = ['accepts', 'refuses', 'keeps', 'returns', 'reads', 'ignores', 'reports', 'restores']
  const ends = [
    'with all fields',
    'without optional fields',
    'of another harbour',
    'given twice',
    'after a restart',
  ]
  return Array.from({ length: count }, (_, n) => {
    const verb = verbs[n % verbs.length] ?? ''
    const end = ends[Math.floor(n / verbs.length) % ends.length] ?? ''
    return `${subject} > ${verb} a ${noun} ${end}`
  })
}

export type FailedTest = { readonly file: string; readonly name: string; readonly error: readonly string[] }

/** A verbose test log: every test on its line, failures again at the end; only durations depend on the seed. */
export function testLog(
  random: Random,
  extra: Readonly<Record<string, readonly string[]>>,
  failed: readonly FailedTest[] = [],
): string {
  const all = { ...suites, ...extra }
  const lines = Object.entries(all).flatMap(([file, tests]) =>
    tests.map((name) => {
      const isFailed = failed.some((failure) => failure.file === file && failure.name === name)
      return ` ${isFailed ? '×' : '✓'} ${file} > ${name} ${between(random, 1, 48)}ms`
    }),
  )
  const total = lines.length
  const report = failed.flatMap(({ file, name, error }) => [` FAIL  ${file} > ${name}`, ...error, ''])
  return [
    '> harbour@2.4.0 test',
    '> vitest run --reporter=verbose',
    '',
    ' RUN  v2.1.8 /home/mara/code/harbour',
    '',
    ...lines,
    '',
    ...(failed.length > 0 ? [`⎯⎯⎯ Failed Tests ${failed.length} ⎯⎯⎯`, '', ...report] : []),
    ` Test Files  ${tally(new Set(failed.map(({ file }) => file)).size, Object.keys(all).length)}`,
    `      Tests  ${tally(failed.length, total)}`,
    `   Duration  ${(2 + random() * 2).toFixed(2)}s`,
  ].join('\n')
}

function tally(failed: number, total: number): string {
  return `${failed === 0 ? '' : `${failed} failed | `}${total - failed} passed (${total})`
}

/** What the load tool prints: a line per second, then percentiles. */
export function loadLog(random: Random, seconds: number, allowedPerSecond: number): string {
  const rows = Array.from({ length: seconds }, (_, second) => {
    const sent = between(random, 180, 220)
    const allowed = Math.min(sent, allowedPerSecond + (second === 0 ? 20 : 0))
    const p50 = (0.4 + random() * 0.3).toFixed(2)
    const p99 = (2.1 + random() * 1.4).toFixed(2)
    return `[${String(second).padStart(3, '0')} s] sent=${sent} 200=${allowed} 429=${sent - allowed} p50=${p50}ms p99=${p99}ms rss=${between(random, 71, 78)}MB`
  })
  return [
    'load: one key, 200 requests a second',
    ...rows,
    `done: ${seconds} s, no other status, no socket error`,
  ].join('\n')
}

const moreFiles = [
  'src/http/body.ts',
  'src/http/health.ts',
  'src/bookings/store.ts',
  'tools/load.ts',
  'tsconfig.json',
]
const folders = [
  'deploy/ansible/roles/harbour',
  'docs/adr',
  'docs/runbooks',
  'tests/fixtures/bookings',
  'tools/import',
]

/** A recursive listing: what the workspace holds and what a project of its age has gathered around it. */
export function fileTree(paths: readonly string[]): string {
  const gathered = folders.flatMap((folder) =>
    Array.from({ length: 22 }, (_, n) => {
      const stem = ['berths', 'season', 'keys', 'cancel', 'import', 'winter'][n % 6] ?? 'notes'
      return `${folder}/${String(n + 1).padStart(4, '0')}-${stem}.${folder.startsWith('docs') ? 'md' : 'yaml'}`
    }),
  )
  const tests = Object.keys(suites)
  return [...new Set([...paths, ...moreFiles, ...tests, ...gathered])].toSorted().join('\n')
}
