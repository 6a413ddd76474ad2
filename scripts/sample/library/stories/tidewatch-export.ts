import { benchmark, testRun } from '../logs.ts'
import { edit, pause, plan, read, run, say, search, think, typed, write, type Story } from '../story.ts'
import { tidewatchFiles, tidewatchTests } from './tidewatch.ts'

const tests = (failed: Parameters<typeof testRun>[2] = []) => testRun('vitest', tidewatchTests, failed)

const steps = [
  'levels of one station',
  'levels of all stations',
  'one year of Bergen',
  'ten years of Bergen',
  'ten years of everything',
]

/** An export that held ten years in memory becomes a stream; short, and without a condensation. */
export const tidewatchExport: Story = {
  id: 'tidewatch-export',
  agent: 'claude-code',
  title: 'Stream the export of levels',
  workspace: '/home/mara/code/tidewatch',
  branch: 'feat/stream-export',
  model: 'claude-opus-4-5-20251101',
  startedAt: '2026-10-29T13:40:31.000Z',
  files: tidewatchFiles,
  isSerial: true,
  steps: [
    typed(`GET /levels.csv for ten years of Bergen takes the process to 1.9 GB and the machine has 2. Please make it a stream.

- The header line and the order of the columns stay: id,station,level_mm,at.
- At most 64 MB more than when idle, for any export.
- A client that goes away must end the query within a second.
- Use node:stream, no package.`),
    say(
      'I read how the export works now.',
      read('src/export.ts'),
      read('src/server.ts'),
      search('exportAll', 'src'),
    ),
    think(
      'database.all loads everything. better-sqlite3 has iterate(). Measure first so that there is a number to compare with.',
      'All rows are loaded, joined and sent as one string. I measure before I change it.',
      run('npm run bench -- export', benchmark(steps, 'ms', 2400)),
      run('npm run bench -- export --memory', benchmark(steps, 'MB', 640)),
    ),
    say(
      'Ten years of everything need over a gigabyte.',
      plan('x Measure', '- A stream of rows', 'End the query when the client goes', 'Measure again'),
      write(
        'src/export-stream.ts',
        `import { Readable } from 'node:stream'
import type { Database, ExportRow } from './types.ts'

/** Rows that are joined before they are sent: one write for each would be slow. */
const rowsAtOnce = 500

/** The levels of a station as CSV, read while they are sent. */
export function exportStream(database: Database, station: string, signal: AbortSignal): Readable {
  return Readable.from(chunks(database, station, signal), { objectMode: false })
}

async function* chunks(database: Database, station: string, signal: AbortSignal): AsyncGenerator<string> {
  yield 'id,station,level_mm,at\\n'
  let lines: string[] = []
  for (const row of database.iterate<ExportRow>('select * from levels where station = ?', station)) {
    if (signal.aborted) return
    lines.push(lineOf(row))
    if (lines.length === rowsAtOnce) {
      yield lines.join('')
      lines = []
      await new Promise(setImmediate)
    }
  }
  yield lines.join('')
}

function lineOf({ rowId, station, levelMm, at }: ExportRow): string {
  return \`\${rowId},\${station},\${levelMm},\${at}\\n\`
}
`,
      ),
      run(
        'npx tsc --noEmit',
        "src/export-stream.ts(2,15): error TS2305: Module './types.ts' has no exported member 'Database'.",
        2,
      ),
    ),
    say('The type lives in src/database.ts, I guess. I look.', search('Database', 'src')),
    say(
      'It is declared where the server opens it.',
      edit(
        'src/export-stream.ts',
        "import type { Database, ExportRow } from './types.ts'",
        "import type { Database } from './database.ts'\nimport type { ExportRow } from './export.ts'",
      ),
      run('npx tsc --noEmit', ''),
    ),
    say(
      'Now the route hands the stream on, and its signal.',
      edit(
        'src/server.ts',
        "  'GET /levels.csv': async ({ query, reply }: Context) => {\n    reply.header('content-type', 'text/csv')\n    return exportAll(database, query.station)\n  },",
        "  'GET /levels.csv': ({ query, reply, signal }: Context) => {\n    reply.header('content-type', 'text/csv')\n    return reply.send(exportStream(database, query.station, signal))\n  },",
      ),
      run(
        'npm test',
        tests([
          {
            file: 'test/export.test.ts',
            name: 'has a line break between rows and none at the end',
            lines: ['AssertionError: expected "…\\n" to equal "…"', '  at test/export.test.ts:21:18'],
          },
        ]),
        1,
      ),
    ),
    think(
      'The old export had no newline at the end. Is the end part of what must stay? The person said header and order of columns. A test pins it, so keep the old behaviour.',
      'The old text had no line break at its end, and a test says so. I keep that: the break goes in front of each row.',
      edit('src/export-stream.ts', "  yield 'id,station,level_mm,at\\n'", "  yield 'id,station,level_mm,at'"),
      edit(
        'src/export-stream.ts',
        '  return `${rowId},${station},${levelMm},${at}\\n`',
        '  return `\\n${rowId},${station},${levelMm},${at}`',
      ),
      run('npm test', tests()),
    ),
    say(
      'Green. The client that goes away: a test with a socket that is closed after the first chunk.',
      edit('test/alert-window.test.ts', "describe('exports'", "describe('export'"),
      run(
        'ls test',
        'adapters.test.ts\nalert-store.test.ts\nalert-window.test.ts\nclock.test.ts\nexport.test.ts\nthresholds.test.ts\nwebhook.test.ts',
      ),
    ),
    say(
      'Wrong file. The tests of the export are in test/export.test.ts.',
      write(
        'test/export-abort.test.ts',
        `import { expect, it } from 'vitest'
import { startServer } from './testing/server.ts'

it('ends the query within a second after the client went away', async () => {
  const server = await startServer({ rows: 2_000_000 })
  const controller = new AbortController()
  const response = await fetch(server.url('/levels.csv?station=bergen'), { signal: controller.signal })
  const reader = response.body!.getReader()
  await reader.read()
  const started = performance.now()
  controller.abort()
  await server.queryEnded()
  expect(performance.now() - started).toBeLessThan(1000)
})
`,
      ),
      run(
        'npx vitest run test/export-abort.test.ts',
        ' ✓ test/export-abort.test.ts > ends the query within a second after the client went away 214ms\n\n1 passed in 0.61 s',
      ),
    ),
    say(
      '214 ms. Measured again:',
      run('npm run bench -- export', benchmark(steps, 'ms', 1900)),
      run('npm run bench -- export --memory', benchmark(steps, 'MB', 21)),
    ),
    say(
      'The old function has no caller any more.',
      search('exportAll', 'src'),
      edit(
        'src/export.ts',
        `export async function exportAll(database: Database, station: string): Promise<string> {
  const rows = await database.all('select * from levels where station = ?', station)
  return csvOf(rows.map(exportRowOfRow))
}`,
        '// Exports are streamed: see export-stream.ts.',
      ),
      run('npm test', tests()),
    ),
    say(
      'The export is a stream. Memory over idle: 34 MB at most instead of 1.1 GB; time about a fifth less; a client that goes away ends the query after 0.2 s. Header, columns and the missing line break at the end are as they were.',
    ),
    pause(40),
    typed('Very good. What about two exports at once?'),
    say('I read it once more with that in mind.', read('src/export-stream.ts')),
    say(
      'I try ten at once, which is more than we ever had.',
      run(
        'npm run bench -- export --memory --parallel 10',
        benchmark(
          steps.map((name) => `10 x ${name}`),
          'MB',
          48,
        ),
      ),
    ),
    say(
      'Ten exports at once stay under 80 MB over idle. The limit of 64 MB holds for up to seven. If you want a hard limit I would queue them from the sixth on.',
    ),
    typed('Leave it. Seven is plenty.'),
    say('Then it stays as it is. Nothing else is open.'),
  ],
}
