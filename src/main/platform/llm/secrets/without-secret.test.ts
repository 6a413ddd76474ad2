import { inspect } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../../../kernel/testing/scripted-model.ts'
import { hear, createTestModel, type Heard } from '../testing/ask.ts'
import type { Reply } from '../testing/model-server.ts'
import { everyProtocol, serve } from '../testing/serve.ts'
import { withoutSecret } from './without-secret.ts'

const key = 'sk-secret-0123456789'

/** Everything that can be found in what was heard, hidden fields and causes included. */
function everything(heard: Heard): string {
  return inspect(heard, { depth: Infinity, showHidden: true, maxStringLength: null, maxArrayLength: null })
}

describe.each(everyProtocol)('over %s, the key', (protocol) => {
  it('travels in its headers and nowhere else', async () => {
    const server = await serve(protocol, { kind: 'answer', texts: ['x'] })
    await hear(createTestModel(protocol, server.url, { key: ` ${key}\n` }))
    const { headers, path, text } = await server.seen(1)
    expect(headers.authorization).toBe(`Bearer ${key}`)
    // Servers that speak Anthropic's protocol mostly know this header only.
    expect(headers['x-api-key']).toBe(protocol === 'anthropic' ? key : undefined)
    const others = { ...headers, authorization: '', 'x-api-key': '' }
    expect(JSON.stringify({ others, path, text })).not.toContain(key)
  })

  it.each([null, '', '  '])('leaves out the header where it is %j', async (none) => {
    const server = await serve(protocol, { kind: 'answer', texts: ['x'] })
    expect((await hear(createTestModel(protocol, server.url, { key: none }))).error).toBeNull()
    const { headers } = await server.seen(1)
    expect(Object.keys(headers)).not.toContain('authorization')
    expect(Object.keys(headers)).not.toContain('x-api-key')
  })

  it.each<readonly [string, Reply]>([
    ['a refused request', { kind: 'error', status: 401, message: `Not your key: Bearer ${key}` }],
    ['a page', { kind: 'error', status: 500, body: `<title>${key}</title>` }],
    ['a header', { kind: 'error', status: 400, headers: { 'x-echo': key, 'request-id': key } }],
    ['the address of a redirect', { kind: 'error', status: 302, headers: { location: `/${key}/x` } }],
    ['an error within the answer', { kind: 'broken', texts: [], by: 'error', message: key }],
    ['the answer', { kind: 'answer', texts: [`It is ${key}!`] }],
    ['a refused request, in base64', { kind: 'error', status: 401, message: btoa(`Bearer ${key}`) }],
    ['two pieces of the answer', { kind: 'answer', texts: ['It is sk-sec', 'ret-0123456789!'] }],
    ['single characters of the answer', { kind: 'answer', texts: `It is ${key}!`.split('') }],
    ['an answer that breaks off', { kind: 'broken', texts: [key.slice(0, 9), key.slice(9)], by: 'cut' }],
  ])('is removed from %s', async (_, reply) => {
    const server = await serve(protocol, reply)
    const heard = await hear(createTestModel(protocol, server.url))
    expect(everything(heard)).not.toContain(key)
    expect(
      heard.events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join(''),
    ).not.toContain(key)
  })

  it('is not left over in part where the words of a server are cut', async () => {
    const message = `${'x'.repeat(300 - 12)}${key}`
    const server = await serve(protocol, { kind: 'error', status: 400, message })
    const heard = await hear(createTestModel(protocol, server.url))
    expect(heard.error).toMatchObject({ message: expect.stringMatching(/x\[key removed\]…?$/) })
    expect(everything(heard)).not.toContain('sk-')
  })

  it('does not follow a redirect, and says where it points', async () => {
    const elsewhere = await serve(protocol, { kind: 'answer', texts: ['Thank you for the key.'] })
    const { host } = new URL(elsewhere.url)
    const location = `http://name:word@${host}/v1/messages?token=abc#part`
    const server = await serve(protocol, { kind: 'error', status: 307, headers: { location } })
    const heard = await hear(createTestModel(protocol, server.url))
    expect(elsewhere.requests).toHaveLength(0)
    expect(server.requests).toHaveLength(1)
    expect(heard.error).toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining(
        `redirects to http://${host}/v1/messages (307), which is not followed.`,
      ),
    })
    expect(everything(heard)).not.toMatch(/abc|word/)
  })
})

describe('without its secret, a model', () => {
  const say = async (pieces: readonly string[], secret = key): Promise<string> => {
    const events = pieces.map((text) => ({ kind: 'text' as const, text }))
    return (await hear(withoutSecret(scriptedModel(events), secret))).text
  }

  it.each([
    [['a sk-secret-01', '2345678', '9 b'], 'a [key removed] b'],
    [[key, key], '[key removed][key removed]'],
    [['sk-secret-sk-secret-', '0123456789'], 'sk-secret-[key removed]'],
    [['the end is sk-secre'], 'the end is sk-secre'],
    [['sk-secre', 't-0 nothing'], 'sk-secret-0 nothing'],
  ])('says of %j only %j', async (pieces, expected) => {
    expect(await say(pieces)).toBe(expected)
  })

  it.each([
    ['ollama', 'I run on [key removed].'],
    ['run', 'I run on ollama.'],
  ])('removes a short key such as %s, and one of three characters not', async (secret, expected) => {
    expect(await say(['I run on ol', 'lama.'], secret)).toBe(expected)
  })

  it('says no piece of twelve characters, however its answer comes in pieces', async () => {
    const secrets = fc.stringMatching(/^[!-~]{12,40}$/)
    const lengths = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 3, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(secrets, lengths, fc.boolean(), async (secret, sizes, isEncoded) => {
        const form = isEncoded ? Buffer.from(secret).toString('base64').replace(/.=*$/, '') : secret
        const text = `Key: ${form.slice(3)}, ${form}${form.slice(0, 14)}; ${form.slice(2, -1)}.`
        const pieces: string[] = []
        for (let at = 0, turn = 0; at < text.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          pieces.push(text.slice(at, at + size))
          at += size
        }
        const said = await say(pieces, secret)
        const windows = Array.from({ length: form.length - 11 }, (_, at) => form.slice(at, at + 12))
        expect(windows.filter((window) => said.includes(window))).toEqual([])
        expect(said).toContain('[key removed]')
      }),
    )
  })

  it('says what it held back before it is asked again', async () => {
    const model = scriptedModel([
      { kind: 'text', text: 'sk-' },
      { kind: 'call' },
      { kind: 'text', text: 'x' },
    ])
    const { events } = await hear(withoutSecret(model, key))
    expect(events).toEqual([
      { kind: 'call' },
      { kind: 'text', text: 'sk-' },
      { kind: 'call' },
      { kind: 'text', text: 'x' },
    ])
  })
})
