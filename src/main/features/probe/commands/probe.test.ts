import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { metricsReportSchema } from '../../../../shared/activity/metrics-types.ts'
import { experimentSummarySchema } from '../../../../shared/experiments/experiment-types.ts'
import { probePlanSchema, type ProbeResult } from '../../../../shared/probe/probe-types.ts'
import { makeProbeBench, pickForks, waitUntil, type ProbeBench } from '../testing/probe-bench.ts'

let bench: ProbeBench

describe('a probe that has come to its end', () => {
  const args = ['--methods', 'recorded,sliding-window-current,lossless', '--forks', '1', '--budget', '5']
  let before: string
  let result: ProbeResult
  beforeAll(async () => {
    bench = await makeProbeBench()
    before = bench.hashPerson()
    result = await bench.play(...args)
  })
  afterAll(() => bench.clean())

  it('shows re-reads, broken rules and their cost where a method drops what is needed, and none elsewhere', () => {
    expect(bench.hashPerson()).toBe(before)
    expect(bench.listWork()).toEqual([])
    const dropped = pickForks(result, 'sliding-window-current')
    expect(
      dropped.map(({ figures }) => [figures.again.count, figures.again.missing, figures.broken.count]),
    ).toEqual([[1, 1, 1]])
    expect(dropped[0]?.figures.again.names).toEqual([expect.stringContaining('src/depots.ts')])
    expect(dropped[0]?.files.other).toEqual(['src/generated.ts'])
    for (const method of ['recorded', 'uncondensed', 'again'])
      for (const { figures, files } of pickForks(result, method)) {
        expect([method, figures.again.count, figures.broken.count, figures.turns]).toEqual([method, 0, 0, 1])
        expect(files.other).toEqual([])
      }
    const sent = bench.server.requests.map(({ usage }) => usage)
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

  it('is kept as experiments are, with a report that can be verified and its cost in the book', async () => {
    const id = `probe-${result.plan.id}`
    const run = (...words: readonly string[]) => bench.line.run(words, bench.environment())
    const [listed] = z
      .array(experimentSummarySchema)
      .parse(JSON.parse((await run('experiment', 'list', '--json')).out))
    expect(listed).toMatchObject({ id, status: 'finished', variants: 5, cells: { total: 5, done: 5 } })
    expect(listed?.costUsd).toBeCloseTo(result.spentUsd ?? 0, 8)
    const { paid } = metricsReportSchema.parse(JSON.parse((await run('metrics', '--json')).out))
    expect(paid.experimentsUsd).toBeCloseTo(result.spentUsd ?? 0, 8)
    const report = join(bench.line.folder, 'report.html')
    expect((await run('experiment', 'export', id, '--format', 'html', '--out', report)).code).toBe(0)
    const text = readFileSync(report, 'utf8')
    for (const words of [
      'Cost of what came next',
      'Read or run again',
      'recorded,sliding-window-current,lossless',
    ])
      expect(text).toContain(words)
    expect((await run('report', 'verify', report)).code).toBe(0)
    writeFileSync(report, text.replace(/(next-again-tokens":)\d+/, '$10'))
    expect((await run('report', 'verify', report)).code).toBe(1)
    const shown = await run('experiment', 'show', id)
    expect(shown.out).toContain('next-again-tokens')
  })

  it('is never run again, fork by fork', async () => {
    const count = bench.server.requests.length
    expect(await bench.play(...args)).toEqual({ ...result, plan: { ...result.plan, estimateUsd: 0 } })
    expect(bench.server.requests).toHaveLength(count)
  })
})

describe('dewpoint probe', () => {
  beforeEach(async () => {
    bench = await makeProbeBench()
  })
  afterEach(() => bench.clean())

  it('asks at the end what was needed, grades by the values, and keeps it out of the figures', async () => {
    bench.probed.needs.length = 0
    const result = await bench.play(
      '--methods',
      'recorded,sliding-window-current',
      '--forks',
      '1',
      '--questions',
      '4',
    )
    const [cut] = result.plan.cuts
    expect(cut?.questions).toHaveLength(4)
    expect(cut?.questions[0]).toMatchObject({ value: 'src/generated.ts' })
    const [knew] = pickForks(result, 'recorded')
    expect(knew?.answers).toMatchObject({ asked: 4, right: 2, known: 2, turns: 1 })
    const [forgot] = pickForks(result, 'sliding-window-current')
    // It holds the end alone: the rule and the depots are gone, and the routes, which the other one lacks, are there.
    expect(forgot?.answers?.wrong).toEqual([
      expect.stringContaining('I gave you this rule'),
      expect.stringContaining('src/depots.ts'),
    ])
    expect(knew?.answers?.wrong.every((question) => question.includes('src/routes.ts'))).toBe(true)
    // As in the probe above, which asks nothing.
    expect(knew?.figures.turns).toBe(1)
    const usage = bench.server.requests.map(({ usage: own }) => own)
    const usd = usage.reduce(
      (sum, { input, cached, output }) => sum + ((input - cached) * 0.25 + cached * 0.025 + output * 2) / 1e6,
      0,
    )
    expect(result.spentUsd).toBeCloseTo(usd, 8)
  })

  it('ends an agent at the budget in the middle of its work, and starts no other one', async () => {
    bench.told['FAKE_AGENT_PAUSE_MS'] = '1500'
    bench.probed.needs.unshift({ tells: 'nobody says this', act: { kind: 'read', file: 'src/routes.ts' } })
    // It takes more than its session would let one think.
    bench.told['FAKE_AGENT_FACTOR'] = '40'
    const args = ['--methods', 'sliding-window-current', '--forks', '1']
    const plan = probePlanSchema.parse(JSON.parse((await bench.probe(...args, '--dry-run', '--json')).out))
    const budget = ((plan.estimateUsd ?? 0) * 1.001).toFixed(4)
    const result = await bench.play(...args, '--budget', budget)
    expect(result.forks.map(({ end }) => end)).toEqual(['budget'])
    expect(result.forks[0]?.figures.turns).toBeLessThan(10)
    expect(result.plan.forks).toHaveLength(3)
    expect(result.stopped).toContain('The budget of')
    expect(bench.listPrograms()).toEqual([])
  })

  it('plans the same twice, with the same ids in another data folder, and starts nothing for a dry run', async () => {
    const args = ['--methods', 'recorded,sliding-window-current', '--forks', '2', '--dry-run', '--json']
    const first = await bench.probe(...args)
    const elsewhere = { ...bench.environment(), DEWPOINT_HOME: join(bench.line.folder, 'other-data') }
    const others = [await bench.probe(...args), await bench.line.run(bench.words(...args), elsewhere)]
    expect(first.code).toBe(0)
    expect(others.map(({ out }) => out)).toEqual([first.out, first.out])
    const plan = probePlanSchema.parse(JSON.parse(first.out))
    expect(plan.cuts[0]).toMatchObject({
      promptFrom: 'record',
      prompts: ['Which depot is the seventeenth?'],
      workspace: { kind: 'commit', from: 'time' },
      version: '1.6.0',
    })
    expect(plan.forks).toHaveLength(8)
    expect(plan.estimateUsd).toBeGreaterThan(0)
    expect(bench.server.requests).toEqual([])
    expect(existsSync(join(bench.line.folder, 'data/probes'))).toBe(false)
  })

  it('works on the commit of that time in a home of its own, with settings and no sign-in, and keeps what it is told to', async () => {
    const checks = [
      'test -f src/depots.ts && ! test -f src/later.ts && ! test -f src/unsaved.ts',
      'test -f "$HOME/.pi/agent/settings.json" && ! test -f "$HOME/.pi/agent/auth.json"',
    ]
    const result = await bench.play(
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
    // Another probe cleans up after others, and leaves this.
    await bench.play('--methods', 'recorded', '--forks', '1', '--turns', '3')
    expect(existsSync(join(kept, '.git/config'))).toBe(true)
  })

  it.each([
    [
      'the project is gone',
      () => rmSync(bench.probed.project, { recursive: true }),
      [],
      'The project of the session is not there',
    ],
    ['the budget is too small', () => undefined, ['--budget', '0.0001'], 'The budget is too small'],
    [
      'the session may be open',
      () => utimesSync(bench.probed.session, Date.now() / 1000, Date.now() / 1000),
      [],
      'has this session open, or wrote to it less than a minute ago',
    ],
    ['no cut is there', () => undefined, ['--at', 'recorded:7'], 'no condensation 7'],
    ['the cut is no cut', () => undefined, ['--at', 'last'], 'last is no place to cut a session at'],
  ])('says in one line that %s', async (_, spoil, more, message) => {
    spoil()
    const { code, err } = await bench.probe('--methods', 'recorded', '--yes', ...more)
    expect([code, err.trimEnd().split('\n').length]).toEqual([2, 1])
    expect(err).toContain(message)
    expect(bench.server.requests).toEqual([])
  })

  it('says that the agent is not there and what would start it, and plans without it', async () => {
    const without = {
      ...bench.environment(),
      PATH: linkPrograms(join(bench.line.folder, 'bin'), ['git', 'sh']),
    }
    const words = ['probe', bench.probed.session, '--methods', 'recorded']
    const { code, err } = await bench.line.run([...words, '--yes'], without)
    expect([code, err]).toEqual([2, expect.stringMatching(/^dewpoint: pi is not installed here.*\n$/)])
    const dry = await bench.line.run([...words, '--dry-run', '--json'], without)
    const plan = probePlanSchema.parse(JSON.parse(dry.out))
    expect([dry.code, plan.notes[0], plan.cuts[0]?.program]).toEqual([
      0,
      expect.stringContaining('pi is not installed here'),
      ['pi'],
    ])
    const there = await bench.probe('--methods', 'recorded', '--dry-run', '--json')
    const other = [
      '--agent-command',
      ...(probePlanSchema.parse(JSON.parse(there.out)).cuts[0]?.program ?? []),
    ]
    const named = await bench.line.run([...words, '--dry-run', '--json', ...other], without)
    expect(named.out).toBe(there.out)
  })

  it('refuses an agent of another major version until it is told to take it', async () => {
    bench.told['FAKE_AGENT_VERSION'] = '2.0.1'
    const args = ['--methods', 'recorded', '--forks', '1']
    const { code, err } = await bench.probe(...args, '--yes')
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^dewpoint: pi is 2\.0\.1 here, and the probe was tried with 1\.6\.0\..*\n$/),
    ])
    expect(bench.server.requests).toEqual([])
    expect((await bench.probe(...args, '--dry-run')).out).toContain('pi is 2.0.1 here')
    expect((await bench.play(...args, '--any-version')).forks).toHaveLength(3)
  })

  it('refuses a project with a submodule whose changes are in no commit, and copies one without', async () => {
    const module = addSubmodule(bench.probed.project, bench.line.folder)
    writeFileSync(join(module, 'a.txt'), 'changed')
    const args = ['--methods', 'recorded', '--forks', '1']
    const { code, err } = await bench.probe(...args, '--yes')
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^dewpoint: The submodule lib has changes that are not committed\..*\n$/),
    ])
    expect(bench.server.requests).toEqual([])
    writeFileSync(join(module, 'a.txt'), 'a')
    // A repository within, which somebody added without a line in .gitmodules.
    execFileSync('git', ['update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},gone`], {
      cwd: bench.probed.project,
    })
    const result = await bench.play(...args, '--outcome', 'test "$(cat lib/a.txt)" = a')
    expect(result.forks.map(({ outcome }) => outcome)).toEqual([0, 0, 0])
  })

  it('leaves a probe that is running to whoever runs it', async () => {
    bench.told['FAKE_AGENT_PAUSE_MS'] = '1000'
    const args = ['--methods', 'recorded', '--forks', '1', '--yes', '--json']
    const running = bench.probe(...args)
    await waitUntil(() => bench.server.requests.length > 0)
    const { code, err } = await bench.probe(...args)
    expect([code, err]).toEqual([2, expect.stringContaining('This probe is running already')])
    expect((await running).code).toBe(0)
    expect(bench.server.requests).toHaveLength(3)
  })

  it('starts nothing where nobody can be asked', async () => {
    const { code, err } = await bench.probe('--methods', 'recorded')
    expect([code, bench.server.requests.length]).toEqual([2, 0])
    expect(err).toContain('Start it with --yes')
  })

  it('ends the agent at its turns, and counts what it did until then', async () => {
    // What is needed is no longer there to be read.
    bench.told['FAKE_AGENT_PAUSE_MS'] = '400'
    bench.probed.needs.unshift({ tells: 'nobody says this', act: { kind: 'read', file: 'src/routes.ts' } })
    const result = await bench.play('--methods', 'sliding-window-current', '--forks', '1', '--turns', '2')
    const [fork] = pickForks(result, 'sliding-window-current')
    expect(fork?.end).toBe('turns')
    expect(fork?.figures.turns).toBeGreaterThan(2)
    expect(fork?.figures.turns).toBeLessThan(12)
  })

  it('leaves nothing when it is stopped, and goes on with what is missing', async () => {
    bench.told['FAKE_AGENT_PAUSE_MS'] = '1500'
    const args = ['--methods', 'recorded', '--forks', '1']
    const canceller = new AbortController()
    const stopped = bench.line.run(bench.words(...args, '--yes'), bench.environment(), canceller.signal)
    await waitUntil(() => bench.server.requests.length === 2)
    // The second fork is at work.
    canceller.abort()
    expect((await stopped).code).not.toBe(0)
    await waitUntil(() => bench.listWork().length === 0)
    await waitUntil(() => bench.listPrograms().length === 0)
    bench.told['FAKE_AGENT_PAUSE_MS'] = '0'
    const result = await bench.play(...args)
    expect(result.forks).toHaveLength(3)
    expect(bench.server.requests.length).toBeLessThanOrEqual(4)
  })
})

/** A folder with nothing but links to some programs, as it stands on PATH. */
function linkPrograms(folder: string, names: readonly string[]): string {
  mkdirSync(folder)
  for (const name of names) {
    const place = execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    symlinkSync(place, join(folder, name))
  }
  return folder
}

/** Adds a repository as a submodule in a commit of the time of the session, and gives its folder. */
function addSubmodule(project: string, folder: string): string {
  const from = join(folder, 'library')
  mkdirSync(from)
  writeFileSync(join(from, 'a.txt'), 'a')
  const date = '2026-01-01T09:30:00Z'
  const git = (cwd: string, ...args: readonly string[]): void => {
    const own = ['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always']
    execFileSync('git', [...own, ...args], {
      cwd,
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      stdio: 'ignore',
    })
  }
  git(from, 'init', '-q')
  git(from, 'add', '-A')
  git(from, 'commit', '-q', '-m', 'a')
  git(project, 'reset', '-q', '--hard', 'HEAD~1')
  git(project, 'submodule', 'add', from, 'lib')
  git(project, 'commit', '-q', '-m', 'lib')
  return join(project, 'lib')
}
