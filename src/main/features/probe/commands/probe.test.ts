import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startModelServer, type ModelServer } from '../../../../../scripts/agents/server/model-server.ts'
import { createNeedingScript } from '../../../../../scripts/agents/server/needing-script.ts'
import { openAiChat } from '../../../../../scripts/agents/server/open-ai-chat.ts'
import {
  probePlanSchema,
  probeResultSchema,
  type ForkResult,
  type ProbeResult,
} from '../../../../shared/probe/probe-types.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { hashFolder, makeProbedProject, type ProbedProject } from '../testing/probed-project.ts'

let line: CommandLine
let probed: ProbedProject
let server: ModelServer
/** Before each request of the agent. */
let pauseMs = 0
beforeEach(async () => {
  pauseMs = 0
  line = await makeCommandLine()
  const folder = join(line.folder, 'person')
  mkdirSync(folder)
  probed = makeProbedProject(folder)
  server = await startModelServer(
    openAiChat,
    createNeedingScript({
      needs: probed.needs,
      project: () => '',
      useTool: (act) =>
        act.kind === 'read'
          ? { name: 'read', input: { path: act.file } }
          : act.kind === 'write'
            ? { name: 'write', input: { path: act.file, content: act.text } }
            : null,
    }),
  )
})
afterEach(async () => {
  await server.close()
  await line.clean()
})

const agent = [process.execPath, resolve(import.meta.dirname, '../testing/fake-agent.ts')]

function environment(): Readonly<Record<string, string>> {
  return {
    HOME: probed.home,
    PATH: process.env['PATH'] ?? '',
    FAKE_AGENT_URL: `http://127.0.0.1:${server.port}`,
    OPENAI_API_KEY: 'fake',
    FAKE_AGENT_PAUSE_MS: String(pauseMs),
  }
}

const probe = (...more: readonly string[]) =>
  line.run(['probe', probed.session, ...more, '--agent-command', ...agent], environment())

async function play(...more: readonly string[]): Promise<ProbeResult> {
  const { code, out, err } = await probe('--yes', '--json', ...more)
  if (code !== 0) throw new Error(err)
  return probeResultSchema.parse(JSON.parse(out))
}

const ofMethod = ({ forks }: ProbeResult, method: string): readonly ForkResult[] =>
  forks.filter((fork) => fork.method === method)

/** What is at work, or was left of it. */
function listWork(): readonly string[] {
  const probes = join(line.folder, 'data/probes')
  if (!existsSync(probes)) return []
  return readdirSync(probes).flatMap((id) => {
    const work = join(probes, id, 'work')
    return existsSync(work) ? readdirSync(work) : []
  })
}

/** Moments at which Dewpoint is killed: before and while each fork is at work. */
const points = process.env['DEWPOINT_ALL_HISTORIES'] === undefined ? [2] : [1, 2, 3, 4, 5]

describe('dewpoint probe', () => {
  it('shows re-reads, broken rules and their cost where a method drops what is needed, and none elsewhere', async () => {
    const before = hashFolder(join(line.folder, 'person'))
    const result = await play(
      '--methods',
      'recorded,sliding-window-current,lossless',
      '--forks',
      '1',
      '--budget',
      '5',
    )
    expect(hashFolder(join(line.folder, 'person'))).toBe(before)
    expect(listWork()).toEqual([])
    const dropped = ofMethod(result, 'sliding-window-current')
    expect(
      dropped.map(({ figures }) => [figures.again.count, figures.again.missing, figures.broken.count]),
    ).toEqual([[1, 1, 1]])
    expect(dropped[0]?.figures.again.names).toEqual([expect.stringContaining('src/depots.ts')])
    expect(dropped[0]?.files.other).toEqual(['src/generated.ts'])
    for (const method of ['recorded', 'uncondensed', 'again'])
      for (const { figures, files } of ofMethod(result, method)) {
        expect([method, figures.again.count, figures.broken.count, figures.turns]).toEqual([method, 0, 0, 1])
        expect(files.other).toEqual([])
      }
    const sent = server.requests.map(({ usage }) => usage)
    const total = (pick: (usage: (typeof sent)[number]) => number): number =>
      sent.reduce((sum, usage) => sum + pick(usage), 0)
    const tokens = result.forks.map(({ figures }) => figures.tokens)
    expect(tokens.reduce((sum, { input }) => sum + input, 0)).toBe(
      total(({ input, cached }) => input - cached),
    )
    expect(tokens.reduce((sum, { cacheReads }) => sum + cacheReads, 0)).toBe(total(({ cached }) => cached))
    expect(tokens.reduce((sum, { output }) => sum + output, 0)).toBe(total(({ output }) => output))
    const usd = total(
      ({ input, cached, output }) => ((input - cached) * 0.25 + cached * 0.025 + output * 2) / 1e6,
    )
    expect(result.spentUsd).toBeCloseTo(usd, 8)
    expect(result.comparisons.every(({ verdict }) => verdict === null)).toBe(true)
  })

  it('plans the same twice and starts nothing for a dry run', async () => {
    const args = ['--methods', 'recorded,sliding-window-current', '--forks', '2', '--dry-run', '--json']
    const [first, second] = [await probe(...args), await probe(...args)]
    expect(first.code).toBe(0)
    expect(first.out).toBe(second.out)
    const plan = probePlanSchema.parse(JSON.parse(first.out))
    expect(plan.cuts[0]).toMatchObject({
      promptFrom: 'record',
      prompts: ['Which depot is the seventeenth?'],
      workspace: { kind: 'commit', from: 'time' },
      version: '1.6.0',
    })
    expect(plan.forks).toHaveLength(8)
    expect(plan.estimateUsd).toBeGreaterThan(0)
    expect(server.requests).toEqual([])
    expect(existsSync(join(line.folder, 'data/probes'))).toBe(false)
  })

  it('never runs a finished fork again', async () => {
    const args = ['--methods', 'recorded', '--forks', '1']
    const first = await play(...args)
    const count = server.requests.length
    expect(await play(...args)).toEqual({ ...first, plan: { ...first.plan, estimateUsd: 0 } })
    expect(server.requests).toHaveLength(count)
  })

  it('works on the commit of that time in a home of its own, with settings and no sign-in, and keeps what it is told to', async () => {
    const checks = [
      'test -f src/depots.ts && ! test -f src/later.ts && ! test -f src/unsaved.ts',
      'test -f "$HOME/.pi/agent/settings.json" && ! test -f "$HOME/.pi/agent/auth.json"',
    ]
    const result = await play(
      '--methods',
      'recorded',
      '--forks',
      '1',
      '--keep',
      '--outcome',
      checks.join(' && '),
    )
    expect(result.forks.map(({ outcome }) => outcome)).toEqual([0, 0, 0])
    const kept = result.forks[0]?.keptAt ?? ''
    expect(readFileSync(join(kept, '.git/config'), 'utf8')).not.toContain('remote')
    expect(existsSync(join(kept, '../home'))).toBe(false)
  })

  it.each([
    [
      'the project is gone',
      () => rmSync(probed.project, { recursive: true }),
      [],
      'The project of the session is not there',
    ],
    ['the budget is too small', () => undefined, ['--budget', '0.0001'], 'The budget is too small'],
    [
      'the session may be open',
      () => utimesSync(probed.session, Date.now() / 1000, Date.now() / 1000),
      [],
      'has this session open, or wrote to it less than a minute ago',
    ],
    ['no cut is there', () => undefined, ['--at', 'recorded:7'], 'no condensation 7'],
    ['the cut is no cut', () => undefined, ['--at', 'last'], 'last is no place to cut a session at'],
  ])('says in one line that %s', async (_, spoil, more, message) => {
    spoil()
    const { code, err } = await probe('--methods', 'recorded', '--yes', ...more)
    expect([code, err.trimEnd().split('\n').length]).toEqual([2, 1])
    expect(err).toContain(message)
    expect(server.requests).toEqual([])
  })

  it('says that the agent is not there, and what would start it', async () => {
    const { code, err } = await line.run(['probe', probed.session, '--methods', 'recorded', '--yes'], {
      ...environment(),
      PATH: join(line.folder, 'nowhere'),
    })
    expect([code, err]).toEqual([2, expect.stringContaining('pi is not installed here')])
  })

  it('starts nothing where nobody can be asked', async () => {
    const { code, err } = await probe('--methods', 'recorded')
    expect([code, server.requests.length]).toEqual([2, 0])
    expect(err).toContain('Start it with --yes')
  })

  it('ends the agent at its turns, and counts what it did until then', async () => {
    // What is needed is no longer there to be read.
    pauseMs = 400
    probed.needs.unshift({ tells: 'nobody says this', act: { kind: 'read', file: 'src/routes.ts' } })
    const result = await play('--methods', 'sliding-window-current', '--forks', '1', '--turns', '2')
    const [fork] = ofMethod(result, 'sliding-window-current')
    expect(fork?.end).toBe('turns')
    expect(fork?.figures.turns).toBeGreaterThan(2)
    expect(fork?.figures.turns).toBeLessThan(12)
  })

  it('leaves nothing when it is stopped, and goes on with what is missing', async () => {
    pauseMs = 1500
    const args = ['--methods', 'recorded', '--forks', '2']
    const canceller = new AbortController()
    const stopped = line.run(
      ['probe', probed.session, ...args, '--yes', '--agent-command', ...agent],
      environment(),
      canceller.signal,
    )
    await waitUntil(() => server.requests.length === 2)
    // The second fork is at work.
    canceller.abort()
    expect((await stopped).code).not.toBe(0)
    await waitUntil(() => listWork().length === 0)
    await waitUntil(() => listAgents().length === 0)
    pauseMs = 0
    const result = await play(...args)
    expect(result.forks).toHaveLength(6)
    expect(server.requests.length).toBeLessThanOrEqual(7)
  })

  it.each(points)(
    'leaves no process and no copy when it is killed at point %i, and pays no finished fork twice',
    async (point) => {
      pauseMs = 300
      const before = hashFolder(join(line.folder, 'person'))
      const args = ['probe', probed.session, '--methods', 'recorded', '--forks', '2', '--yes', '--json']
      const started = spawn(
        process.execPath,
        [resolve(import.meta.dirname, '../testing/run-line.ts'), ...args, '--agent-command', ...agent],
        {
          cwd: line.folder,
          env: { ...environment(), DEWPOINT_HOME: join(line.folder, 'data') },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      let said = ''
      for (const stream of [started.stdout, started.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (said += text))
      const ended = new Promise((settle) => started.once('exit', settle))
      await waitUntil(
        () =>
          started.exitCode !== null || (point < 5 ? server.requests.length >= point : listWork().length > 0),
      )
      if (started.exitCode !== null) throw new Error(said)
      started.kill('SIGKILL')
      await ended
      await waitUntil(() => listAgents().length === 0)
      expect(hashFolder(join(line.folder, 'person'))).toBe(before)
      pauseMs = 0
      const finished = server.requests.length
      const result = await play('--methods', 'recorded', '--forks', '2')
      expect(result.forks).toHaveLength(6)
      expect(listWork()).toEqual([])
      // One at most was at work.
      expect(server.requests.length).toBeLessThanOrEqual(finished + 6 - Math.max(0, finished - 1))
      expect(hashFolder(join(line.folder, 'person'))).toBe(before)
    },
  )
})

/** Agents of these tests that are alive. */
function listAgents(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return (
        command.includes('fake-agent.ts') && command.includes(line.folder) && !command.includes('run-line')
      )
    } catch {
      return false
    }
  })
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((settle) => setTimeout(settle, 20))
}
