import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, link, mkdir, readFile, readdir, readlink, realpath, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { contract } from '../../shared/api/contract.ts'
import { selectTestShare } from '../kernel/testing/shares.ts'
import { startDewpoint, resourcesFolder } from '../testing/start-dewpoint.ts'
import { makeCommandLine, type CommandLine } from './testing/command-line.ts'
import { namedFiles } from './testing/named-files.ts'

/** Every door through which something is written, against every way in which a source can be named. */
let line: CommandLine
let runId = ''
let sample = ''
const at = (...names: readonly string[]): string => join(line.folder, ...names)
const inHome = (): Record<string, string> => ({ HOME: line.folder, USERPROFILE: line.folder })

/** Commands that write a file, with the option that names it last. */
const doors: Readonly<Record<string, () => readonly string[]>> = {
  'condense --out': () => ['condense', 'own.json', '-p', 'lossless', '--force', '--out'],
  'condense --out, of a file': () => ['condense', 'single.json', '-p', 'lossless', '--force', '--out'],
  'resume --out': () => ['resume', 'own.json', '--arm', 'lossless-strict', '--cwd', '.', '--out'],
  'autopsy --restore': () => ['autopsy', 'own.json', '--force', '--restore'],
  'use --file': () => ['use', 'opencode-prune', '--for', 'opencode', '--write', '--file'],
  'expand --out': () => ['expand', 'result.json', '--force', '--out'],
  'expand --out, of a run': () => ['expand', runId, '--force', '--out'],
  'presets export --out': () => ['presets', 'export', 'lossless:strict', '--force', '--out'],
  'experiment export --out': () => ['experiment', 'export', sample, '--format', 'json', '--force', '--out'],
  'experiment run --out': () => ['experiment', 'run', 'experiment.yaml', '--force', '--out'],
  'experiment merge --out': () => ['experiment', 'merge', 'result.json', '--force', '--out'],
  'experiment merge --junit': () => ['experiment', 'merge', 'result.json', '--force', '--junit'],
  'gate --junit': () => ['gate', 'gate.yaml', '--yes', '--force', '--junit'],
  'gate --markdown': () => ['gate', 'gate.yaml', '--yes', '--force', '--markdown'],
  'scoreboard --out': () => ['scoreboard', '--force', '--out'],
  'pull --out': () => ['pull', 'x', '--database', 'postgres://127.0.0.1:9/x', '--force', '--out'],
  'experiment run --junit': () => ['experiment', 'run', 'experiment.yaml', '--force', '--junit'],
  'profiles add --recording': () =>
    'profiles add r --vendor recorded --model m --records asked --recording'.split(' '),
  'doctor --salvage': () => ['doctor', '--force', '--salvage'],
  'backup <file>': () => ['backup', '--force'],
  'profiles edit --recording': () => ['profiles', 'edit', 'kept', '--records', 'asked', '--recording'],
}

/** Places that are, or lie in, a source. All end in `.json`, for reports are made by the name of the file. */
const places: Readonly<Record<string, string>> = {
  'the history of the task': 'own.json/api_conversation_history.json',
  'another file of the task': 'own.json/task_metadata.json',
  'a new file in the task': 'own.json/new.json',
  'a new file further down': 'own.json/deep/new.json',
  'the folder of the task': 'own.json',
  'the history of another task': 'opened/other/api_conversation_history.json',
  'a new file in another task': 'opened/other/new.json',
  'the history of a task that nobody has opened': 'unknown/ui_messages.json',
  'a new file in a task that nobody has opened': 'unknown/new.json',
  'a way back by dots': 'out/../own.json/new.json',
  'a link to the history': 'out/history-link.json',
  'a link to a file that is not there yet': 'out/dangling-link.json',
  'a file behind a link to the task': 'out/task-link/new.json',
  'a hard link to the history': 'out/history-hard.json',
  'a file that is a task by itself': 'single.json',
  'a link to it': 'out/single-link.json',
  'a hard link to it': 'out/single-hard.json',
  'the file of a session': 'sessions/s/s.messages.json',
  'what belongs to the session': 'sessions/s/s.json',
  'what would become a part of the session': 'sessions/s/new.json',
  'the storage of an agent': '.cline/data/tasks/new.json',
  'a name that would make a task of an opened folder': 'opened/api_conversation_history.json',
}

/** Dewpoint's own data: what is put there would be lost, or be taken for something else. */
const ownPlaces: Readonly<Record<string, string>> = {
  'a new file': 'data/new.json',
  'the keys': 'data/keys.json',
  'a new file beside the log': 'data/logs/new.json',
  'a new file behind a link': 'out/data-link/new.json',
}

beforeAll(async () => {
  line = await makeCommandLine()
  for (const name of ['own.json', 'opened/other', 'unknown'])
    await cp(join(resourcesFolder, 'sample-task'), at(name), { recursive: true })
  for (const name of ['own.json/deep', 'out', 'sessions/s', '.cline/data/tasks'])
    await mkdir(at(name), { recursive: true })
  const messages = [{ role: 'user', content: 'hello' }]
  await writeFile(at('single.json'), JSON.stringify(messages))
  await writeFile(at('sessions/s/s.messages.json'), JSON.stringify({ version: 1, messages }))
  await writeFile(at('sessions/s/s.json'), '{}')
  await writeFile(at('sessions/s/new.messages.json'), JSON.stringify({ version: 1, messages }))
  await symlink(at('own.json/api_conversation_history.json'), at('out/history-link.json'))
  await symlink(at('own.json/dangling.json'), at('out/dangling-link.json'))
  await symlink(at('own.json'), at('out/task-link'))
  await link(at('own.json/api_conversation_history.json'), at('out/history-hard.json'))
  await symlink(at('data'), at('out/data-link'))
  await symlink(at('single.json'), at('out/single-link.json'))
  await link(at('single.json'), at('out/single-hard.json'))
  const { client, close } = await startDewpoint(line.folder, { environment: inHome() })
  const open = async (name: string): Promise<string> =>
    (await client.tasks.open({ kind: 'path', path: await realpath(at(name)) })).tasks[0]?.id ?? ''
  const own = await open('own.json')
  for (const name of ['opened', 'single.json', 'sessions/s/s.messages.json', 'sessions/s/new.messages.json'])
    await open(name)
  const { id } = await client.runs.start({ taskId: own, providerId: 'lossless' })
  for await (const event of await client.runs.watch({ runId: id })) if (event.kind === 'finished') break
  runId = id
  await writeFile(at('result.json'), JSON.stringify(await client.runs.result({ runId: id })))
  const report = await readFile(join(resourcesFolder, 'sample-experiment/experiment.json'), 'utf8')
  sample = (await client.experiments.import({ text: report.replaceAll('sample-task', own) })).id
  const asked = { vendor: 'openai-compatible', model: 'm', baseUrl: 'http://127.0.0.1:9/v1' } as const
  const limits = { windowTokens: 1000, maxOutputTokens: 100 }
  await client.profiles.save({ id: 'asked', name: 'Asked', ...asked, ...limits })
  const recording = { file: 'kept.jsonl', profileId: null }
  await client.profiles.save({ id: 'kept', name: 'K', vendor: 'recorded', model: 'm', recording, ...limits })
  await close()
  await writeFile(at('gate.yaml'), 'compactor: { method: lossless }\n')
  await writeFile(
    at('experiment.yaml'),
    `name: sweep\nquestion: q\ntasks: [${own}]\nvariants:\n  - { id: a, provider: lossless }\n  - { id: b, provider: none }\n`,
  )
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => line.clean())

/** Names, links and contents of everything outside of the data folder. */
async function everything(): Promise<string> {
  const entries = await readdir(line.folder, { recursive: true, withFileTypes: true })
  const lines = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      if (path.startsWith(at('data'))) return ''
      if (entry.isSymbolicLink()) return `${path} -> ${await readlink(path)}`
      if (!entry.isFile()) return path
      return `${path} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`
    }),
  )
  return lines.toSorted().join('\n')
}

/** What lay there after the last refusal, and so before the next one; none where a test has written since. */
let known: string | null = null

const refusal =
  /^dewpoint: (Nothing is ever written into the source\.|A file of this name would make one task of)/

const ownRefusal =
  /^dewpoint: Dewpoint keeps its own data in this folder, and nothing else is written there\./

async function expectRefusal(
  args: readonly string[],
  env: Record<string, string> = inHome(),
  text = refusal,
): Promise<void> {
  const before = (known ??= await everything())
  const { code, out, err } = await line.run(args, env)
  known = await everything()
  expect({ args, code, out, err }).toEqual({ args, code: 2, out: '', err: expect.stringMatching(text) })
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(known).toBe(before)
}

// A place is decided on at one place for all doors: each meets a share of them, and together they meet all.
describe.each([...Object.keys(doors).entries()])('%s %s', (turn, door) => {
  it.each(selectTestShare(Object.entries(places), turn, 5))('writes nothing to %s', async (_, place) => {
    await expectRefusal([...(doors[door]?.() ?? []), place])
  })

  it.each(selectTestShare(Object.entries(ownPlaces), turn, 2))(
    "keeps out of Dewpoint's own data: %s",
    async (_, place) => {
      const found = existsSync(at(place))
      await expectRefusal([...(doors[door]?.() ?? []), place], inHome(), ownRefusal)
      expect(existsSync(at(place))).toBe(found)
    },
  )

  const folders = ['own.json', 'own.json/deep', 'unknown/deep']
  it.each(selectTestShare(folders, turn, 3))(
    'is not led around by an environment that names %s',
    async (name) => {
      for (const place of ['own.json/new.json', 'unknown/deep/new.json']) {
        for (const variable of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(variable, at(name))
        const names = { HOME: at(name), USERPROFILE: at(name), XDG_DATA_HOME: at(name) }
        await expectRefusal([...(doors[door]?.() ?? []), place], names)
      }
    },
  )

  it('is not led around by the case of a name', async () => {
    // Only where the file system makes no difference.
    if (existsSync(at('OWN.JSON'))) await expectRefusal([...(doors[door]?.() ?? []), 'OWN.JSON/NEW.JSON'])
    expect(existsSync(at('own.json'))).toBe(true)
  })
})

describe('the data folder', () => {
  const inside = [
    'own.json',
    'own.json/data',
    'own.json/deep/a/b',
    'out/../own.json',
    'out/task-link',
    'out/task-link/data',
    'opened/other',
    'unknown/data',
    '.cline/data/tasks',
    '.cline/data/tasks/data',
  ]
  it.each(['own.json', 'own.json/deep', 'unknown', 'opened/other'])(
    'is never below %s, whatever the environment says',
    async (name) => {
      const before = await everything()
      for (const variable of ['HOME', 'XDG_DATA_HOME']) {
        for (const one of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(one, at(name))
        const env = { DEWPOINT_HOME: '', USERPROFILE: at(name), APPDATA: at(name), [variable]: at(name) }
        for (const args of [['runs'], ['doctor'], ['logs'], ['backup', 'new.sqlite']])
          expect(await line.run(args, env)).toEqual({
            code: 2,
            out: '',
            err: expect.stringContaining('nothing is ever written into the source'),
          })
      }
      expect(await everything()).toBe(before)
    },
  )

  it.each(inside)('is never %s, whichever way it is named', async (place) => {
    const before = await everything()
    const text = expect.stringContaining('nothing is ever written into the source')
    for (const [args, env] of [
      [['runs', '--data', place], inHome()],
      [['runs'], { ...inHome(), DEWPOINT_HOME: at(place) }],
      [['serve', '--no-open', '--data', place], inHome()],
    ] as const)
      expect(await line.run(args, env)).toEqual({ code: 2, out: '', err: text })
    expect(await everything()).toBe(before)
  })
})

it('lets a file lie beside the tasks of an opened folder, replaces it and leaves nothing else', async () => {
  known = null
  for (const args of [[], ['--force']]) {
    const door = ['presets', 'export', 'lossless:strict', '--out', 'opened/preset.json']
    expect(await line.run([...door, ...args], inHome())).toMatchObject({ code: 0, err: '' })
    expect((await readdir(at('opened'))).toSorted()).toEqual(['other', 'preset.json'])
  }
})

it('does not replace the files that a command is given', async () => {
  known = null
  await writeFile(at('settings.json'), '{}')
  await expectRefusal('expand result.json --force --out result.json'.split(' '))
  await expectRefusal(
    'condense own.json -p lossless --settings settings.json --force --out settings.json'.split(' '),
  )
  await expectRefusal('experiment run experiment.yaml --force --junit experiment.yaml'.split(' '))
  await expectRefusal('gate --force --junit gate.yaml'.split(' '))
})

describe('the list of doors', () => {
  /** Files that are read only; `special-files.test.ts` has them all. */
  const isWritten = (name: string): boolean =>
    / --(out|junit|markdown|recording|salvage|restore)$|^use --file$|^backup <file>$/.test(name)

  it('has every option that names a file to write', () => {
    const tried = new Set(Object.keys(doors).map((door) => door.replace(/,.*/, '')))
    expect(tried).toEqual(new Set(namedFiles().filter(isWritten)))
  })

  it('has every method of the API that is given a path: all of them read, but for the recording', () => {
    expect(pathsInApi()).toEqual([
      'experiments.check: basePath',
      'experiments.estimate: basePath',
      'experiments.start: basePath',
      'folders.list: path',
      'folders.count: path',
      'folders.judge: path',
      'folders.allow: path',
      'folders.revoke: path',
      'gate.run: file',
      'gate.run: folder',
      'library.foreign: path',
      'library.unwatch: path',
      'profiles.save: file',
      'profiles.allowVariables: file',
      'resume.plan: out',
      'resume.write: out',
      'runs.expand: file',
      'runs.check: file',
      'tasks.open: path',
      'tasks.show: path',
      'uses.plan: file',
      'uses.write: file',
    ])
  })
})

const nodeSchema = z.looseObject({ '~orpc': z.object({ inputSchema: z.custom<z.ZodType>().optional() }) })

/** `profiles.save: file` for every field of an input whose name says that it is a path. */
function pathsInApi(): readonly string[] {
  return Object.entries(contract).flatMap(([area, methods]) =>
    Object.entries(methods).flatMap(([method, node]) => {
      const input = nodeSchema.parse(node)['~orpc'].inputSchema
      const schema = input === undefined ? {} : z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
      const names = new Set(
        [...JSON.stringify(schema).matchAll(/"(\w*(?:path|file|folder|out))":\{/gi)].map(([, name]) => name),
      )
      return [...names].filter((name) => name !== 'profile').map((name) => `${area}.${method}: ${name}`)
    }),
  )
}
