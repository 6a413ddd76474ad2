import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { collectPatterns, productFiles, type Pattern } from './collect-patterns.ts'
import { findGrowth } from './find-growth.ts'

/**
 * Every pattern of the product against texts that are made for it: none takes more than linear time. Looking at
 * all takes a minute, so those found linear are remembered in a list that is committed, by what they are and by what looks.
 */

const root = join(import.meta.dirname, '..', '..')

/** Patterns that are not linear, and the limit beside each that bounds what it reads. */
const bounded: readonly { readonly file: string; readonly source: RegExp; readonly by: string }[] = [
  {
    file: 'src/main/measure/facts/create-outcome-lookup.ts',
    source: /^\\\[The command completed with exit code/,
    by: 'text.slice(-tailLength)',
  },
  {
    file: 'src/main/features/experiments/find-workspace.ts',
    source: /__\(\[\\w\.-\]\+\?\)/,
    by: 'path.slice(-200)',
  },
]

/** Patterns that are made of texts while the product runs, as they look then; one for each place that makes some. */
const madeLater: Readonly<Record<string, readonly RegExp[]>> = {
  'src/main/features/library/compute/search/cut-snippet.ts': [
    /(?<![\p{L}\p{N}\p{M}\p{Co}])some[^\p{L}\p{N}\p{M}\p{Co}]{1,64}word[\p{L}\p{N}\p{M}\p{Co}]{0,64}/giu,
  ],
  'src/main/agents/database-tables.ts': [
    /CREATE TABLE (?:IF NOT EXISTS )?["'`[]?name["'`\]]?\s*\(/gi,
    /\bid\b/,
  ],
  'src/main/agents/roo/task-folders.ts': [
    /^(?![^\S\r\n\u2028\u2029]*\/\/).*?"roo\.path"\s*:\s*("(?:[^"\\\n]|\\.)*")/m,
  ],
  'src/main/agents/json/recover-array.ts': [/,\n {4}(?=\{)/g],
  'src/main/agents/cline-sdk/user-input.ts': [/<user_input\b/g],
  'src/main/features/reports/compute/redact/create-redactor.ts': [
    /(?<![\p{L}\p{N}])(?:alice|bob)(?![\p{L}\p{N}])/giu,
  ],
  // The splitter of a package: runs are cut before it sees them.
  'src/main/kernel/tokens/bulk-counter.ts': [/(?:)/],
  'src/main/platform/arms/process-tree.ts': [/^Max file locks +12345 /m],
  'src/main/kernel/history/text-segment.ts': [/\n\n/g],
}

/** Runs of so many signs, which are searched by steps of a bounded count: one for each sign of the run. */
const longRuns = /^(?:\[\\w\+\/=-\]\{400\}|\(\[\\p\{L\}\\p\{M\}\]\{512\}\))/

describe('patterns that read texts of a history', () => {
  const files = productFiles()
  let made: readonly Pattern[]
  beforeAll(async () => {
    made = await recordMade(files)
  })

  it('are all found, those that are put together included', () => {
    for (const file of files) {
      const places = new Set(
        made.filter(({ where }) => where.startsWith(`${file}:`)).map(({ where }) => where),
      )
      const later = madeLater[file]?.length ?? 0
      expect([file, places.size + later]).toEqual([file, collectPatterns(file).constructors])
    }
  })

  it('take linear time', () => {
    const later = Object.entries(madeLater).flatMap(([where, patterns]) =>
      patterns.map(({ source, flags }) => ({ source, flags, where })),
    )
    const all = [...files.flatMap((file) => collectPatterns(file).patterns), ...made, ...later]
    const growing = findGrowing(all.filter(({ source }) => !longRuns.test(source)))
    const excused = new Set<unknown>()
    const faults = growing.filter(({ pattern }) => {
      const excuse = bounded.find(
        ({ file, source }) => pattern.where.startsWith(file) && source.test(pattern.source),
      )
      excused.add(excuse)
      return excuse === undefined
    })
    expect(faults.map(({ pattern, found }) => `${pattern.where} ${JSON.stringify(found)}`)).toEqual([])
    expect(bounded.filter((excuse) => !excused.has(excuse))).toEqual([])
  })

  it('read no more than a limit beside them says, where they are not linear', () => {
    for (const { file, by } of bounded) expect(readFileSync(join(root, file), 'utf8')).toContain(by)
  })
})

/** Patterns that files put together as they are loaded. */
async function recordMade(files: readonly string[]): Promise<readonly Pattern[]> {
  const made: Pattern[] = []
  const own = globalThis.RegExp
  const note = (pattern: RegExp): RegExp => {
    const [, ...frames] = new Error('here').stack?.split('\n') ?? []
    const maker = frames.find((frame) => !frame.includes('patterns.test')) ?? ''
    const [, where = ''] = /\/((?:src|packages)\/[^\s)]+)/.exec(maker) ?? []
    made.push({ source: pattern.source, flags: pattern.flags, where })
    return pattern
  }
  vi.resetModules()
  globalThis.RegExp = new Proxy(own, {
    // What the engine makes of the same arguments is a pattern.
    construct: (target, given: ConstructorParameters<RegExpConstructor>) => note(new target(...given)),
  })
  try {
    for (const file of files)
      if (/\bRegExp\(|word-patterns/.test(readFileSync(join(root, file), 'utf8')))
        await import(join(root, file))
  } finally {
    globalThis.RegExp = own
    vi.resetModules()
  }
  return made
}

const keptFile = join(import.meta.dirname, 'linear-patterns.json')

/** What of the patterns grows; what does not is written down for the next run. */
function findGrowing(patterns: readonly Pattern[]) {
  const looking = ['count-steps.ts', 'hostile-texts.ts', 'find-growth.ts'].map((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8'),
  )
  const keyOf = ({ source, flags }: Pattern): string =>
    createHash('sha256')
      .update(JSON.stringify([source, flags, looking]))
      .digest('hex')
      .slice(0, 24)
  const known = readKnown()
  const kept = new Set(known === '' ? [] : z.array(z.string()).parse(JSON.parse(known)))
  const found = [...Map.groupBy(patterns, keyOf)].flatMap(([key, [pattern]]) => {
    if (pattern === undefined) return []
    const growth = kept.has(key) ? null : findGrowth(pattern)
    if (growth === null) kept.add(key)
    return growth === null ? [] : [{ pattern, found: growth }]
  })
  const text = `${JSON.stringify([...kept].sort(), null, 2)}\n`
  if (text !== known) writeFileSync(keptFile, text)
  return found
}

function readKnown(): string {
  try {
    return readFileSync(keptFile, 'utf8')
  } catch {
    return ''
  }
}
