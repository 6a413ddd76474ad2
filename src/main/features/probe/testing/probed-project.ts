import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Need } from '../../../../../scripts/agents/server/needing-script.ts'

/** A project under version control with a session of pi that worked on it, for tests of probes. */
export type ProbedProject = {
  /** Home folder of the person, with settings and sessions of the agent. */
  readonly home: string
  readonly project: string
  readonly session: string
  /** What the model of the tests has to know. */
  readonly needs: Need[]
}

const depots = Array.from(
  { length: 40 },
  (_, at) => `export const DEPOT_${at} = 'quay ${at} behind the hall'`,
)
const routes = Array.from(
  { length: 400 },
  (_, at) => `export const ROUTE_${at} = 'from ${at} to ${at + 7} by barge'`,
)
/** Words of the rule, which a summary drops. */
const rule = 'Never edit src/generated.ts by hand.'
const start = Date.UTC(2026, 0, 1, 10)

/** Makes the project in a folder. Times are in the past: what was written a moment ago may be open. */
export function makeProbedProject(folder: string): ProbedProject {
  const home = join(folder, 'home')
  const project = join(folder, 'parcels')
  mkdirSync(join(project, 'src'), { recursive: true })
  write(join(project, 'src/depots.ts'), depots)
  write(join(project, 'src/routes.ts'), routes)
  write(join(project, 'src/generated.ts'), ['// generated'])
  git(project, 'init', '-q')
  commit(project, start - 3_600_000)
  write(join(project, 'src/later.ts'), ['export const later = true'])
  commit(project, start + 86_400_000)
  write(join(project, 'src/unsaved.ts'), ['export const unsaved = true'])
  const sessions = join(home, '.pi/agent/sessions/--parcels--')
  mkdirSync(sessions, { recursive: true })
  writeFileSync(join(home, '.pi/agent/settings.json'), '{"theme":"dark"}\n')
  writeFileSync(join(home, '.pi/agent/auth.json'), '{"secret":"sign-in"}\n')
  const session = join(sessions, '2026-01-01T10-00-00-000Z_s.jsonl')
  writeFileSync(
    session,
    `${buildSession(project)
      .map((line) => JSON.stringify(line))
      .join('\n')}\n`,
  )
  utimesSync(session, start / 1000, start / 1000)
  return {
    home,
    project,
    session,
    needs: [
      { tells: 'DEPOT_17 =', act: { kind: 'read', file: 'src/depots.ts' } },
      {
        tells: 'Never edit src',
        act: { kind: 'write', file: 'src/generated.ts', text: '// Never edit src, too late' },
      },
    ],
  }
}

function write(path: string, lines: readonly string[]): void {
  writeFileSync(path, `${lines.join('\n')}\n`)
}

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { cwd: folder })
}

function commit(folder: string, ts: number): void {
  const date = new Date(ts).toISOString()
  git(folder, 'add', '-A')
  const options = { cwd: folder, env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } }
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '-q', '-m', 'work'], options)
}

/** The rule, a read of each file, a compaction that keeps what is needed, and what was asked after it. */
function buildSession(project: string): readonly object[] {
  let [number, parentId]: [number, string | null] = [0, null]
  const add = (type: string, more: object): string => {
    number += 1
    const id = `e${String(number).padStart(7, '0')}`
    lines.push({ type, id, parentId, timestamp: new Date(start + number * 1000).toISOString(), ...more })
    parentId = id
    return id
  }
  const lines: object[] = [
    { type: 'session', version: 3, id: 's', timestamp: new Date(start).toISOString(), cwd: project },
  ]
  const say = (role: string, content: readonly object[], more: object = {}): string =>
    add('message', { message: { role, content, timestamp: start + number * 1000, ...more } })
  const text = (words: string): object => ({ type: 'text', text: words })
  const answer = (content: readonly object[]): string =>
    say('assistant', content, {
      api: 'openai-completions',
      provider: 'openai',
      model: 'gpt-5-mini',
      usage: {
        input: 2000,
        output: 200,
        cacheRead: 6000,
        cacheWrite: 0,
        totalTokens: 8200,
        cost: { total: 0 },
      },
      stopReason: 'stop',
    })
  const read = (file: string, lines: readonly string[]): void => {
    answer([
      { type: 'toolCall', id: `call_${number}`, name: 'read', arguments: { path: join(project, file) } },
    ])
    say('toolResult', [text(lines.join('\n'))], {
      toolCallId: `call_${number - 1}`,
      toolName: 'read',
      isError: false,
    })
  }
  say('user', [text('Find out where parcels are kept.')])
  answer([text('I look.')])
  say('user', [text(rule)])
  read('src/depots.ts', depots)
  read('src/routes.ts', routes)
  answer([text('They are kept at the depots.')])
  say('user', [text('Look at the routes once more.')])
  read('src/routes.ts', routes)
  const kept = answer([text('There are 400 routes.')])
  add('compaction', {
    summary: `${rule}\n${depots.join('\n')}`,
    firstKeptEntryId: kept,
    tokensBefore: 9000,
  })
  say('user', [text('Which depot is the seventeenth?')])
  answer([text('The one behind the hall.')])
  return lines
}

/** Every file, folder and link below a folder with its bytes, to see that nothing was changed. */
export function hashFolder(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, name)
    const info = lstatSync(path)
    const bytes = info.isFile() ? readFileSync(path) : info.isSymbolicLink() ? readlinkSync(path) : 'folder'
    hash.update(`${name} ${info.mode} ${info.mtimeMs} `).update(bytes)
  }
  return hash.digest('hex')
}
