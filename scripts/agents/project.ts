import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files that are long enough for a history to be worth condensing. */
export const longFiles = ['src/routes.ts', 'src/labels.ts', 'src/depots.ts'] as const

const files: Readonly<Record<string, string>> = {
  'package.json':
    '{\n  "name": "parcels",\n  "version": "1.4.0",\n  "private": true,\n  "type": "module"\n}\n',
  'src/price.ts': `import { LIMIT_KG, zoneOf } from './zones.ts'

export type Parcel = { id: string; kg: number; to: string }

/** Parcels above this pay the surcharge. */
export const HEAVY_KG = 20

export function base(parcel: Parcel): number {
  if (parcel.kg > LIMIT_KG) throw new Error(\`\${parcel.id} is too heavy\`)
  return 450 + 120 * zoneOf(parcel.to)
}

export function surcharge(parcel: Parcel): number {
  return parcel.kg > HEAVY_KG ? 900 : 0
}

export function total(parcel: Parcel): number {
  let sum = base(parcel) + surcharge(parcel)
  if (parcel.kg > HEAVY_KG) sum += surcharge(parcel)
  return sum
}
`,
  'src/zones.ts': `import { zones } from './generated/zones.ts'

/** No parcel may weigh more. */
export const LIMIT_KG = 30

export function zoneOf(place: string): number {
  return zones[place] ?? 4
}
`,
  'src/generated/zones.ts': `// written by the zone service
export const zones: Record<string, number> = {
${lines(60, (at) => `  'place ${at}': ${at % 5},`)}}
`,
  'src/routes.ts': lines(
    300,
    (at) =>
      `export const ROUTE_${at} = { from: 'depot ${at % 17}', to: 'place ${at}', km: ${(at * 37) % 410} }`,
  ),
  'src/labels.ts': lines(
    280,
    (at) =>
      `export const LABEL_${at} = 'Parcel ${at}: leave with the neighbour at number ${(at * 13) % 97}, floor ${at % 6}'`,
  ),
  'src/depots.ts': lines(
    290,
    (at) =>
      `export const DEPOT_${at} = { name: 'depot ${at}', gates: ${at % 9}, opens: '0${at % 8}:30', vans: ${(at * 7) % 40} }`,
  ),
  'tools/check.mjs': `import { readFileSync } from 'node:fs'
const isMended = !readFileSync(new URL('../src/price.ts', import.meta.url), 'utf8').includes('sum += surcharge')
console.log((isMended ? 'ok' : 'not ok') + ' - the surcharge is paid once')
process.exit(isMended ? 0 : 1)
`,
  'tools/search.mjs': `import { readdirSync, readFileSync } from 'node:fs'
for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.ts')).sort())
  readFileSync('src/' + name, 'utf8').split('\\n').forEach((line, at) => {
    if (line.includes(process.argv[2])) console.log(name + ':' + (at + 1) + ': ' + line)
  })
`,
  'tools/events.mjs': `for (let at = 0; at < 1100; at++)
  console.log('event ' + at + ': parcel ' + ((at * 7919) % 997) + ' weighed ' + (at % 31) + ' kg at depot ' + (at % 17))
`,
}

function lines(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')
}

/** Writes the small project that the agents work on, as a repository where there is Git. */
export function writeProject(folder: string): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const author = ['-c', 'user.name=Dewpoint', '-c', 'user.email=dewpoint@localhost']
  // A machine without Git has no repository then, which the agents take as well.
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...author, 'commit', '-qm', 'First version'],
  ])
    spawnSync('git', args, { cwd: folder, stdio: 'ignore' })
}
