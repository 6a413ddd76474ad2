import { globSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CommanderError, type Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildProgram } from './program.ts'
import { makeCommandLine, type CommandLine } from './testing/command-line.ts'
import { findCommands, readDocumentedCommands } from './testing/documented-commands.ts'

const root = resolve(import.meta.dirname, '../../..')
const commands = readDocumentedCommands()
const typed = commands.filter(({ isMentioned }) => !isMentioned)

/** The command that words begin with, and the words behind its name. */
function findLeaf(words: readonly string[]): { readonly command: Command; readonly rest: readonly string[] } {
  let command = buildProgram('', () => async () => undefined)
  let at = 0
  for (; at < words.length; at += 1) {
    const below = command.commands.find((one) => one.name() === words[at])
    if (below === undefined) break
    command = below
  }
  return { command, rest: words.slice(at) }
}

/** What the program has against a command line that somebody types, or null. */
async function parse(words: readonly string[]): Promise<string | null> {
  try {
    await buildProgram('', () => async () => undefined).parseAsync([...words], { from: 'user' })
    return null
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? null : error.message
    return error instanceof Error ? error.message : String(error)
  }
}

describe('commands in the documents', () => {
  it('are found in blocks and in sentences', () => {
    const page =
      '    dewpoint inspect a # why\n\nSee `dewpoint explain\n<term>`.\n\n```\ndewpoint search "a b"\n```\n'
    expect(findCommands('a.md', page).map(({ place, words }) => [place, ...words])).toEqual([
      ['a.md:1', 'inspect', 'a'],
      ['a.md:7', 'search', 'a b'],
      ['a.md:3', 'explain', '<term>'],
    ])
    expect(typed.length).toBeGreaterThan(100)
  })

  it('are command lines that the program takes, where they stand in a block', async () => {
    const wrong: string[] = []
    for (const { place, text, words } of typed) {
      // Lines of usage in the list of commands.
      if (place.startsWith('docs/cli.md') && /[<[]/.test(text)) continue
      const fault = await parse(words)
      if (fault !== null) wrong.push(`${place}: ${text}: ${fault}`)
    }
    expect(wrong).toEqual([])
  })

  it('are commands with options that there are, where a sentence names them', () => {
    const wrong = commands.flatMap(({ place, text, words }) => {
      const { command, rest } = findLeaf(words)
      if (command.name() === 'dewpoint') return words[0] === '<command>' ? [] : [`${place}: ${text}`]
      const flags = new Set(['--help', ...command.options.flatMap(({ long, short }) => [long, short])])
      const unknown = rest.filter((word) => /^--?[a-z]/.test(word) && !flags.has(word.split('=')[0]))
      return unknown.length === 0 ? [] : [`${place}: ${text}: ${unknown.join(', ')}`]
    })
    expect(wrong).toEqual([])
  })

  it('of npm are scripts that there are', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
    const pages = globSync(
      ['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'scripts/README.md', 'src/**/README.md'],
      { cwd: root },
    )
    const named = pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/\bnpm run (?:-s )?(?<name>[a-z][\w:-]*)/g)].map(
        ({ groups }) => groups?.['name'] ?? '',
      ),
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })
})

/** Why a documented command is not run below, by how it begins. Each has tests of its own. */
const notRun: readonly (readonly [beginning: RegExp, why: string])[] = [
  [/^(?:serve|open|worker|watch)\b/, 'runs until it is stopped'],
  [/--database\b/, 'wants a PostgreSQL'],
  [/^(?:probe|gate)\b/, 'starts a program of somebody else'],
  [/^(?:planted|scoreboard)\b/, 'takes minutes'],
  [/--profile\b|--check-with\b/, 'asks a vendor'],
  [/--shard\b|^experiment merge\b/, 'is a share of the work of many machines'],
  [/<[^>]+>/, 'names something of the reader'],
  [/^condense .*--allow-commands/, 'starts a program of somebody else'],
]

describe('commands in blocks of the documents', () => {
  const own = typed.filter(({ place }) => !place.startsWith('docs/cli.md'))
  const run = own.filter(({ text }) => !notRun.some(([beginning]) => beginning.test(text)))
  let line: CommandLine
  beforeAll(async () => {
    line = await makeCommandLine()
    for (const folder of ['resources/sample-task', 'resources/samples', 'resources/measurement', 'examples'])
      await cp(join(root, folder), join(line.folder, folder), { recursive: true })
    await cp(join(root, 'resources/sample-task'), join(line.folder, 'path/to/tasks/sample'), {
      recursive: true,
    })
    await cp(join(root, 'resources/samples/claude-code/projects'), join(line.folder, '.claude/projects'), {
      recursive: true,
    })
  })
  afterAll(() => line.clean())

  it('are left out for reasons that still hold of one', () => {
    expect(notRun.filter(([beginning]) => !own.some(({ text }) => beginning.test(text)))).toEqual([])
  })

  it.each(run)('$place: dewpoint $text', async ({ words }) => {
    const given = words.map((word) => word.replace(/^~(?=\/)/, line.folder))
    const { code, out, err } = await line.run(given, { HOME: line.folder, USERPROFILE: line.folder })
    expect({ code, err: code === 2 ? err : '' }).not.toMatchObject({ code: 2 })
    expect(out).not.toBe('')
  })
})
