import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../src/main/cli/testing/command-line.ts'
import { hasRealHistories, realHistories } from '../../../src/main/kernel/testing/real-histories.ts'
import { createBulkCounter } from '../../../src/main/kernel/tokens/bulk-counter.ts'
import { armFormats } from '../../../src/main/methods/external/formats/formats.ts'
import { startModelServer, type ModelServer } from '../../../src/main/platform/llm/testing/model-server.ts'
import type { Message } from '../../../src/shared/kernel/message.ts'
import type * as library from './index.ts'
import { installPackage, type InstalledPackage } from './testing/installed-package.ts'

/** The package as others get it: packed, installed where nothing else is, and bundled for a browser. */

type Library = typeof library
type Plain = Pick<Message, 'role' | 'content'>

const file = Array.from(
  { length: 120 },
  (_, at) => `export const value${at} = ${at} // of a file that is read again`,
)
const summary =
  'The user wants the values checked. Files a.ts and b.ts were read twice; nothing was changed yet.'
/** Thirty exchanges with repeated reads, parallel calls and remarks. */
const history: readonly Plain[] = [
  { role: 'user', content: 'Check the values. Never touch the tests.' },
  ...Array.from({ length: 30 }, (_, at): Plain[] => {
    const ids = at % 3 === 0 ? [`c${at}a`, `c${at}b`] : [`c${at}a`]
    const results = ids.map((id, place) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: `${file.slice(0, 40 + 7 * ((at + place) % 4)).join('\n')}\nrun ${at % 5}`,
    }))
    return [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `Step ${at}: I read on, because the values must add up.` },
          ...ids.map((id, place) => ({
            type: 'tool_use',
            id,
            name: 'read_file',
            input: { path: (at + place) % 2 === 0 ? 'a.ts' : 'b.ts' },
          })),
        ],
      },
      { role: 'user', content: results },
      ...(at % 7 === 6
        ? [
            { role: 'assistant', content: 'What next?' },
            { role: 'user', content: `Remark ${at}: go on.` },
          ]
        : []),
    ]
  }).flat(),
  { role: 'assistant', content: 'All values add up.' },
]
const histories = [
  { name: 'thirty exchanges', messages: history },
  ...(hasRealHistories ? realHistories().slice(0, 1) : []),
].map(({ name, messages }) => ({
  name,
  messages: messages.map(({ role, content }): Plain => ({ role, content })),
}))

let installed: InstalledPackage
let commands: CommandLine
let server: ModelServer
let inNode: Library
let inBrowser: Library
let browserCode = ''

beforeAll(async () => {
  installed = await installPackage()
  commands = await makeCommandLine()
  server = await startModelServer({ protocol: 'openai-chat', script: [{ kind: 'answer', texts: [summary] }] })
  inNode = (await import(join(installed.folder, 'node_modules/@dewpoint/condense/dist/index.js'))) as Library
  browserCode = await bundled(installed.folder)
  inBrowser = inPage(browserCode)
})
afterAll(async () => {
  await Promise.all([installed.clean(), commands.clean(), server.close()])
})

describe('the packed package', () => {
  it('holds what is published and nothing else', () => {
    expect(installed.files.map(({ path }) => path).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/condense-error.d.ts',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/planted.d.ts',
      'dist/types.d.ts',
      'package.json',
    ])
  })

  it('is below 250 KB compressed, without tables of tokenizers', async () => {
    const code = await readFile(join(installed.folder, 'node_modules/@dewpoint/condense/dist/index.js'))
    expect(gzipSync(code).length).toBeLessThan(250_000)
    expect(gzipSync(browserCode).length).toBeLessThan(250_000)
  })

  it('needs no other package, and no module of Node', async () => {
    const manifest: unknown = JSON.parse(
      await readFile(join(installed.folder, 'node_modules/@dewpoint/condense/package.json'), 'utf8'),
    )
    expect(manifest).not.toHaveProperty('dependencies')
    expect(browserCode).not.toMatch(/\bfrom\s*["']|\bimport\s*\(|\brequire\s*\(|["']node:/)
  })

  it('runs in an empty ESM project', async () => {
    await writeFile(
      join(installed.folder, 'use.js'),
      `import { check, condense, expand } from '@dewpoint/condense'
const messages = ${JSON.stringify(history)}
const result = await condense(messages, { preset: 'lossless-strict' })
console.log(JSON.stringify([check(result.messages), result.stats.reductionPercent > 30, JSON.stringify(expand(result)) === JSON.stringify(messages)]))`,
    )
    expect(await installed.node('use.js')).toBe('[[],true,true]\n')
  })

  it('has types that compile there, strictly, and refuse what is wrong', async () => {
    await writeFile(
      join(installed.folder, 'types.ts'),
      `import { check, condense, CondenseError, expand, type CondenseResult, type Format } from '@dewpoint/condense'
type Message = { role: 'user' | 'assistant'; content: string }
const messages: Message[] = [{ role: 'user', content: 'Go.' }]
const result: CondenseResult<Message> = await condense(messages, { preset: 'lossless', model: async ({ messages: asked }) => asked[0]?.content ?? '' })
const after: Message[] = result.messages
const back: Message[] = expand(result)
const format: Format = result.format
export const all = [after, back, format, check(after)[0]?.rule, new CondenseError('code', 'text').code]
await condense(messages, { settings: {} })
// @ts-expect-error nothing says how
await condense(messages, {})
// @ts-expect-error no such format
await condense(messages, { preset: 'lossless', format: 'xml' })
// @ts-expect-error a preset has its own provider
await condense(messages, { preset: 'lossless', provider: 'smart' })`,
    )
    expect(await installed.compile()).toBe('')
  })
})

/** Arms for all histories, and those that one history is enough for. */
const usual = ['lossless', 'codex-local'] as const
const arms = ['lossless', 'truncation', 'sliding-window-last-20', 'claude-code-microcompact', 'codex-local']

describe.each(histories)('$name', ({ name, messages }) => {
  it.each(messages === histories[0]?.messages ? arms : usual)(
    'come out as from the command line, in Node and in a browser, with %s',
    async (arm) => {
      const path = join(commands.folder, `${name.replaceAll(/\W+/g, '-')}.json`)
      await writeFile(path, JSON.stringify(messages))
      const { messages: expected, isCondensed } = await fromCommandLine(path, arm)
      // Real histories have nothing to condense for some arms.
      expect(isCondensed || messages !== histories[0]?.messages).toBe(true)
      const counter = await createBulkCounter()
      const options = { preset: arm, model: 'extractive', counter } as const
      expect((await inNode.condense(messages, options)).messages).toEqual(expected)
      const inPageToo = await inBrowser.condense(structuredClone(messages), options)
      expect(JSON.parse(JSON.stringify(inPageToo.messages))).toEqual(expected)
    },
  )
})

describe.each(['openai-chat', 'openai-responses'] as const)('the same in the shape of %s', (format) => {
  const own = armFormats[format].write(history, () => undefined).map(({ item }) => item as Item)
  const body = { model: 'gpt-5', [format === 'openai-chat' ? 'messages' : 'input']: own }

  it.each(usual)('comes out as the command line reads and condenses it, with %s', async (arm) => {
    const path = join(commands.folder, `${format}.json`)
    await writeFile(path, JSON.stringify(body))
    const { messages } = await fromCommandLine(path, arm)
    const expected = armFormats[format].write(messages, () => undefined)
    const options = { preset: arm, format, model: 'extractive', counter: await createBulkCounter() } as const
    const result = await inNode.condense(own, options)
    expect(result.messages.map(withParts)).toEqual(expected.map(({ item }) => withParts(item as Item)))
  })
})

it('come out as from the command line with a summary of a model that always says the same', async () => {
  const path = join(commands.folder, 'asked.json')
  await writeFile(path, JSON.stringify(history))
  const address = ['--vendor', 'openai-compatible', '--model', 'm', '--base-url', server.url]
  await commands.json(['profiles', 'add', 'fixed', ...address, '--window', '200000'])
  const { messages: expected } = await fromCommandLine(path, 'opencode', '--profile', 'fixed')
  expect(JSON.stringify(expected)).toContain(summary)
  const options = { preset: 'opencode', counter: await createBulkCounter(), model: async () => summary }
  const result = await inNode.condense(history, options)
  expect(result.messages).toEqual(expected)
  expect(result.summary).toContain(summary)
  const inPageToo = await inBrowser.condense(history, options)
  expect(JSON.parse(JSON.stringify(inPageToo.messages))).toEqual(expected)
})

/** Role and content of what `dewpoint condense` gives. */
async function fromCommandLine(
  path: string,
  arm: string,
  ...more: readonly string[]
): Promise<{ readonly messages: readonly Plain[]; readonly isCondensed: boolean }> {
  const answer = await commands.json(['condense', path, '--arm', arm, '--with-messages', ...more])
  const { messages, status } = answer as { readonly messages: readonly Plain[]; readonly status: string }
  expect(['condensed', 'unchanged']).toContain(status)
  return {
    messages: messages.map(({ role, content }) => ({ role, content })),
    isCondensed: status === 'condensed',
  }
}

type Item = Readonly<Record<string, unknown>>

/** A message whose content is a text, as its one part: importers make parts of both. */
function withParts(item: Item): Item {
  const { content, role } = item
  if (typeof content !== 'string' || role === 'tool') return item
  const type = item['type'] !== 'message' ? 'text' : role === 'assistant' ? 'output_text' : 'input_text'
  return { ...item, content: [{ type, text: content }] }
}

/** A page's script with the installed package in it. */
async function bundled(folder: string): Promise<string> {
  await writeFile(join(folder, 'page.js'), `export * from '@dewpoint/condense'\n`)
  const bundle = await rolldown({ input: join(folder, 'page.js'), platform: 'browser', cwd: folder })
  const { output } = await bundle.generate({ format: 'iife', name: 'dewpoint', minify: true })
  await bundle.close()
  return output.map((part) => (part.type === 'chunk' ? part.code : '')).join('')
}

/** Runs a script where nothing is but the language and what browsers have of what the package uses. */
function inPage(code: string): Library {
  const { AbortController, TextDecoder, URL, atob, btoa, performance, structuredClone } = globalThis
  const page = createContext({ AbortController, TextDecoder, URL, atob, btoa, performance, structuredClone })
  runInContext(code, page)
  return runInContext('dewpoint', page) as Library
}
