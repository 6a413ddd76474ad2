import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import { runCommand, type CommandRun } from './run-command.ts'

const runArm = fileURLToPath(new URL('testing/run-arm.ts', import.meta.url))
const notes = join(tmpdir(), `dewpoint-arm-test-${process.pid}.txt`)
afterEach(() => rmSync(notes, { force: true }))

// A folder of its own for temporary files: whatever else runs on the machine leaves nothing there.
const own = mkdtempSync(join(tmpdir(), 'dewpoint-arm-test-'))
beforeAll(() => {
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, own)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(own, { recursive: true, force: true })
})

const folders = (): string[] =>
  readdirSync(tmpdir()).filter(
    (name) => name.startsWith('dewpoint-arm-') && !name.startsWith('dewpoint-arm-test'),
  )

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/**
 * Runs a script of Node.js as an arm; it notes pids with `note(pid)`. A time limit of its own is over as soon as all are
 * noted that there will be.
 */
async function run(script: string, more: Partial<CommandRun> = {}, signal = new AbortController().signal) {
  const before = new Set(folders())
  const prelude = `const fs = require('node:fs'); const note = (pid) => fs.appendFileSync(${JSON.stringify(notes)}, pid + '\\n'); note(process.pid);`
  const running = runCommand(
    {
      arm: 'node',
      command: [process.execPath, '-e', `${prelude}${script}`],
      environment: { PATH: process.env['PATH'] ?? '' },
      document: '{"version":1}',
      exchange: 'pipe',
      timeLimitMs: 20_000,
      outputLimitBytes: 100_000,
      ...more,
    },
    signal,
  )
  if (more.timeLimitMs !== undefined) {
    await noted(1 + script.split('note(').length - 1)
    vi.advanceTimersByTime(more.timeLimitMs)
  }
  const reply = await running
  return { reply, left: folders().filter((name) => !before.has(name)) }
}

async function noted(count: number): Promise<void> {
  while (!existsSync(notes) || pids().length < count) await setImmediate()
}

const pids = (): number[] => readFileSync(notes, 'utf8').split('\n').filter(Boolean).map(Number)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie answers as well, until whoever started it has looked.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const nothingIsLeft = (left: readonly string[]): void => {
  expect(left).toEqual([])
  expect(pids().filter(isAlive)).toEqual([])
}

describe('a command', () => {
  it('is given the document, an empty folder and no more of the environment than it is to have', async () => {
    const { reply, left } = await run(
      `const text = fs.readFileSync(0, 'utf8'); process.stdout.write(JSON.stringify([text, fs.readdirSync('.'), Object.keys(process.env).sort()]))`,
      { environment: { PATH: process.env['PATH'] ?? '', WANTED: '1' } },
    )
    expect(reply.kind).toBe('answered')
    const [text, files, names] = JSON.parse(reply.kind === 'answered' ? reply.text : '[]')
    expect(text).toBe('{"version":1}')
    expect(files).toEqual([])
    expect(names).toEqual(['DEWPOINT_ARM_RUN', 'PATH', 'WANTED'])
    nothingIsLeft(left)
  })

  it('is no line of a shell', async () => {
    const { reply } = await run('', { command: [process.execPath, '-p', '"$HOME; `id`"'] })
    expect(reply).toMatchObject({ kind: 'answered', text: '$HOME; `id`\n' })
  })

  it('may close stdin before it was read', async () => {
    const { reply, left } = await run(`process.stdin.destroy(); process.stdout.write('{}')`, {
      document: 'x'.repeat(5_000_000),
    })
    expect(reply).toEqual({ kind: 'answered', text: '{}' })
    nothingIsLeft(left)
  })
})

describe('a bad command is ended with one line and leaves nothing', () => {
  it.each<[string, string, Partial<CommandRun>, string, RegExp]>([
    [
      'hangs',
      'setInterval(() => {}, 1000)',
      { timeLimitMs: 300 },
      'arm-time-limit',
      /no complete answer within 0\.3 s and was stopped/,
    ],
    [
      'ignores signals',
      `for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(s, () => {}); setInterval(() => {}, 1000)`,
      { timeLimitMs: 400 },
      'arm-time-limit',
      /stopped/,
    ],
    [
      'drips slowly',
      `setInterval(() => process.stdout.write(' '), 20)`,
      { timeLimitMs: 500 },
      'arm-time-limit',
      /stopped/,
    ],
    [
      'floods stdout',
      `const piece = 'x'.repeat(65536); const go = () => { while (process.stdout.write(piece)); process.stdout.once('drain', go) }; go()`,
      {},
      'arm-output-limit',
      /100,000 bytes to stdout/,
    ],
    [
      'floods stderr',
      `const piece = 'x'.repeat(65536); const go = () => { while (process.stderr.write(piece)); process.stderr.once('drain', go) }; go()`,
      {},
      'arm-output-limit',
      /to stderr/,
    ],
    [
      'fails',
      `console.error('Traceback\\nNo key: set OPENAI_API_KEY'); process.exit(3)`,
      {},
      'arm-exit',
      /exit code 3: No key: set OPENAI_API_KEY$/,
    ],
    ['fails without a word', 'process.exit(1)', {}, 'arm-exit', /exit code 1 and said nothing/],
    ['kills itself', `process.kill(process.pid, 'SIGKILL')`, {}, 'arm-exit', /the signal SIGKILL/],
    [
      'leaves a child that holds its output open',
      `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); note(child.pid); setInterval(() => {}, 1000)`,
      { timeLimitMs: 600 },
      'arm-time-limit',
      /stopped/,
    ],
  ])('%s', async (_name, script, more, code, says) => {
    const { reply, left } = await run(script, more)
    expect(reply).toMatchObject({ kind: 'failed', code, message: expect.stringMatching(says) })
    expect(reply.kind === 'failed' && reply.message).not.toContain('\n')
    nothingIsLeft(left)
  })

  it('is not there', async () => {
    const { reply } = await runCommandThatIsNotThere()
    expect(reply).toMatchObject({
      code: 'arm-not-started',
      message: expect.stringContaining('no such program'),
    })
  })

  it.runIf(process.platform === 'linux')(
    'answers while children outlive it, in sessions of their own',
    async () => {
      const child = `setInterval(() => {}, 1000)`
      const { reply, left } = await run(
        `const { spawn } = require('node:child_process'); for (const detached of [false, true]) { const one = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { detached, stdio: detached ? 'ignore' : 'inherit' }); one.unref(); note(one.pid) } process.stdout.write('{"messages":[]}', () => process.exit(0))`,
      )
      expect(reply).toEqual({ kind: 'answered', text: '{"messages":[]}' })
      expect(pids()).toHaveLength(3)
      nothingIsLeft(left)
    },
  )

  it.runIf(process.platform === 'linux').each<[string, string, Partial<CommandRun>]>([
    ['works in its folder still', `process.stdout.write('{}', () => process.exit(0))`, {}],
    ['has left its folder', 'setInterval(() => {}, 1000)', { timeLimitMs: 600 }],
  ])('hides a child without its environment, which %s', async (how, then, more) => {
    const place = how === 'has left its folder' ? `cwd: '/',` : ''
    const { left } = await run(
      `const { spawn } = require('node:child_process'); const one = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore', env: {}, ${place} }); one.unref(); note(one.pid); setTimeout(() => { ${then} }, 100)`,
      more,
    )
    expect(pids()).toHaveLength(2)
    nothingIsLeft(left)
  })

  it.runIf(process.platform === 'linux')(
    'answers and leaves a child at once that has nothing of it any more, in a session of its own',
    async () => {
      const { reply, left } = await run(
        `const { spawn } = require('node:child_process'); const one = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore', env: {}, cwd: '/' }); one.unref(); note(one.pid); process.stdout.write('{}', () => process.exit(0))`,
      )
      expect(reply).toEqual({ kind: 'answered', text: '{}' })
      expect(pids()).toHaveLength(2)
      nothingIsLeft(left)
    },
  )

  it('is cancelled', async () => {
    const controller = new AbortController()
    const running = run('setInterval(() => {}, 1000)', {}, controller.signal)
    await Promise.race([noted(1).then(() => controller.abort()), running.catch(() => undefined)])
    await expect(running).rejects.toBeInstanceOf(Cancelled)
    expect(pids().filter(isAlive)).toEqual([])
  })
})

describe.runIf(process.platform === 'linux')('a command whose Dewpoint is killed', () => {
  it('ends with all that it started, and its folder goes', async () => {
    const children = ['{ env: {}, cwd: "/" }', '{}'].map(
      (options) =>
        `note(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore', ...${options} }).pid)`,
    )
    const arm = `const fs = require('node:fs'); const { spawn } = require('node:child_process'); const note = (pid) => fs.appendFileSync(${JSON.stringify(notes)}, pid + '\\n'); note(process.pid); ${children.join('; ')}; fs.writeFileSync('half.txt', 'half'); note('done'); setInterval(() => {}, 1000)`
    const owner = spawn(process.execPath, [runArm, process.execPath, '-e', arm], { stdio: 'ignore' })
    await vi.waitFor(() => expect(readFileSync(notes, 'utf8')).toContain('done'), { timeout: 20_000 })
    expect(folders()).toHaveLength(1)
    owner.kill('SIGKILL')
    await vi.waitFor(() => nothingIsLeft(folders()), { timeout: 20_000 })
    expect(readFileSync(notes, 'utf8').split('\n')).toHaveLength(5)
  })
})

function runCommandThatIsNotThere() {
  return run('', { command: ['dewpoint-no-such-program'] })
}
