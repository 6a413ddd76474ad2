import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWholeRun } from '../kernel/testing/shares.ts'
import { buildProgram } from './program.ts'
import { makeCommandLine, type CommandLine } from './testing/command-line.ts'
import { hostile, hostileName, hostileSession, steering } from './testing/hostile-history.ts'

/** Every command over a history, files and names that try to steer the terminal, with JSON and without. */
let line: CommandLine
const task = `tasks/${hostileName}.jsonl`
const known = { run: '', experiment: '', prompt: '' }
/** Nothing listens there. */
const database = ['--database', `postgres://127.0.0.1:9/${encodeURIComponent(hostile)}`]

type Lines = readonly (readonly string[])[]

/** What each command is tried with; those that make something stand before those that use it. */
const tried: Readonly<Record<string, () => Lines>> = {
  discover: () => [[]],
  restored: () => [[], ['--confirm', hostile]],
  inspect: () => [[task], [hostile], ['tasks'], ['broken'], [`broken/${hostileName}.json`]],
  answer: () => [['tasks'], [hostile]],
  compare: () => [[task], [task, '--arms', hostile]],
  condense: () => [
    [task, '-p', 'lossless', '--diff', '--with-messages', '--out', `result-${hostileName}.json`, '--force'],
    [task, '-p', 'truncation', '--diff'],
    [task, '-p', hostile],
    [task, '--preset', hostile],
    [task, '-p', 'smart', '--estimate'],
    [task, '--pin', hostile],
  ],
  use: () => [
    [hostile, '--for', 'opencode'],
    ['opencode-prune', '--for', hostile],
    ['opencode-prune', '--for', 'opencode'],
  ],
  resume: () => [
    [task, '--arm', 'lossless-strict', '--out', 'copies', '--dry-run'],
    [task, '--arm', 'lossless-strict', '--out', `copies-${hostileName}`],
    [task, '--arm', hostile],
    [task, '--arm', 'lossless-strict', '--cwd', hostile],
  ],
  written: () => [[], ['--remove', hostile]],
  runs: () => [[], [task], [hostile]],
  expand: () => [[known.run], [`result-${hostileName}.json`], [hostile], [task]],
  check: () => [[task], [`result-${hostileName}.json`], [hostile]],
  status: () => [[task, '--window', '1000'], [task]],
  watch: () => [
    [task, '--once'],
    [hostile, '--once'],
  ],
  cost: () => [['--model', hostile, '--input', '1000']],
  'presets list': () => [[], [hostile]],
  'presets save': () => [
    ['-p', 'lossless', '--settings', 'settings.json', '--id', 'mine', '--label', hostile, '--note', hostile],
    ['-p', 'lossless', '--settings', 'settings.json', '--id', hostile],
  ],
  'presets show': () => [['lossless:mine'], [hostile]],
  'presets duplicate': () => [['lossless:strict', '--as', 'copy', '--label', hostile], [hostile]],
  'presets rename': () => [
    ['lossless:copy', '--label', hostile],
    [hostile, '--label', 'x'],
  ],
  'presets restore': () => [['lossless:copy@1'], [`${hostile}@1`]],
  'presets export': () => [
    ['lossless:copy'],
    ['lossless:copy', '--out', `preset-${hostileName}.json`],
    [hostile],
  ],
  'presets import': () => [[`preset-${hostileName}.json`], [hostile], [task]],
  'presets remove': () => [['lossless:copy'], [hostile]],
  providers: () => [[]],
  arms: () => [[]],
  'profiles add': () => [
    [
      'own',
      '--vendor',
      'openai-compatible',
      '--model',
      hostile,
      '--name',
      hostile,
      '--base-url',
      'http://127.0.0.1:9/v1',
      '--window',
      '1000',
      '--max-output',
      '100',
    ],
    [hostile, '--vendor', 'anthropic', '--model', 'x'],
  ],
  'profiles edit': () => [
    ['own', '--model', `${hostile}2`],
    [hostile, '--model', 'x'],
  ],
  'profiles list': () => [[]],
  'profiles test': () => [['own'], [hostile]],
  'profiles roles': () => [[], ['--condensing', hostile]],
  'profiles remove': () => [['own'], [hostile]],
  'prompts add': () => [
    [`name ${hostile}`, '--file', 'prompt.txt', '--note', hostile],
    ['other', '--file', hostile],
  ],
  'prompts list': () => [[]],
  'prompts show': () => [[known.prompt], [hostile]],
  'prompts diff': () => [[known.prompt], [hostile]],
  'prompts remove': () => [[known.prompt], [hostile]],
  'pins add': () => [
    [task, '2', '--note', hostile],
    [task, hostile],
  ],
  'pins list': () => [[task]],
  'pins remove': () => [
    [task, '2'],
    [task, hostile],
  ],
  'pins clear': () => [[task]],
  policy: () => [[], ['--set', hostile], ['--set', `prompt=${hostile}`]],
  logs: () => [[], ['--since', hostile]],
  metrics: () => [[]],
  recommend: () => [[], ['--config', hostile]],
  replay: () => [[task], [task, '--policy', hostile]],
  index: () => [['tasks'], [hostile]],
  search: () => [['parser'], [hostile], ['parser', '--agent', hostile], ['parser', '--open', 'tasks']],
  overview: () => [[]],
  drift: () => [
    [task, '--cycles', '2'],
    [task, '--policy', hostile],
  ],
  requests: () => [[task], [task, '--at', '3'], [task, '--at', '12', '--messages']],
  condensations: () => [[], ['tasks', '--sort', 'missing'], [hostile]],
  autopsy: () => [[task], [task, '--at', '1', '--methods'], [task, '--pin', hostile]],
  planted: () => [
    ['--methods', hostile],
    ['--rounds', hostile],
  ],
  help: () => [[], ['--all'], [hostile], ['gate', 'init']],
  gate: () => [[hostile], [task]],
  'gate init': () => [['--language', hostile], ['--force']],
  probe: () => [
    [task, '--methods', 'lossless', '--at', '4', '--dry-run'],
    [hostile, '--methods', hostile],
    [task, '--methods', 'lossless', '--at', hostile],
  ],
  scoreboard: () => [[hostile], [task, '--methods', hostile]],
  cache: () => [[task], [task, task]],
  when: () => [['tasks'], [task]],
  explain: () => [[], ['task'], [hostile]],
  'experiment check': () => [[`experiment-${hostileName}.yaml`], ['faulty.yaml'], [hostile], [task]],
  'experiment run': () => [
    [`experiment-${hostileName}.yaml`, '--junit', 'junit.xml', '--out', 'report.html', '--force'],
    ['faulty.yaml'],
  ],
  'experiment list': () => [[]],
  'experiment show': () => [[known.experiment], [hostile], [known.experiment, '--cell', hostile]],
  'experiment export': () => [
    ...['html', 'md', 'csv', 'json', 'jsonl'].map((format) => [known.experiment, '--format', format]),
    [known.experiment, '--out', 'export.json', '--force'],
    [hostile, '--format', 'md'],
  ],
  'experiment merge': () => [['export.json', '--out', 'merged.md', '--force'], [hostile]],
  'experiment import': () => [['export.json'], [hostile], [task]],
  'report verify': () => [['report.html'], [hostile], [task]],
  'experiment remove': () => [[hostile], [known.experiment]],
  push: () => [[known.experiment, ...database]],
  pull: () => [[hostile, ...database]],
  worker: () => [database],
  doctor: () => [[]],
  backup: () => [[`backup-${hostileName}.db`], [task]],
  restore: () => [[`backup-${hostileName}.db`], [task]],
  open: () => [['tasks', 'broken', hostile]],
  serve: () => [['--no-open', 'tasks', 'broken', hostile]],
}

/** What they print is text of many lines: what changed in a history, a whole prompt, a report. */
const printsTexts = new Set(['condense', 'prompts show', 'prompts diff', 'experiment export'])

/** They serve or wait for a database until they are told to end, which they are before they begin. */
const serving = new Set(['open', 'serve', 'push', 'pull', 'worker'])

beforeAll(async () => {
  line = await makeCommandLine()
  for (const name of ['tasks', 'broken']) await mkdir(join(line.folder, name))
  await writeFile(join(line.folder, task), hostileSession())
  await writeFile(join(line.folder, `broken/${hostileName}.json`), '{"role":')
  await writeFile(join(line.folder, 'settings.json'), '{}')
  await writeFile(join(line.folder, 'prompt.txt'), `Summarise. ${hostile}`)
  const say = JSON.stringify(hostile)
  await writeFile(
    join(line.folder, `experiment-${hostileName}.yaml`),
    `name: ${say}\nquestion: ${say}\ntasks: [tasks]\ncheckpoints: { at: [0.7] }\nvariants:\n  - { id: a, provider: lossless, label: ${say} }\n  - { id: b, provider: truncation }\n`,
  )
  await writeFile(
    join(line.folder, 'faulty.yaml'),
    `name: ${say}\nvariants: [{ id: ${say}, provider: ${say} }]\n${say}: 1\n`,
  )
})
afterAll(() => line.clean())

/** Leaves of the tree of commands, as they are typed. */
function listCommandNames(command: Command, name: string): readonly string[] {
  if (command.commands.length === 0) return [name]
  // One that takes something works by itself, too.
  const own = command.registeredArguments.length === 0 ? [] : [name]
  return [...own, ...command.commands.flatMap((one) => listCommandNames(one, `${name} ${one.name()}`.trim()))]
}

/** Characters of a text that could steer, each once, as `U+001B`. */
function findSteeringCharacters(text: string): readonly string[] {
  const found = text.match(new RegExp(steering.source, 'gv')) ?? []
  return [...new Set(found)].map((one) => `U+${one.codePointAt(0)?.toString(16).padStart(4, '0')}`)
}

async function remember(name: string): Promise<void> {
  const list = async (words: readonly string[]): Promise<readonly { readonly id: string }[]> => {
    const found: unknown = await line.json(words)
    // Lists of the command line hold what has an id.
    return found as readonly { readonly id: string }[]
  }
  if (name === 'condense') known.run = (await list(['runs']))[0]?.id ?? ''
  if (name === 'experiment run') known.experiment = (await list(['experiment', 'list']))[0]?.id ?? ''
  if (name === 'prompts add') known.prompt = (await list(['prompts', 'list'])).at(-1)?.id ?? ''
}

describe.skipIf(process.platform === 'win32')('a history that tries to steer the terminal', () => {
  const signal = AbortSignal.abort()
  const home = (): Record<string, string> => ({ HOME: line.folder, USERPROFILE: line.folder })

  it.each(Object.entries(tried))('reaches it as text alone through `%s`', async (name, argumentsOf) => {
    for (const [at, args] of argumentsOf().entries()) {
      // One function prints all JSON, and one all failures.
      for (const json of at === 0 || isWholeRun ? [[], ['--json']] : [[]]) {
        const words = [...name.split(' '), ...args, ...json]
        const { out, err } = await line.run(words, home(), serving.has(name) ? signal : undefined)
        const lines = printsTexts.has(name) ? [] : `${out}\n${err}`.split('\n')
        const forged = lines.filter((one) => one.startsWith('FORGED'))
        const steers = [...findSteeringCharacters(out), ...findSteeringCharacters(err)]
        expect({ words, steers, forged }).toEqual({ words, steers: [], forged: [] })
      }
    }
    await remember(name)
  })

  it('was really read, run and reported', async () => {
    expect(known).toMatchObject({ run: expect.stringMatching(/./), experiment: expect.stringMatching(/./) })
  })

  it('keeps its values in JSON', async () => {
    const { out } = await line.run(['requests', task, '--json'], home())
    expect(out).toContain(String.raw`\u202e`)
    const model = `claude-sonnet-4-5${hostile}`
    expect(JSON.parse(out)).toMatchObject({
      requests: expect.arrayContaining([expect.objectContaining({ model })]),
    })
  })

  it('leaves nothing in the files that people print', async () => {
    for (const name of ['junit.xml', 'report.html', 'export.json'])
      expect({
        name,
        steers: findSteeringCharacters(await readFile(join(line.folder, name), 'utf8')),
      }).toEqual({
        name,
        steers: [],
      })
  })

  it('is nothing else in the trace of a failure', async () => {
    const { err } = await line.run(['written', '--remove', hostile], { ...home(), DEWPOINT_DEBUG: '1' })
    expect(err).toContain('    at ')
    expect(findSteeringCharacters(err)).toEqual([])
  })

  it('is tried with every command', () => {
    const all = listCommandNames(
      buildProgram('1.2.3', () => async () => undefined),
      '',
    )
    expect(new Set(Object.keys(tried))).toEqual(new Set(all))
  })
})
