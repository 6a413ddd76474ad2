import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../cli/testing/command-line.ts'
import { resourcesFolder } from '../../testing/start-dewpoint.ts'

let line: CommandLine
beforeEach(async () => {
  line = await makeCommandLine()
})
afterEach(() => line.clean())

/** The machine of somebody who has used two agents, or none. */
function makeHome(...agents: readonly (readonly [sample: string, place: string])[]): Record<string, string> {
  const home = join(line.folder, 'home')
  mkdirSync(home)
  for (const [sample, place] of agents)
    cpSync(join(resourcesFolder, 'samples', sample), join(home, place), { recursive: true })
  return { HOME: home, USERPROFILE: home }
}
const claude = ['claude-code/projects', '.claude/projects'] as const
const pi = ['pi/sessions', '.pi/agent/sessions'] as const

it('takes the sessions of every agent on this machine where none are named', async () => {
  const home = makeHome(claude, pi)
  const { code, err } = await line.run(['condensations'], home)
  expect(err).toMatch(/^Sessions on this machine: Claude Code \d+, pi \d+\.\n$/)
  expect(code).toBe(0)
  const list = async (...paths: readonly string[]): Promise<readonly string[]> => {
    const { condensations } = (await line.json(['condensations', ...paths], home)) as {
      readonly condensations: readonly { taskId: string }[]
    }
    return condensations.map(({ taskId }) => taskId)
  }
  const named = await Promise.all([claude, pi].map(([, place]) => list(join(line.folder, 'home', place))))
  expect(named.every((one) => one.length > 0)).toBe(true)
  expect((await list()).toSorted()).toEqual(named.flat().toSorted())
})

it('takes what has been written since', async () => {
  const home = makeHome(pi)
  expect((await line.run(['condensations'], home)).code).toBe(0)
  cpSync(join(resourcesFolder, 'samples', claude[0]), join(line.folder, 'home', claude[1]), {
    recursive: true,
  })
  expect((await line.run(['condensations'], home)).err).toMatch(/Claude Code \d/)
})

it('opens the latest that was condensed, and names it', async () => {
  const { code, out, err } = await line.run(['autopsy'], makeHome(claude, pi))
  expect(err).toMatch(/\nThe latest that was condensed: ".+", \/.+\.jsonl\. `.* condensations` lists/)
  expect(code).toBe(0)
  expect(out).toMatch(/^condensation 1 /m)
})

it('plays the thresholds of `when` over all of them', async () => {
  const few = ['--arms', 'truncation', '--at', '60%', '--window', '20k', '--json']
  const { code, out } = await line.run(['when', ...few], makeHome(pi))
  expect(code).toBe(0)
  expect((JSON.parse(out) as { tasks: readonly unknown[] }).tasks.length).toBeGreaterThan(0)
})

it.each(['autopsy', 'condensations', 'when'])(
  'says in one line where `%s` finds no session',
  async (command) => {
    const { code, err } = await line.run([command], makeHome())
    expect(code).toBe(2)
    expect(err).toMatch(/^dewpoint: No session of an agent was found on this machine\. .*discover.*\n$/)
  },
)
