import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { gateResultSchema } from '../../../../shared/gate/gate-types.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { starterLanguages } from './gate-init.ts'

let line: CommandLine
beforeEach(async () => {
  line = await makeCommandLine()
})
afterEach(() => line.clean())

const path = (name: string): string => join(line.folder, name)

/** What is tried of all languages: small, and enough for a verdict. */
const small = 'histories: 7\ntokens: [5000]\nrounds: [1]\n'
/** Enough to be told that nothing came of it. */
const few = small.replace('7', '3')

/** A gate around a module with this code. */
function writeGate(code: string, more = '', size = small): void {
  writeFileSync(path('compactor.mjs'), code)
  writeFileSync(path('gate.yaml'), `compactor: {module: compactor.mjs}\n${size}${more}`)
}

/** Keeps what was said and the newest messages, but for what `isLost` names. */
const keeping = (isLost: string): string => `
const said = ({ role, content }) => {
  if (typeof content === 'string') return [content]
  if (content.some(({ type }) => type === 'tool_result')) return content.map(({ content }) => typeof content === 'string' ? content : JSON.stringify(content))
  return content.map(({ text = '' }) => text)
}
export default ({ messages }) => {
  let cut = Math.max(1, messages.length - 4)
  while (cut < messages.length && messages[cut].role !== 'assistant') cut += 1
  const texts = messages.slice(1, cut).flatMap(said).flatMap((text) => text.split('\\n')).filter((text) => !/^(ok \\d|2026-|import|export|  |\\/\\*\\*|\\}|$)/.test(text) && !(${isLost}))
  return { messages: [messages[0], { role: 'user', content: texts.join('\\n') }, ...messages.slice(cut)], usage: { costUsd: 0 } }
}
`
const runGate = (...more: string[]) => line.run(['gate', '--yes', ...more])

describe('the gate', () => {
  it('writes a baseline, passes what is equal, and names what a worse one lost', async () => {
    writeGate(keeping('false'))
    const first = await runGate()
    expect([first.code, first.out]).toEqual([2, expect.stringContaining('There is no baseline yet')])
    expect((await runGate('--update')).code).toBe(0)
    const equal = await runGate('--json')
    expect(equal.code).toBe(0)
    expect(gateResultSchema.parse(JSON.parse(equal.out))).toMatchObject({ state: 'no-worse', reasons: [] })
    writeGate(keeping('/\\b[A-Z]{2}-\\d{3}\\b/.test(text) && /commit/.test(text)'))
    const worse = await runGate('--json', '--junit', 'gate.xml', '--markdown', 'gate.md')
    expect(worse.code).toBe(1)
    const result = gateResultSchema.parse(JSON.parse(worse.out))
    const [cell] = result.cells
    expect(cell?.checks.find(({ subject }) => subject === 'rule')?.state).toBe('worse')
    expect(cell?.checks.find(({ subject }) => subject === 'fact')?.state).toBe('no-worse')
    expect(cell?.lost[0]).toMatchObject({ kind: 'rule', now: 'gone' })
    expect(readFileSync(path('gate.xml'), 'utf8')).toMatch(
      /<testcase [^>]*name="rule is no worse[^>]*><failure/,
    )
    expect(readFileSync(path('gate.md'), 'utf8')).toContain('## Lost since the baseline')
  })

  it('counts contexts that grew as worse, because whoever keeps all wins nothing', async () => {
    writeGate(keeping('false'))
    await runGate('--update')
    writeGate('export default ({ messages }) => ({ messages, usage: { costUsd: 0 } })')
    const { code, out } = await runGate()
    expect(code).toBe(1)
    expect(out).toContain('size of the context is')
  })

  it.each([
    [
      'hangs',
      'export default () => new Promise(() => setInterval(() => 0, 1000))',
      'no complete answer within',
      'compactor: {module: compactor.mjs, timeLimitSeconds: 0.3}\n',
    ],
    [
      'floods',
      "export default () => ({ messages: ['x'.repeat(50000)] })",
      'wrote more than',
      'compactor: {module: compactor.mjs, outputLimitMegabytes: 0.01}\n',
    ],
    ['throws', "export default () => { throw new Error('no such luck') }", 'no such luck', ''],
    [
      'prints half a JSON',
      'process.stdout.write(\'{"messages": [{"role": "us\')',
      'did not answer with JSON',
      `compactor: {name: c, command: [${process.execPath}, compactor.mjs]}\n`,
    ],
    ['has no function', 'export default 3', 'no function', ''],
    ['gives nothing', 'export default () => undefined', 'empty answer', ''],
    ['gives no messages', 'export default () => ({ text: 1 })', 'messages', ''],
  ])('ends with 2 and one line where the compactor %s', async (_, code, words, compactor) => {
    writeGate(code, '', few)
    if (compactor !== '') writeFileSync(path('gate.yaml'), compactor + few)
    const { code: exit, out } = await runGate()
    expect(exit).toBe(2)
    expect(out).toContain(words)
    expect(out.trim().split('\n').length).toBeLessThanOrEqual(3)
  })

  it('shows no key that a compactor prints', async () => {
    const keys = ['sk-ant-api03-A1b2C3d4A1b2', 'hunter2hunter2', 'q8Zr2LxV7Ktn3YbW9mPd4HsC6JfGeT1a']
    writeGate('', '', few)
    writeFileSync(
      path('compactor.mjs'),
      `console.error('401 at /work/x with ${keys[0]} password=${keys[1]} ${keys[2]}'); process.exit(1)`,
    )
    writeFileSync(path('gate.yaml'), `compactor: {command: [${process.execPath}, compactor.mjs]}\n${few}`)
    const { code, out, err } = await runGate('--junit', 'gate.xml', '--markdown', 'gate.md')
    const shown = [out, err, ...['gate.xml', 'gate.md'].map((name) => readFileSync(path(name), 'utf8'))]
    expect([code, out]).toEqual([
      2,
      expect.stringContaining('401 at /work/x with <key> password=<key> <key>'),
    ])
    for (const key of keys) expect(shown.join('\n')).not.toContain(key)
  })

  it.each([
    [
      'changes roles',
      'export default ({ messages }) => ({ messages: messages.map((one) => ({ ...one, role: "assistant" })) })',
    ],
    [
      'orphans results',
      'export default ({ messages }) => ({ messages: messages.filter(({ role }) => role === "user") })',
    ],
    [
      'returns more than it got',
      'export default ({ messages }) => ({ messages: [...messages, { role: "user", content: "more ".repeat(900) }] })',
    ],
  ])('ends with 1 where the compactor %s', async (_, code) => {
    writeGate(keeping('false'))
    await runGate('--update')
    writeGate(code)
    const { code: exit, out } = await runGate()
    expect(out.trim().split('\n')).toEqual([
      expect.stringContaining('Worse'),
      expect.stringContaining('refused'),
    ])
    expect(exit).toBe(1)
  })

  it('says why a result was refused, and nothing of checks that no baseline allows', async () => {
    writeGate(
      'export default ({ messages }) => ({ messages: messages.filter(({ role }) => role === "user") })',
    )
    const { code, out } = await runGate('--json')
    const { reasons } = gateResultSchema.parse(JSON.parse(out))
    expect([code, reasons]).toEqual([1, [expect.stringContaining('refused')]])
  })

  it('takes no baseline from refused results, and judges by none of them', async () => {
    writeGate(keeping('false'), 'rounds: [1, 2]\n', small.replace('rounds: [1]\n', ''))
    await runGate('--update')
    const baseline = readFileSync(path('gate-baseline.json'), 'utf8')
    // What was condensed once comes back with its own words, and then without a call.
    writeGate(
      keeping('/\\b[A-Z]{2}-\\d{3}\\b/.test(text) && /commit/.test(text)')
        .replace(
          '({ messages }) => {',
          '({ messages }) => { if (messages.some(({ content }) => content === "mark")) return { messages: messages.filter(({ role }) => role === "user") }',
        )
        .replace('...messages.slice(cut)]', '{ role: "user", content: "mark" }, ...messages.slice(cut)]'),
      'rounds: [1, 2]\n',
      small.replace('rounds: [1]\n', ''),
    )
    const { code, err, out } = await runGate('--update', '--json', '--junit', 'gate.xml')
    const { cells, reasons } = gateResultSchema.parse(JSON.parse(out))
    expect([code, cells.map(({ rounds }) => rounds)]).toEqual([1, [1]])
    expect(reasons).toContainEqual(expect.stringContaining('items of the kind rule'))
    expect(readFileSync(path('gate.xml'), 'utf8')).toContain('results were refused')
    expect(readFileSync(path('gate-baseline.json'), 'utf8')).toBe(baseline)
    expect(err).toContain('No baseline was written')
  })

  it('asks before it runs anything, and takes no baseline of other histories', async () => {
    writeGate(keeping('false'))
    expect(await line.run(['gate'])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    await runGate('--update')
    writeGate(keeping('false'), 'seed: 9\n')
    expect(await runGate()).toMatchObject({ code: 2, out: expect.stringContaining('of other histories') })
    writeGate(
      keeping('false'),
      'rounds: [1, 2]\n'.replace('rounds', 'formats').replace('[1, 2]', '[anthropic, ai-sdk]'),
    )
    expect(await runGate()).toMatchObject({ code: 2, out: expect.stringContaining('lacks some formats') })
    writeFileSync(path('gate-baseline.json'), '{"version":1')
    expect(await runGate()).toMatchObject({ code: 2, err: expect.stringContaining('no baseline of a gate') })
  })

  it('says what is wrong with its file, each with its place', async () => {
    writeFileSync(path('gate.yaml'), 'compactor: {command: [x], module: y}\nround: [1]\n')
    const { code, err } = await runGate()
    expect(code).toBe(2)
    expect(err).toContain('one of command, module')
    expect(err).toContain('gate.yaml:2:1')
    rmSync(path('gate.yaml'))
    expect((await runGate()).err).toContain('gate init')
  })

  it('does not pass a kind that lost what chance could have taken, and names it', async () => {
    writeGate(keeping('false'))
    await runGate('--update')
    writeGate(keeping('/\\b[A-Z]{2}-\\d\\d[0-2]\\b/.test(text) && /commit/.test(text)'))
    const { code, out } = await runGate('--json')
    const { cells, reasons } = gateResultSchema.parse(JSON.parse(out))
    expect([code, reasons]).toEqual([3, [expect.stringContaining('items of the kind rule are there to')]])
    expect(cells[0]?.lost[0]).toMatchObject({ kind: 'rule', now: 'gone' })
  })

  it('could not be tried where the model that is asked gives no answers', async () => {
    writeFileSync(path('answers.jsonl'), '')
    const profile = ['ci', '--vendor', 'recorded', '--model', 'm', '--recording', path('answers.jsonl')]
    expect((await line.run(['profiles', 'add', ...profile])).code).toBe(0)
    writeGate(keeping('false'), '', few)
    const { code, out } = await runGate('--update', '--model', 'ci', '--budget', '1')
    expect([code, out]).toEqual([2, expect.stringMatching(/^Could not be run: .*\n.*\(3 of 3 tries\)\n$/)])
    expect(existsSync(path('gate-baseline.json'))).toBe(false)
  })

  it('proves nothing on too few histories', async () => {
    writeGate(keeping('false'), '', few)
    await runGate('--update')
    expect(await runGate()).toMatchObject({ code: 3, out: expect.stringContaining('7 are the fewest') })
  })

  it('gives a command files in a folder, where it is asked for', async () => {
    writeFileSync(
      path('compactor.cjs'),
      "const fs = require('node:fs'); const { messages } = JSON.parse(fs.readFileSync('input.json', 'utf8')); fs.writeFileSync('output.json', JSON.stringify({ messages: [messages[0], { role: 'user', content: 'rest' }] }))",
    )
    writeFileSync(
      path('gate.yaml'),
      `compactor: {command: [${process.execPath}, compactor.cjs], exchange: directory}\n${few}`,
    )
    expect((await runGate('--update')).code).toBe(0)
    expect(await runGate()).toMatchObject({ code: 3, out: expect.stringContaining('7 are the fewest') })
  })
})

/** What has to be there for each language, and what builds it. */
const tools: Readonly<Record<(typeof starterLanguages)[number], readonly string[]>> = {
  typescript: [],
  python: ['python3', '--version'],
  ruby: ['ruby', '--version'],
  shell: ['jq', '--version'],
  go: ['go', 'version'],
  rust: ['rustc', '--version'],
}
const hasTool = ([program, ...parameters]: readonly string[]): boolean =>
  program === undefined || spawnSync(program, parameters).status === 0

describe('a compactor to begin with', () => {
  it.each(starterLanguages)('runs as it is written: %s', async (language) => {
    const { code, out } = await line.run(['gate', 'init', '--language', language])
    expect(code).toBe(0)
    const workflow = readFileSync(path('.github/workflows/compaction-gate.yml'), 'utf8')
    const { jobs } = parse(workflow) as { jobs: { gate: { steps: readonly { name?: string }[] } } }
    const names = jobs.gate.steps.flatMap(({ name }) => name ?? [])
    expect(names.includes('Build the compactor')).toBe(['go', 'rust'].includes(language))
    expect(names).toContain('Run the gate')
    expect((await line.run(['gate', 'init', '--language', language])).code).toBe(2)
    if (!hasTool(tools[language])) return
    const [, build] = /Build it with `([^`]*)`/.exec(out) ?? []
    expect(build === undefined ? 0 : spawnSync('sh', ['-c', build], { cwd: line.folder }).status).toBe(0)
    const written = readFileSync(path('gate.yaml'), 'utf8')
    writeFileSync(
      path('gate.yaml'),
      written.replace(/^(histories|tokens|rounds):.*$/gm, '') + few.replace('5000', '8000'),
    )
    const update = await runGate('--update')
    expect([update.code, update.out]).toEqual([0, expect.stringContaining('rule')])
    expect(existsSync(path('gate-baseline.json'))).toBe(true)
    expect(await runGate()).toMatchObject({ code: 3, out: expect.stringContaining('7 are the fewest') })
  })
})
