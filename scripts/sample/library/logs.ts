import { between, seededRandom, type Random } from '../random.ts'

/** A seed that follows from a text (FNV-1a). */
export const seedOf = (text: string): number =>
  Array.from(text).reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  )

const cases = [
  'accepts a complete record',
  'refuses a record without an id',
  'keeps the order of equal rows',
  'gives nothing for an empty list',
  'reads what it wrote',
  'ignores columns that it does not know',
  'reports the line of a bad value',
  'keeps leading zeros',
  'rounds once, at the end',
  'takes the latest of two copies',
]

const circumstances = ['', ' of another year', ' given twice', ' without optional fields'] as const

export type Failed = { readonly file: string; readonly name: string; readonly lines: readonly string[] }

/** A verbose run of a test runner over `files`, with what failed told once more at the end. */
export function testRun(
  runner: 'vitest' | 'pytest' | 'go' | 'gradle',
  files: readonly string[],
  failed: readonly Failed[] = [],
): string {
  const random = seededRandom(seedOf(`${runner}${files.join()}${failed.length}`))
  const rows = files.flatMap((file) => [
    ...failed.filter((one) => one.file === file).map(({ name }) => ({ file, name, isFailed: true })),
    ...circumstances
      .flatMap((when) => cases.map((name) => name + when))
      .slice(0, 12 + (seedOf(file) & 7))
      .map((name) => ({ file, name, isFailed: false })),
  ])
  const passed = rows.filter(({ isFailed }) => !isFailed).length
  const seconds = (1 + random() * 8).toFixed(2)
  const told = rows.map((row) => lineOf(runner, row, random))
  const report = failed.flatMap(({ file, name, lines }) => ['', `FAILED ${file} > ${name}`, ...lines])
  const sum = failed.length === 0 ? `${passed} passed` : `${failed.length} failed, ${passed} passed`
  return [headOf[runner], ...told, ...report, '', `${sum} in ${seconds} s`].join('\n')
}

const headOf = {
  vitest: '> vitest run --reporter=verbose\n',
  pytest: '============================= test session starts ==============================',
  go: '$ go test ./... -v',
  gradle: '> Task :test',
} as const

function lineOf(
  runner: keyof typeof headOf,
  { file, name, isFailed }: { readonly file: string; readonly name: string; readonly isFailed: boolean },
  random: Random,
): string {
  const ms = between(random, 1, 90)
  const id = name.replaceAll(/[^a-z]+/gi, '_')
  switch (runner) {
    case 'vitest':
      return ` ${isFailed ? '×' : '✓'} ${file} > ${name} ${ms}ms`
    case 'pytest':
      return `${file}::test_${id} ${isFailed ? 'FAILED' : 'PASSED'} [${ms % 100}%]`
    case 'go':
      return `--- ${isFailed ? 'FAIL' : 'PASS'}: Test_${id} (${(ms / 100).toFixed(2)}s)  ${file}`
    case 'gradle':
      return `${file} > ${name}() ${isFailed ? 'FAILED' : 'PASSED'} (${ms} ms)`
  }
}

/** What git tells of the last commits. */
export function gitLog(subjects: readonly string[]): string {
  const random = seededRandom(seedOf(subjects.join()))
  return subjects.map((subject) => `${hex(random, 8)} ${subject}`).join('\n')
}

/** What git tells of changed files. */
export function diffStat(files: readonly string[]): string {
  const random = seededRandom(seedOf(files.join()))
  const rows = files.map((file) => ({ file, added: between(random, 1, 40), removed: between(random, 0, 12) }))
  const width = Math.max(...files.map(({ length }) => length))
  const sum = (key: 'added' | 'removed'): number => rows.reduce((all, row) => all + row[key], 0)
  return [
    ...rows.map(
      ({ file, added, removed }) =>
        ` ${file.padEnd(width)} | ${added + removed} ${'+'.repeat(Math.min(20, added))}${'-'.repeat(Math.min(10, removed))}`,
    ),
    ` ${files.length} files changed, ${sum('added')} insertions(+), ${sum('removed')} deletions(-)`,
  ].join('\n')
}

/** A long log of a service: a line per event, with one kind of event that stands out. */
export function serviceLog(
  name: string,
  {
    lines,
    events,
    odd,
    oddEvery,
  }: {
    readonly lines: number
    readonly events: readonly string[]
    readonly odd: string
    readonly oddEvery: number
  },
): string {
  const random = seededRandom(seedOf(name + odd))
  let ms = 0
  return Array.from({ length: lines }, (_, at) => {
    ms += between(random, 3, 900)
    const isOdd = at % oddEvery === oddEvery - 1
    const event = isOdd ? odd : (events[between(random, 0, events.length - 1)] ?? '')
    const clock = new Date(Date.UTC(2026, 8, 1, 6) + ms).toISOString().slice(11, 23)
    return `${clock} ${isOdd ? 'WARN ' : 'INFO '} ${name}[${hex(random, 4)}] ${event} (${between(random, 1, 240)} ms)`
  }).join('\n')
}

/** A table of measurements, one row per name. */
export function benchmark(names: readonly string[], unit: string, around: number): string {
  const random = seededRandom(seedOf(names.join() + String(around)))
  const rows = names.map(
    (name) =>
      `${name.padEnd(34)} ${String(Math.round(around * (0.6 + random()))).padStart(9)} ${unit}  p99 ${String(Math.round(around * (1.6 + random()))).padStart(9)}`,
  )
  return ['name                                      mean       p99', ...rows].join('\n')
}

/** `length` hexadecimal digits. */
export function hex(random: Random, length: number): string {
  return Array.from({ length }, () => between(random, 0, 15).toString(16)).join('')
}

/** A version 4 UUID. */
export function uuid(random: Random): string {
  const digits = hex(random, 32)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-')
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** `length` letters and digits. */
export function word(random: Random, length: number): string {
  return Array.from({ length }, () => letters.charAt(between(random, 0, letters.length - 1))).join('')
}
