import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A pattern of the product, and the file and line where it is first written. */
export type Pattern = { readonly source: string; readonly flags: string; readonly where: string }

/** The patterns of a source file, and how many places make one of a text, which only running it tells. */
export type FilePatterns = { readonly patterns: readonly Pattern[]; readonly constructors: number }

const root = join(import.meta.dirname, '..', '..')
const isTest = /\.test\.tsx?$|\/testing\//

/** The product's source files, relative to the root, tests aside. */
export function productFiles(): readonly string[] {
  return globSync(['src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isTest.test(file))
    .toSorted()
}

/** Finds the patterns of one of those files by its syntax. */
export function collectPatterns(file: string): FilePatterns {
  const code = readFileSync(join(root, file), 'utf8')
  const patterns: Pattern[] = []
  let constructors = 0
  visit(parseSync(file, code).program, (node) => {
    const { type, regex, callee, start } = node
    if (type === 'Literal' && isRecord(regex)) {
      const [source, flags] = [String(regex['pattern']), String(regex['flags'])]
      const line = code.slice(0, Number(start)).split('\n').length
      patterns.push({ source, flags, where: `${file}:${line}` })
    }
    const isMade = type === 'NewExpression' || type === 'CallExpression'
    if (isMade && isRecord(callee) && callee['name'] === 'RegExp') constructors += 1
  })
  return { patterns, constructors }
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function visit(value: unknown, see: (node: Fields) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see)
  if (!isRecord(value)) return
  if (typeof value['type'] === 'string') see(value)
  for (const one of Object.values(value)) visit(one, see)
}
