import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/** A history as an agent wrote it, cut down so that many can be read. */
export type ReaderSample = {
  /** Where it is from, for a person. */
  readonly name: string
  /** Name of the file, by which readers recognise it. */
  readonly file: string
  readonly bytes: Buffer
  /** `binary` is changed in its bytes alone. */
  readonly kind: 'json' | 'lines' | 'binary'
}

const root = join(import.meta.dirname, '..', '..')
/** Real histories of every format, where they lie beside the checkout. */
const realFolder = process.env['DEWPOINT_HISTORIES'] ?? join(root, '..', 'shared', 'data')
const mostBytes = 400_000
const mostPerFormat = 4
const mostLines = 40
const mostElements = 24
const mostCharacters = 300

/** Bundled histories and, where they are, real ones: the smallest few of each format, in a fixed order. */
export function readerSamples(): readonly ReaderSample[] {
  const bundled = ['sample-task', 'samples'].flatMap((name) => filesBelow(join(root, 'resources', name)))
  const real = existsSync(realFolder)
    ? readdirSync(realFolder)
        .toSorted()
        .flatMap((format) => smallest(filesBelow(join(realFolder, format))))
    : []
  return [...bundled, ...real].flatMap((path) => sampleOf(path))
}

function filesBelow(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) => /\.(jsonl?|db|eval|traj|har|zst|ndjson)$/.test(path) && statSync(path).size <= mostBytes,
    )
    .toSorted()
}

function smallest(paths: readonly string[]): string[] {
  const sized = paths.map((path) => ({ path, size: statSync(path).size })).filter(({ size }) => size > 200)
  const chosen = sized.toSorted((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1))
  return chosen.slice(0, mostPerFormat).map(({ path }) => path)
}

function sampleOf(path: string): ReaderSample[] {
  const bytes = readFileSync(path)
  const file = basename(path)
  const name = relative(join(root, '..'), path)
  if (/\.(db|eval|zst)$/.test(path)) return [{ name, file, bytes, kind: 'binary' }]
  const text = bytes.toString('utf8')
  const whole = parsed(text)
  if (whole !== undefined)
    return [{ name, file: file || basename(dirname(path)), bytes: jsonOf(clipped(whole)), kind: 'json' }]
  const lines = text.split('\n').filter(Boolean).slice(0, mostLines).map(parsed)
  const small = lines.flatMap((line) => (line === undefined ? [] : [JSON.stringify(clipped(line))]))
  return small.length === 0 ? [] : [{ name, file, bytes: Buffer.from(small.join('\n')), kind: 'lines' }]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function jsonOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function clipped(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, mostCharacters)
  if (Array.isArray(value)) return value.slice(0, mostElements).map(clipped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clipped(one)]))
}
