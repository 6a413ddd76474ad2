import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { modelBy } from '../../kernel/testing/model-by.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { runWith } from '../../kernel/testing/run-with.ts'
import { end, long, read, task } from '../../kernel/testing/small-histories.ts'
import { externalMethod } from '../../methods/external/external.ts'
import { createArmService } from './arm-service.ts'
import { armDependencies } from './testing/arm-dependencies.ts'

/** Each example, and each framework by stand-ins of its package with the same exports, as a person would run it. */

const root = join(import.meta.dirname, '..', '..', '..', '..')
const example = (name: string): string => join(root, 'examples', 'arms', name)
const packages = mkdtempSync(join(tmpdir(), 'dewpoint-packages-'))
const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0)

const history: Message[] = [
  task,
  ...['alpha', 'beta', 'gamma', 'delta'].flatMap((word, at) => read(`c${at}`, `${word}.ts`, long(word))),
  end,
]

function install(
  name: string,
  version: string,
  files: Readonly<Record<string, string>>,
  exports: object,
): void {
  const folder = join(packages, 'node_modules', name)
  const all = { ...files, 'package.json': JSON.stringify({ name, version, exports }) }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

beforeAll(() => {
  const prune = `const pruneMessages = ({ messages }) => { const kept = new Set(['c3']); return messages.map((m) => Array.isArray(m.content) ? { ...m, content: m.content.filter((p) => p.toolCallId === undefined || kept.has(p.toolCallId)) } : m).filter((m) => m.content.length > 0) }`
  install(
    'ai',
    '7.0.3',
    {
      'index.mjs': `${prune}\nexport { pruneMessages }`,
      'index.js': `${prune}\nmodule.exports = { pruneMessages }`,
    },
    {
      './package.json': './package.json',
      '.': { types: './index.d.ts', import: './index.mjs', require: './index.js' },
    },
  )
  const core = `class Base { constructor(fields) { Object.assign(this, fields) } getType() { return this.constructor.kind } }
class SystemMessage extends Base { static kind = 'system' }
class HumanMessage extends Base { static kind = 'human' }
class AIMessage extends Base { static kind = 'ai' }
class ToolMessage extends Base { static kind = 'tool' }
const trimMessages = async (messages, { startOn }) => startOn === 'human' ? [messages[0].getType() === 'system' ? messages[0] : undefined, undefined] : messages.slice(-2)`
  const names = 'SystemMessage, HumanMessage, AIMessage, ToolMessage, trimMessages'
  install(
    '@langchain/core',
    '1.4.0',
    {
      'messages.mjs': `${core}\nexport { ${names} }`,
      'messages.cjs': `${core}\nmodule.exports = { ${names} }`,
    },
    {
      './messages': { require: { default: './messages.cjs' }, import: { default: './messages.mjs' } },
    },
  )
  const edit = `export class ClearToolUsesEdit { constructor(options) { this.options = options } async apply({ messages, countTokens }) { if (countTokens(messages) < this.options.trigger.tokens) return; const tools = messages.flatMap((m, at) => m.getType() === 'tool' ? [at] : []); for (const at of tools.slice(0, -this.options.keep.messages)) { const old = messages[at]; messages[at] = new old.constructor({ ...old, content: this.options.placeholder }) } } }`
  install('langchain', '1.5.0', { 'index.js': edit }, { '.': { import: './index.js' } })
  const cut = `export const findCutPoint = (entries, from, to, keep) => ({ firstKeptEntryIndex: keep === 20000 ? to - 3 : from, isSplitTurn: true })`
  install('@mariozechner/pi-coding-agent', '1.5.2', { 'index.js': cut }, { '.': { import: './index.js' } })
  writeFileSync(join(packages, 'package.json'), '{}')
})
afterAll(() => rmSync(packages, { recursive: true, force: true }))

const arms = createArmService(armDependencies())

async function run(settings: Readonly<Record<string, unknown>>) {
  const { summary, condensed } = await runWith(
    { provider: externalMethod, settings, conversation: conversationFor(history) },
    modelBy(() => []),
    { services: { arms } },
  )
  const notes = summary.warnings.flatMap(({ code, message }) => (code === 'arm-note' ? [message] : []))
  return { summary, notes, messages: condensed?.conversation.messages ?? [] }
}

describe('the example', () => {
  it.skipIf(python === undefined)('keep_ends.py keeps both ends and says what is gone', async () => {
    const { summary, messages } = await run({
      command: [python, example('keep_ends.py')],
      settings: { keep: 3 },
    })
    expect(summary.error).toBeNull()
    expect(messages).toHaveLength(5)
    expect(messages[0]).toBe(history[0])
    expect(messages[1]).toMatchObject({ isSummary: true, content: [{ text: '6 messages were left out.' }] })
  })

  it('prune-messages.mjs wraps pruneMessages', async () => {
    const command = [process.execPath, example('prune-messages.mjs'), packages]
    const { messages, notes, summary } = await run({ command, format: 'ai-sdk' })
    expect(summary.error).toBeNull()
    expect(messages).toEqual([history[0], history[7], history[8], history[9]])
    expect(notes).toEqual(['The method says: ai@7.0.3'])
  })

  it('trim-messages.mjs wraps trimMessages', async () => {
    const command = [process.execPath, example('trim-messages.mjs'), packages]
    const { summary } = await run({ command, format: 'openai-chat' })
    // The newest two messages begin with a result whose call is gone.
    expect(summary.error?.message).toMatch(/rule (tool-pairing|roles-legal)/)
  })

  it('http-arm.mjs clears old results behind an address', async () => {
    const server = spawn(process.execPath, [example('http-arm.mjs')])
    try {
      const address = await new Promise<string>((resolve) =>
        server.stdout.once('data', (data) => resolve(String(data).trim())),
      )
      const { messages, summary } = await run({ address, settings: { keep: 1 } })
      expect(summary.error).toBeNull()
      expect(JSON.stringify(messages).split('[cleared]')).toHaveLength(4)
      expect(messages.at(-2)).toBe(history.at(-2))
    } finally {
      server.kill()
    }
  })
})

describe('a framework from a folder', () => {
  const preset = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
    ...externalMethod.presets.find((own) => own.id === id)?.settings,
    folder: packages,
    ...more,
  })

  it('prunes by the AI SDK, and says which version ran', async () => {
    const { notes, messages } = await run(preset('ai-prune-messages'))
    expect(messages).toHaveLength(4)
    expect(notes).toEqual(['The method says: ai@7.0.3'])
    expect(await arms.identify('external', preset('ai-prune-messages'))).toBe('ai@7.0.3')
    const step = { steps: [{ providerId: 'external', settings: preset('ai-prune-messages') }] }
    expect(await arms.identify('pipeline', step)).toBe('ai@7.0.3')
  })

  it('shows what it breaks as a broken rule and not as a saving', async () => {
    const { summary } = await run(preset('langchain-trim-messages'))
    expect(summary).toMatchObject({ status: 'failed', error: { code: 'invariant-broken' } })
    expect(summary.validity.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['no-empty-content', 'roles-legal']),
    )
  })

  it('clears by LangChain', async () => {
    const settings = { trigger: 1000, keep: 3, placeholder: '[cleared]' }
    const { messages, notes } = await run(preset('langchain-clear-tool-uses', { settings }))
    expect(JSON.stringify(messages).split('[cleared]')).toHaveLength(2)
    expect(messages[2]).toMatchObject({ content: [{ tool_use_id: 'c0', content: '[cleared]' }] })
    expect(messages.slice(3)).toEqual(history.slice(3))
    expect(notes).toEqual(['The method says: langchain@1.5.0', 'The method says: @langchain/core@1.4.0'])
  })

  it('cuts where pi does', async () => {
    const { messages, summary } = await run(preset('pi-find-cut-point'))
    expect(summary.error).toBeNull()
    expect(messages.slice(1)).toEqual(history.slice(-3))
  })

  it.each([
    ['', /install ai` in it, and set its absolute path/],
    [join(tmpdir(), 'dewpoint-nowhere'), /has no package ai: run `npm install ai` in that folder/],
  ])('is refused where it is not there: "%s"', async (folder, says) => {
    const { summary } = await run(preset('ai-prune-messages', { folder }))
    expect(summary.error?.message).toMatch(says)
  })
})

it('gives the key of a profile to an arm that names it, and refuses one that is not there', async () => {
  const command = [process.execPath, '-e', '']
  const { summary } = await run({ command, profile: 'missing' })
  expect(summary.error).toMatchObject({
    code: 'arm-key-missing',
    message: expect.stringContaining('no such profile'),
  })
})
