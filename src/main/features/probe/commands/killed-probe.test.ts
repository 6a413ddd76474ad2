import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sum } from '../../../../shared/kernel/numbers.ts'
import { makeProbeBench, waitUntil, type ProbeBench } from '../testing/probe-bench.ts'

let bench: ProbeBench
beforeEach(async () => {
  bench = await makeProbeBench()
})
afterEach(() => bench.clean())

/** A moment at which Dewpoint is killed: it is in its second fork, but for the first moment. */
type Point = {
  readonly when: string
  /** What the stand-ins are told, by which they stay at the point. */
  readonly holds?: Readonly<Record<string, string>>
  /** A call of the file system at which Dewpoint is killed by itself. */
  readonly at?: string
  /** Whether the agent of the fork had ended by then: then it is paid for. */
  readonly isPaid: boolean
}

const points: readonly Point[] = [
  { when: 'while it plans', holds: { FAKE_AGENT_HOLD: 'version' }, isPaid: false },
  { when: 'while settings are copied', at: 'cp before agent/settings\\.json$', isPaid: false },
  { when: 'while the project is copied', holds: { SLOW_GIT: 'checkout' }, isPaid: false },
  { when: 'before the session is copied', at: 'link before \\.jsonl$', isPaid: false },
  { when: 'before the first request', holds: { FAKE_AGENT_HOLD: 'start' }, isPaid: false },
  { when: 'in a request', holds: { FAKE_AGENT_HOLD: 'request' }, isPaid: false },
  { when: 'between turns', holds: { FAKE_AGENT_HOLD: 'turn' }, isPaid: false },
  { when: 'as the agent has ended', at: 'rename after ended\\.json$', isPaid: true },
  { when: 'while the check runs', holds: { FAKE_AGENT_HOLD: 'check' }, isPaid: true },
  { when: 'before the result is stored', at: 'rename before [0-9a-f]{12}\\.json$', isPaid: true },
  { when: 'before the copies are removed', at: 'rename after [0-9a-f]{12}\\.json$', isPaid: true },
]

/** Those that the gate takes. */
const few = ['while the project is copied', 'between turns', 'while the check runs']
const tried =
  process.env['DEWPOINT_ALL_HISTORIES'] === undefined
    ? points.filter(({ when }) => few.includes(when))
    : points

const args = ['--methods', 'recorded', '--forks', '1', '--yes', '--json']

describe('a probe that is killed', () => {
  it.each(tried)(
    '$when has changed nothing, leaves nothing, and pays no finished fork twice',
    async ({ holds, at, isPaid, when }) => {
      const outcome = `"${process.execPath}" "${resolve(import.meta.dirname, '../testing/fake-agent.ts')}" --check`
      const asked = [...args, '--outcome', outcome]
      const before = bench.hashPerson()
      const temporary = join(bench.line.folder, 'tmp')
      mkdirSync(temporary)
      await runUntilKilled(asked, {
        ...holds,
        TMPDIR: temporary,
        ...(at === undefined ? {} : { KILL_AT: at }),
      })
      await waitUntil(() => bench.listPrograms().length === 0)
      await waitUntil(() => readdirSync(temporary).length === 0)
      expect(bench.hashPerson()).toBe(before)
      const paid = bench.server.requests.length

      const doctor = await bench.line.run(['doctor'], bench.environment())
      const isRead = when === 'before the copies are removed'
      expect(bench.listWork()).toHaveLength(isPaid && !isRead ? 1 : 0)
      expect(doctor.out.includes('is of an agent that had ended')).toBe(isPaid && !isRead)

      // What was at work by then was perhaps paid, and whoever agrees to go on is told so.
      const isInDoubt = holds?.['FAKE_AGENT_HOLD'] !== undefined && when !== 'while it plans' && !isPaid
      const dry = await bench.probe(
        '--dry-run',
        ...asked.filter((word) => !['--yes', '--json'].includes(word)),
      )
      expect(dry.out.includes('was perhaps paid')).toBe(isInDoubt || when === 'as the agent has ended')

      const result = await bench.play(...asked)
      expect(result.forks.map(({ outcome: code, end }) => [code, end])).toEqual(
        Array.from({ length: 3 }, () => [0, 'finished']),
      )
      const turns = result.forks.map(({ figures }) => figures.turns)
      const lost = isPaid ? 0 : Math.max(0, paid - (turns[0] ?? 0))
      expect(bench.server.requests).toHaveLength(sum(turns) + lost)
      expect(bench.listWork()).toEqual([])
      expect(bench.hashPerson()).toBe(before)
    },
  )
})

/** Runs a probe in a process of its own and kills it, once what it is told has come to its point. */
async function runUntilKilled(
  asked: readonly string[],
  told: Readonly<Record<string, string>>,
): Promise<void> {
  const mark = join(bench.line.folder, 'mark')
  const file = (name: string): string => resolve(import.meta.dirname, '../testing', name)
  const started = spawn(
    process.execPath,
    ['--import', file('kill-at.ts'), file('run-line.ts'), ...bench.words(...asked)],
    {
      cwd: bench.line.folder,
      env: {
        ...bench.environment(),
        PATH: `${makeSlowGit()}:${process.env['PATH'] ?? ''}`,
        DEWPOINT_HOME: join(bench.line.folder, 'data'),
        FAKE_AGENT_MARK: mark,
        ...told,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = new Promise((settle) => started.once('exit', settle))
  await waitUntil(() => started.exitCode !== null || started.signalCode !== null || existsSync(mark))
  started.kill('SIGKILL')
  await ended
  if (started.signalCode !== 'SIGKILL') throw new Error(`it came to its end: ${said}`)
}

/** A Git that stays for ever at the command that it is told of, once a fork is finished. */
function makeSlowGit(): string {
  const folder = join(bench.line.folder, 'slow')
  const git = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  mkdirSync(folder)
  const lines = [
    '#!/bin/sh',
    'case " $* " in *" ${SLOW_GIT:-none} "*)',
    'if ls "$FAKE_AGENT_PROBES"/*/*.json >/dev/null 2>&1; then : >"$FAKE_AGENT_MARK"; sleep 600; fi;;',
    'esac',
    `exec ${git} "$@"`,
  ]
  writeFileSync(join(folder, 'git'), `${lines.join('\n')}\n`)
  chmodSync(join(folder, 'git'), 0o755)
  return folder
}
