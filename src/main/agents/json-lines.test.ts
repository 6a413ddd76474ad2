import { existsSync, readdirSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultImportLimits } from './import-limits.ts'
import { importTask } from './import-task.ts'
import { readJsonLines, type LineReading } from './json-lines.ts'
import { fileOfText } from './testing/source-of-text.ts'

const read = (bytes: Buffer | string, changedTs: number | null = null): LineReading =>
  readJsonLines(fileOfText('a.jsonl', '', { utf8: Buffer.from(bytes), changedTs }), defaultImportLimits)

/** What a reading from the first byte gives, which is one that nothing is kept for. */
async function readAnew(bytes: Buffer | string): Promise<LineReading> {
  vi.resetModules()
  const { readJsonLines: readHere } = await import('./json-lines.ts')
  return readHere(fileOfText('a.jsonl', Buffer.from(bytes).toString('utf8')), defaultImportLimits)
}

/** Lines that make a file large enough for its lines to be kept. */
const large = (text: string): string =>
  Array.from({ length: 1100 }, (_, at) => `${JSON.stringify({ at, text: text.repeat(1000) })}\n`).join('')

/** The same numbers between 0 and 1 in the same order. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** Pieces of a file that need not end where lines do: whole lines, comments, glued, broken and cut ones. */
function makeFilePiece(next: () => number): string {
  const line = `{"n":${Math.floor(next() * 1e6)},"é":"${'x'.repeat(Math.floor(next() * 40))}"}`
  const kinds = [
    `${line}\n`,
    `${line}\r\n`,
    line,
    line.slice(0, Math.floor(next() * line.length)),
    '\n',
    '// note\n',
    `${line}${line}\n`,
    '[1]\n',
    `{"deep":${'['.repeat(2000)}${']'.repeat(2000)}}\n`,
  ]
  return kinds[Math.floor(next() * kinds.length)] ?? ''
}

describe('a file with one JSON object a line', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'that grows by pieces of any kind is read as it would be from its first byte (%i)',
    async (seed) => {
      const next = numbers(seed)
      let text = large('a')
      read(text)
      for (let turn = 0; turn < 12; turn += 1) {
        text += Array.from({ length: Math.ceil(next() * 4) }, () => makeFilePiece(next)).join('')
        expect(read(text)).toEqual(await readAnew(text))
      }
    },
  )

  it('keeps a record beside which a crash left NUL characters, and says that others may be lost', () => {
    const zeros = '\0'.repeat(9)
    const { records, problems, isGrowing } = read(`{"a":1}\n${zeros}{"b":2}\n${zeros}\n{"c":3}${zeros}`)
    expect(records.map(({ line, value }) => [line, value])).toEqual([
      [1, { a: 1 }],
      [2, { b: 2 }],
      [4, { c: 3 }],
    ])
    expect(problems.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      'line 2: a part of it is NUL characters, and was left out',
      'line 3: it is no JSON, and was left out',
      'line 4: a part of it is NUL characters, and was left out',
    ])
    expect(isGrowing).toBe(false)
    expect(read(`{"a":1}\n${zeros}`)).toMatchObject({ isGrowing: true })
  })

  it.each([
    ['cut off', (text: string) => text.slice(0, -2_000)],
    ['cut off and written on', (text: string) => `${text.slice(0, -2_000)}"}\n{"new":1}\n`],
    ['as large as before with another beginning', (text: string) => text.replace('"at":0', '"at":9')],
    [
      'larger, with another line in the middle',
      (text: string) => `${text.replace('"at":500', '"at":777')}{}\n`,
    ],
    [
      'of another end, and as large as before',
      (text: string) => `${text.slice(0, -3)}b"}\n`.slice(0, text.length),
    ],
    ['emptied', () => ''],
  ])('is read anew where it was %s', async (_, change) => {
    const text = large('a')
    read(text)
    const changed = change(text)
    expect(read(changed)).toEqual(await readAnew(changed))
  })

  it('has the very records that it had, with what was appended behind them', () => {
    const text = large('c')
    const [before] = read(text).records
    read(large('d'))
    const { records } = read(`${text}{"new":1}\n{"half":`)
    expect(records[0]).toBe(before)
    expect(records.at(-1)).toEqual({ line: 1101, value: { new: 1 } })
    expect(read(large('e')).records[0]).not.toBe(before)
  })

  it('is not kept where it was not changed for long', () => {
    const text = large('g')
    const [before] = read(text, Date.now() - 3_600_000).records
    expect(read(text).records[0]).not.toBe(before)
  })

  it('is forgotten after a while', () => {
    vi.useFakeTimers()
    const text = large('f')
    const [before] = read(text).records
    vi.advanceTimersByTime(200_000)
    expect(read(text).records[0]).not.toBe(before)
    vi.useRealTimers()
  })
})

const data = resolve(import.meta.dirname, '../../../../shared/data')
const files = existsSync(data)
  ? ['claude-code', 'codex-rollout', 'pi-session', 'copilot-cli'].flatMap((name) =>
      readdirSync(join(data, name), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.jsonl'))
        .map((file) => join(data, name, file)),
    )
  : []

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lines-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe.skipIf(files.length === 0)('a real session', () => {
  it('that grows is the same task as one that is read whole', async () => {
    const next = numbers(7)
    const grown = new Map<string, unknown>()
    for (const file of files) {
      const bytes = await readFile(file)
      if (bytes.length < 1.2 * 2 ** 20) continue
      const path = join(folder, `${grown.size}.jsonl`)
      const first = 2 ** 20 + Math.floor(next() * 1e5)
      await writeFile(path, bytes.subarray(0, first))
      await importTask(path)
      for (let at = first; at < bytes.length;) {
        const to = at + Math.ceil((next() * bytes.length) / 2)
        await appendFile(path, bytes.subarray(at, to))
        at = to
      }
      grown.set(path, await importTask(path))
    }
    vi.resetModules()
    const { importTask: importAnew } = await import('./import-task.ts')
    for (const [path, task] of grown) expect(task).toEqual(await importAnew(path))
    expect(grown.size).toBeGreaterThan(5)
  })
})
