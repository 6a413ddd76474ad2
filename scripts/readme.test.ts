import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const manifestSchema = z.object({ engines: z.object({ node: z.string().default('*') }).optional() })
const lockSchema = z.object({ packages: z.record(z.string(), manifestSchema) })

type Version = readonly [major: number, minor: number, patch: number]

function versionOf(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text
    .replace(/^v/, '')
    .split('.')
    .map((part) => Number(part) || 0)
  return [major, minor, patch]
}

function compare(a: Version, b: Version): number {
  const at = a.findIndex((part, place) => part !== b[place])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** Whether a version lies in a range of npm, of the forms that packages name for Node. */
function isIn(version: string, range: string): boolean {
  const own = versionOf(version)
  return range.split('||').some((alternative) =>
    alternative
      .trim()
      .replaceAll(/([<>=^]+)\s+/g, '$1')
      .split(/\s+/)
      .every((part) => {
        const { sign = '', rest = '' } = /^(?<sign>[<>=^~]*)(?<rest>.*)$/.exec(part)?.groups ?? {}
        const other = versionOf(rest)
        if (sign === '>=') return compare(own, other) >= 0
        if (sign === '<') return compare(own, other) < 0
        if (sign === '^') return compare(own, other) >= 0 && own[0] === other[0]
        return rest === '*' || own[0] === other[0]
      }),
  )
}

describe('the README', () => {
  const range = manifestSchema.parse(JSON.parse(read('package.json'))).engines?.node ?? ''

  it('names the Node that package.json asks for', () => {
    expect(read('README.md')).toContain(`\`${range}\``)
  })

  it('names a Node on which no package complains', () => {
    const oldest = range.split('||').map((part) => part.replace(/[^\d.]/g, ''))
    const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')))
    expect(packages['']?.engines?.node).toBe(range)
    const complaints = Object.entries(packages).flatMap(([path, { engines }]) =>
      oldest
        .filter((version) => engines !== undefined && !isIn(version, engines.node))
        .map((version) => `${path} wants ${engines?.node}, not ${version}`),
    )
    expect(oldest).toHaveLength(3)
    expect(complaints).toEqual([])
  })

  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'packages/condense/CONTRIBUTING.md',
    ...globSync('{src,scripts}/**/README.md', { cwd: root }),
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]
  it.each(pages)('and the pages lead nowhere in vain: %s', (page) => {
    const targets = [...read(page).matchAll(/\]\((?<target>[^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(({ groups }) => groups?.['target'] ?? '')
      .filter((target) => !/^[a-z]+:/.test(target))
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
  })
})

it('numbers each record of a decision once', () => {
  const numbers = readdirSync(join(root, 'docs', 'decisions')).map((name) => name.slice(0, 4))
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.toSorted()).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
})
