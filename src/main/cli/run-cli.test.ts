import { describe, expect, it } from 'vitest'
import type { CommandContext } from '../terminal/context.ts'
import { createTerminal } from '../terminal/terminal.ts'
import { runCli } from './run-cli.ts'
import { wiring } from './wiring.ts'

async function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const context: CommandContext = {
    terminal: createTerminal({
      out: async (text) => {
        out += text
      },
      err: (text) => {
        err += text
      },
      isWatched: false,
      hasColour: false,
    }),
    folder: import.meta.dirname,
    installFolder: import.meta.dirname,
    ...wiring,
    env: {},
    signal: new AbortController().signal,
  }
  const code = await runCli(args, '1.2.3', context)
  return { code, out, err }
}

describe('the command line', () => {
  it.each([
    [['foo'], "dewpoint: unknown command 'foo'. Try `dewpoint --help`."],
    [['inspekt', 'x'], "dewpoint: unknown command 'inspekt' (Did you mean inspect?) Try `dewpoint --help`."],
    [['inspect'], "dewpoint: missing required argument 'task'. Try `dewpoint inspect --help`."],
    [['inspect', 'x', '--bogus'], "dewpoint: unknown option '--bogus'. Try `dewpoint inspect --help`."],
    [
      ['prompts', 'add', 'x'],
      "dewpoint: required option '-f, --file <file>' not specified. Try `dewpoint prompts add --help`.",
    ],
    [
      ['condense', 'x', '-p', 'lossless', '--target', '-5'],
      "dewpoint: option '--target <tokens>' argument '-5' is invalid. It must be a number of tokens above 0. Try `dewpoint condense --help`.",
    ],
    [
      ['condense', 'x', '-p', 'lossless', '--target', '1e3'],
      "dewpoint: option '--target <tokens>' argument '1e3' is invalid. It must be a number of tokens above 0. Try `dewpoint condense --help`.",
    ],
    [
      ['serve', '--port', '65536'],
      "dewpoint: option '--port <number>' argument '65536' is invalid. It must be a port from 0 to 65535. Try `dewpoint serve --help`.",
    ],
    [['profiles', 'add'], "dewpoint: missing required argument 'id'. Try `dewpoint profiles add --help`."],
    [
      ['profiles', 'add', 'x', '--apikey=sk-1'],
      "dewpoint: unknown option '--apikey'. Try `dewpoint profiles add --help`.",
    ],
    [
      ['profiles', 'bogus'],
      "dewpoint: too many arguments for 'list'. Expected 0 arguments but got 1: bogus. Try `dewpoint profiles --help`.",
    ],
  ])('answers %j with one line and exit code 2', async (args, line) => {
    expect(await run(...args)).toEqual({ code: 2, out: '', err: `${line}\n` })
  })

  it('shows a newcomer eight commands, and everybody all of them', async () => {
    const first = await run()
    expect(first.out).toContain('dewpoint help --all')
    expect(first.out.match(/^  (?!-)[a-z]+ /gm)).toHaveLength(8)
    expect(await run('help')).toEqual(first)
    const all = await run('help', '--all')
    for (const name of ['serve', 'inspect', 'presets', 'planted', 'doctor', 'experiment', 'gate'])
      expect(all.out).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect((await run('help', 'gate', 'init')).out).toContain('--language')
    expect(await run('help', 'nothing')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no command nothing'),
    })
  })
})
