import { execFileSync } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourcesFolder } from '../testing/start-dewpoint.ts'
import { makeCommandLine, type CommandLine } from './testing/command-line.ts'
import { namedFiles } from './testing/named-files.ts'

/** Every command that reads a file, given what is none: it would wait for ever, or never come to an end. */

let line: CommandLine
let server: Server
const signal = AbortSignal.abort()

const kinds = { pipe: 'pipe', device: '/dev/zero', socket: 'socket', folder: 'folder' } as const

const doors: Readonly<Record<string, string>> = {
  'inspect <task>': 'inspect FILE',
  'condense <task>': 'condense FILE -p lossless',
  'condense --settings': 'condense task -p lossless --settings FILE',
  'expand <result>': 'expand FILE',
  'check <task|result>': 'check FILE',
  'status <task>': 'status FILE --window 1000',
  'presets save --settings': 'presets save -p lossless --id x --settings FILE',
  'presets import <file>': 'presets import FILE',
  'prompts add --file': 'prompts add x --file FILE',
  'pins list <task>': 'pins list FILE',
  'pins add <task>': 'pins add FILE 1',
  'pins remove <task>': 'pins remove FILE 1',
  'pins clear <task>': 'pins clear FILE',
  'metrics --task': 'metrics --task FILE',
  'replay --policy': 'replay task --policy FILE',
  'replay <task>': 'replay FILE',
  'search --open': 'search x --open FILE',
  'overview --open': 'overview --open FILE',
  'index <folders>': 'index FILE',
  'resume <task>': 'resume FILE --arm lossless-strict',
  'resume --settings': 'resume task --arm lossless-strict --settings FILE',
  'use --settings': 'use pi --for pi --at 120k --settings FILE',
  'watch <task>': 'watch FILE --once',
  'answer <tasks>': 'answer FILE',
  'compare <task>': 'compare FILE',
  'when <tasks>': 'when FILE',
  'requests <task>': 'requests FILE',
  'condensations <tasks>': 'condensations FILE',
  'autopsy <task>': 'autopsy FILE',
  'cache <tasks>': 'cache FILE',
  'cache --policy': 'cache task --policy FILE',
  'drift --policy': 'drift task --policy FILE',
  'drift <task>': 'drift FILE',
  'experiment run <file>': 'experiment run FILE',
  'experiment merge <parts>': 'experiment merge FILE',
  'experiment check <file>': 'experiment check FILE',
  'experiment check --tasks': 'experiment check experiment.yaml --tasks FILE',
  'experiment run --tasks': 'experiment run experiment.yaml --tasks FILE',
  'experiment show <experiment>': 'experiment show FILE',
  'experiment remove <experiment>': 'experiment remove FILE',
  'experiment export <experiment>': 'experiment export FILE --format json',
  'push <experiment>': 'push FILE --database postgres://127.0.0.1:9/x',
  'experiment import <file>': 'experiment import FILE',
  'report verify <html>': 'report verify FILE',
  'runs <task>': 'runs FILE',
  'gate <file>': 'gate FILE',
  'probe <task>': 'probe FILE --methods lossless',
  'probe --questions': 'probe task --methods lossless --questions FILE',
  'probe --prompts': 'probe task --methods lossless --prompts FILE',
  'scoreboard <tasks>': 'scoreboard FILE',
  'restore <file>': 'restore FILE',
}

/** What is written is tried in `sources-untouched.test.ts`. */
const written = / --(out|junit|markdown|recording|salvage|restore)$|^use --file$|^backup <file>$/
/** They serve whatever there is, and say what could not be opened. */
const serving = ['open <folders>', 'serve <folders>']
/** A folder to work in, which is refused where it is none. */
const workingIn = ['resume --cwd', 'probe --workspace']
/** A folder is a task, or holds some; an experiment may be called like one. */
const takesFolders = /<(task|tasks|result|task\|result|experiment|folders)>|--(task|tasks|open)$/

beforeAll(async () => {
  line = await makeCommandLine()
  execFileSync('mkfifo', [join(line.folder, 'pipe')])
  await mkdir(join(line.folder, 'folder'))
  await cp(join(resourcesFolder, 'sample-task'), join(line.folder, 'task'), { recursive: true })
  await writeFile(
    join(line.folder, 'experiment.yaml'),
    'name: x\nquestion: q\ntasks: [task]\nvariants:\n  - { id: a, provider: lossless }\n  - { id: b, provider: none }\n',
  )
  server = createServer().listen(join(line.folder, 'socket'))
  await new Promise((ready) => server.once('listening', ready))
})
afterAll(async () => {
  server.close()
  await line.clean()
})

describe.runIf(process.platform === 'linux')('what is no file', () => {
  const rows = Object.entries(doors).flatMap(([door, command]) =>
    Object.entries(kinds)
      .filter(([kind]) => kind !== 'folder' || !takesFolders.test(door))
      .map(([kind, path]) => [door, kind, command.replace('FILE', path)] as const),
  )
  it.each(rows)('is refused at once: %s, a %s', async (door, kind, command) => {
    const { code, out, err } = await line.run(command.split(' '))
    expect({ code, out }).toEqual({ code: 2, out: '' })
    // An experiment has a line for each fault, and one that says what to do.
    expect(err.trim().split('\n')).toHaveLength(door.endsWith('--tasks') ? 2 : 1)
    const isName = door.includes('<experiment>')
    expect(err).toContain(isName ? 'There is no experiment' : `This is a ${kind}, not a file.`)
  })

  it('is said, and served without', async () => {
    for (const path of ['pipe', 'socket', '/dev/zero']) {
      const { code, err } = await line.run(['serve', '--no-open', path], {}, signal)
      expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining(', not a file.') })
    }
  })

  it('has been tried with every option and argument that names a file', () => {
    const read = namedFiles().filter(
      (name) => !written.test(name) && ![...serving, ...workingIn].includes(name),
    )
    expect(new Set(Object.keys(doors))).toEqual(new Set(read))
  })
})
