import { sourceFile } from '../code.ts'

const stations = ['bergen', 'alesund', 'tromso', 'vardo', 'oslo', 'mandal'] as const

export const tidewatchTests = [
  'test/alert-window.test.ts',
  'test/alert-store.test.ts',
  'test/adapters.test.ts',
  'test/clock.test.ts',
  'test/webhook.test.ts',
  'test/export.test.ts',
  'test/thresholds.test.ts',
] as const

const adapter = (name: string): readonly [string, string] => [
  `src/adapters/${name}.ts`,
  sourceFile(
    'ts',
    {
      noun: `${name}Reading`,
      fields: ['readingId', 'station', 'levelMm', 'quality'],
      about: `Levels of ${name} as its feed has them.`,
    },
    `export const ${name} = {
  feed: 'https://feeds.example.no/${name}.csv',
  ${name === 'tromso' || name === 'oslo' ? "clock: 'utc'" : "clock: 'station-local'"},
  everySeconds: 600,
} as const

export function levelOf${name}(row: { readonly levelMm: number }): { readonly level: number } {
  return { level: ${name === 'mandal' ? 'Math.round(row.levelMm) / 1000' : 'Math.round(row.levelMm)'} }
}`,
  ),
]

/** A small service that watches water levels and tells harbours when they are high. */
export const tidewatchFiles: Readonly<Record<string, string>> = {
  'src/alert-window.ts': sourceFile(
    'ts',
    {
      noun: 'alert',
      fields: ['alertId', 'station', 'levelMm', 'sentAt'],
      about: 'Decides which levels become an alert.',
    },
    `import { hourKey } from './clock.ts'

const quietMinutes = 90

/** Alerts of one hour and one station are one. */
export function alertKey(station: string, at: Date, zone: string): string {
  return \`\${station}/\${hourKey(at, zone)}\`
}

export function isQuiet(lastSent: Date | null, at: Date): boolean {
  return lastSent !== null && at.getTime() - lastSent.getTime() < quietMinutes * 60_000
}`,
  ),
  'src/clock.ts': sourceFile(
    'ts',
    {
      noun: 'instant',
      fields: ['instantId', 'zone', 'offsetMinutes'],
      about: 'Hours of stations, in their own time and in UTC.',
    },
    `/** The local hour with the offset behind it, such as 2026-10-25T02+01:00. */
export function hourKey(at: Date, zone: string): string {
  const { hour, day, offset } = partsIn(at, zone)
  return \`\${day}T\${String(hour).padStart(2, '0')}\${offset}\`
}

export function hourOf(at: Date, zone: string): number {
  return partsIn(at, zone).hour
}`,
  ),
  'src/alert-store.ts': sourceFile(
    'ts',
    {
      noun: 'sentAlert',
      fields: ['key', 'station', 'levelMm', 'sentAt'],
      about: 'What was sent, by the key of its window.',
    },
    `const sent = new Map<string, Date>()

export function remember(key: string, at: Date): void {
  sent.set(key, at)
}

export function lastSent(key: string): Date | null {
  return sent.get(key) ?? null
}`,
  ),
  'src/webhook.ts': sourceFile(
    'ts',
    {
      noun: 'delivery',
      fields: ['deliveryId', 'harbour', 'attempts', 'answeredAt'],
      about: 'Tells harbours by webhook.',
    },
    `/** Two harbours parse this with a regex: the order of its fields stays. */
export function bodyOf(station: string, levelMm: number, local: string): string {
  return JSON.stringify({ station, level_mm: levelMm, at: local })
}`,
  ),
  'src/thresholds.ts': sourceFile(
    'ts',
    {
      noun: 'threshold',
      fields: ['thresholdId', 'station', 'levelMm'],
      about: 'Levels from which an alert is sent, in millimetres.',
    },
    `export const thresholds = {
  bergen: 1840,
  alesund: 2150,
  tromso: 2810,
  vardo: 3020,
  oslo: 1410,
  mandal: 1840,
} as const`,
  ),
  'src/export.ts': sourceFile(
    'ts',
    {
      noun: 'exportRow',
      fields: ['rowId', 'station', 'levelMm', 'at'],
      about: 'Levels for people who ask for them.',
    },
    `export function csvOf(rows: readonly ExportRow[]): string {
  const lines = rows.map(({ rowId, station, levelMm, at }) => [rowId, station, levelMm, at].join(','))
  return ['id,station,level_mm,at', ...lines].join('\\n')
}

export async function exportAll(database: Database, station: string): Promise<string> {
  const rows = await database.all('select * from levels where station = ?', station)
  return csvOf(rows.map(exportRowOfRow))
}`,
  ),
  'src/server.ts': sourceFile(
    'ts',
    { noun: 'route', fields: ['path', 'method', 'maxSeconds'], about: 'Answers requests.' },
    `export const routes = {
  'GET /levels.csv': async ({ query, reply }: Context) => {
    reply.header('content-type', 'text/csv')
    return exportAll(database, query.station)
  },
  'GET /health': () => 'ok',
} as const`,
  ),
  'src/proto/feed.ts': `// Generated from feed.proto. Do not edit.
export type FeedRow = { readonly station: string; readonly levelMm: number; readonly at: string }
`,
  ...Object.fromEntries(stations.map(adapter)),
  'test/alert-window.test.ts': `import { describe, expect, it } from 'vitest'
import { alertsOf, levelsOver } from './testing/levels.ts'

describe('alert windows', () => {
  it('sends one alert for a level that stays high', () => {
    expect(alertsOf(levelsOver(1840, '2026-08-01T00:30Z', '2026-08-01T00:50Z'))).toHaveLength(1)
  })

  it('sends another one behind the quiet period', () => {
    expect(alertsOf(levelsOver(1840, '2026-08-01T00:30Z', '2026-08-01T02:10Z'))).toHaveLength(2)
  })
})
`,
  'test/adapters.test.ts': `import { describe, expect, it } from 'vitest'
import { levelOfmandal } from '../src/adapters/mandal.ts'

describe('adapters', () => {
  it('reads a level of Mandal', () => {
    expect(levelOfmandal({ levelMm: 1712 }).level).toBe(1.712)
  })
})
`,
  'docs/clock.md': `# Clocks

Stations report every ten minutes. The authority gives all feeds in UTC, the pages for people in local time.

## Windows
An alert belongs to a window of an hour. Within it, and for the quiet period of 90 minutes, no second one is sent.
`,
  'CHANGELOG.md': '# Changelog\n\n- Vardø is read by its new feed.\n',
}
