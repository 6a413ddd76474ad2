import { spawn } from 'node:child_process'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

/**
 * Writes sessions of Claude Code of some megabytes, with condensations and lines of 16 MB, and prints how long commands of the
 * built command line take on them and how much memory each takes at its peak: `node scripts/huge-sessions.ts 560 2100`. It
 * takes minutes and as much room in the temporary folder, so no gate runs it. Peaks are read from /proc, on Linux alone.
 */
async function measureHugeSessions(megabytes: readonly number[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-huge-'))
  try {
    for (const size of megabytes) {
      const path = join(folder, `00000000-0000-4000-8000-${String(size).padStart(12, '0')}.jsonl`)
      await writeSession(path, size * 1e6)
      console.log(`${path}: ${((await stat(path)).size / 1e6).toFixed(0)} MB`)
      for (const command of ['inspect', 'requests']) console.log(await runCommand(command, path, folder))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Requests between two condensations. */
const requestsPerContext = 120
/** A line of 16 MB comes after so many bytes. */
const longLineEvery = 130e6

async function writeSession(path: string, bytes: number): Promise<void> {
  const file = createWriteStream(path)
  let [written, longLines, parentUuid] = [0, 0, 'none']
  for (let turn = 0; written < bytes; turn += 1) {
    const isLong = written > longLines * longLineEvery
    if (isLong) longLines += 1
    const lines = buildTurn(turn, parentUuid === 'none' ? null : parentUuid, isLong ? 15_500_000 : 6000)
    parentUuid = `a${turn}`
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    written += Buffer.byteLength(text)
    if (!file.write(text)) await new Promise<void>((resolve) => file.once('drain', () => resolve()))
  }
  file.end()
  await finished(file)
}

function buildTurn(turn: number, parentUuid: string | null, resultChars: number): readonly object[] {
  const timestamp = new Date(1_760_000_000_000 + turn * 1000).toISOString()
  const about = {
    sessionId: '00000000-0000-4000-8000-000000000000',
    cwd: '/p',
    isSidechain: false,
    timestamp,
  }
  const words = `file ${turn} über ${Math.sin(turn)} line\n`
  const result = words.repeat(Math.ceil(resultChars / words.length))
  const isStart = turn > 0 && turn % requestsPerContext === 0
  const boundary = { uuid: `b${turn}`, parentUuid: null, logicalParentUuid: parentUuid, ...about }
  const summary = { role: 'user', content: `Summary ${turn}: ${words}` }
  const before = isStart ? `s${turn}` : parentUuid
  const content = [{ type: 'tool_result', tool_use_id: `call_${turn - 1}`, content: result }]
  const call = { type: 'tool_use', id: `call_${turn}`, name: 'Read', input: { file_path: `/p/${turn}.ts` } }
  const input = 20_000 + (turn % requestsPerContext) * 1500
  const usage = { input_tokens: 10, cache_read_input_tokens: input, output_tokens: 200 }
  const answer = { id: `msg_${turn}`, role: 'assistant', model: 'claude-opus-4-5', usage, content: [call] }
  return [
    ...(isStart
      ? [
          { ...boundary, type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } },
          {
            uuid: `s${turn}`,
            parentUuid: `b${turn}`,
            ...about,
            type: 'user',
            isCompactSummary: true,
            message: summary,
          },
        ]
      : []),
    {
      type: 'user',
      uuid: `u${turn}`,
      parentUuid: before,
      ...about,
      message: { role: 'user', content: parentUuid === null || isStart ? words : content },
      toolUseResult: { stdout: result },
    },
    { type: 'assistant', uuid: `a${turn}`, parentUuid: `u${turn}`, ...about, message: answer },
  ]
}

async function runCommand(command: string, path: string, folder: string): Promise<string> {
  const start = performance.now()
  const cli = join(import.meta.dirname, '../out/main/cli.js')
  const data = join(folder, 'data')
  const child = spawn(process.execPath, [cli, command, path, '--data', data, '--json'], { stdio: 'ignore' })
  let peakMegabytes = 0
  const timer = setInterval(() => {
    const status = `/proc/${child.pid}/status`
    if (!existsSync(status)) return
    void readFile(status, 'utf8').then(
      (text) => {
        const kilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1] ?? 0)
        peakMegabytes = Math.max(peakMegabytes, kilobytes / 1024)
      },
      () => undefined,
    )
  }, 100)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearInterval(timer)
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  return `${command}: exit code ${code}, ${seconds} s, ${peakMegabytes.toFixed(0)} MB at its peak`
}

await measureHugeSessions(process.argv.slice(2).map(Number))
