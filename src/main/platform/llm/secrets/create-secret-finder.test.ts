import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { disguises, findKeyFragments } from '../testing/disguises.ts'
import { createSecretFinder } from './create-secret-finder.ts'

const key = 'sk-ant-Q7+w/9"zX%4rT_8mB2'

describe('a finder of secrets', () => {
  it.each([
    ['as it is', key],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64 of addresses', Buffer.from(key).toString('base64url')],
    ['as a basic authorization', Buffer.from(`user:${key}`).toString('base64')],
    ['behind a word', Buffer.from(`Bearer ${key}`).toString('base64')],
    ['in hexadecimal', Buffer.from(key).toString('hex')],
    ['percent-encoded', encodeURIComponent(key)],
    [
      'percent-encoded in small letters',
      encodeURIComponent(key).replaceAll(/%../g, (code) => code.toLowerCase()),
    ],
    ['as JSON escapes it', JSON.stringify({ key })],
    ['by its beginning', `${key.slice(0, 12)}...`],
    ['by its middle', key.slice(6, 19)],
    ['by its end', `...${key.slice(-12)}`],
  ])('removes a key %s', (_, text) => {
    const { clean } = createSecretFinder(key)
    const cleaned = clean(`It is ${text}!`)
    expect(cleaned).toMatch(/^It is .*\[key removed\].*!$/)
    expect(cleaned.replaceAll('[key removed]', '').length).toBeLessThan(32)
  })

  it.each([
    ['', 'nothing to find', 'nothing to find'],
    ['pieces of 7 characters', key.slice(7, 14), key.slice(7, 14)],
    ['what every key of its vendor begins with', 'A key begins with sk-ant-', 'A key begins with sk-ant-'],
  ])('keeps %s', (_, text, expected) => {
    expect(createSecretFinder(key).clean(text)).toBe(expected)
  })

  it.each([
    ['abcd', 'ab abcd abcde', 'ab [key removed] [key removed]e'],
    ['lm-studio', 'LM Studio: lm-studio, lm-stud', 'LM Studio: [key removed], lm-stud'],
  ])('removes the short key %s only whole', (secret, text, expected) => {
    expect(createSecretFinder(secret).clean(text)).toBe(expected)
  })

  it('leaves no piece of twelve characters of a key, in any form, in any text', () => {
    const secrets = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 12,
      maxLength: 60,
    })
    const cuts = fc.tuple(fc.nat(), fc.nat(), fc.string({ maxLength: 5 }))
    fc.assert(
      fc.property(
        secrets,
        fc.array(cuts, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        (secret, parts, which) => {
          const spelt = [
            secret,
            encodeURIComponent(secret),
            JSON.stringify(secret).slice(1, -1),
            Buffer.from(secret).toString('hex'),
            // The ends may hold bits of no secret.
            Buffer.from(secret).toString('base64').replaceAll('=', '').slice(0, -1),
            Buffer.from(secret).toString('base64url').slice(0, -1),
          ]
          const form = spelt[which % spelt.length] ?? secret
          const text = parts.map(([from, to, other]) => piece(form, from, to) + other).join('')
          const cleaned = createSecretFinder(secret).clean(text)
          expect(spelt.flatMap(listWindows).filter((window) => cleaned.includes(window))).toEqual([])
        },
      ),
    )
  })
})

function piece(text: string, from: number, to: number): string {
  const start = from % text.length
  return text.slice(start, start + 1 + (to % text.length))
}

function listWindows(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - 11) }, (_, at) => text.slice(at, at + 12))
}

/** Keys as vendors give them out, and one that a person made up. */
const keys = [
  'sk-ant-api03-Q7wzX4rT8mB2kLp9_VdN3sYhG6-fJcEa5uRxW1tZoKi0AvMqSbHgAA',
  'sk-proj-x9Kd72LmQpR4tVw8YzB3nC6fH1jS5gA0',
  '0f3a9c2d1e8b7465a0f3a9c2d1e8b746',
  'sk-canary-0123456789abcdef',
]
/** Letters and digits of no key; the same at each run. */
const prose = 'The request was refused: check the value that was given, then try again in a while. '

describe.each(keys)('of %s', (secret) => {
  const finder = createSecretFinder(secret)

  it.each(Object.entries(disguises))('nothing is left where it stands %s', (_name, disguise) => {
    const text = `${prose}${disguise(secret)} ${prose}`
    expect(findKeyFragments(text, secret)).not.toEqual([])
    const cleaned = finder.clean(text)
    expect(findKeyFragments(cleaned, secret)).toEqual([])
    expect(cleaned).toContain('[key removed]')
    expect([cleaned.slice(0, prose.length - 1), cleaned.slice(-prose.length)]).toEqual([
      prose.trimEnd(),
      prose,
    ])
  })

  it('nothing is left in any disguise, however the text comes in pieces', () => {
    const names = fc.constantFrom(...Object.keys(disguises))
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 3 }), sizes, (chosen, lengths) => {
        const text = chosen.map((name) => `So it was: ${disguises[name]?.(secret)}`).join(' ')
        const stream = finder.stream()
        let said = ''
        for (let at = 0, turn = 0; at < text.length; turn += 1) {
          const size = lengths[turn % lengths.length] ?? 1
          said += stream.push(text.slice(at, at + size))
          at += size
        }
        said += stream.end()
        expect(findKeyFragments(said, secret)).toEqual([])
        expect(said).toBe(finder.clean(text))
      }),
      { numRuns: 60 },
    )
  })

  it('only some characters wait for what follows, whatever comes', () => {
    const stream = finder.stream()
    // What is removed says nothing either, once for the whole of it.
    const most = secret.length * 31 + 40
    for (const text of [
      secret.repeat(50),
      // A second could wait only until what comes in place of the first is due.
      `${secret.split('').join(' '.repeat(30))} `.repeat(4),
      ' '.repeat(5000),
    ]) {
      expect(text.length).toBeGreaterThan(most)
      let waiting = 0
      let longest = 0
      for (const one of text) {
        waiting = stream.push(one) === '' ? waiting + 1 : 0
        longest = Math.max(longest, waiting)
      }
      stream.end()
      expect(longest).toBeLessThan(most)
    }
  })
})

it.each(['\\', '%5c', '%25', ' ', 's', 'sk-', '\u{1d400}'])(
  'a long run of %j is no reason to read it again and again',
  (unit) => {
    const finder = createSecretFinder(keys[0] ?? '')
    const text = unit.repeat(1_000_000 / unit.length)
    expect(finder.clean(text)).toBe(text)
  },
)

describe('an honest text', () => {
  it.each([
    ['sk-no-key-required', 'There is no key required here. No-Key is needed; key required: no.'],
    ['not-needed', 'It is not needed; NOT NEEDED.'],
    ['my-local-key-1', 'My local key is on my local machine; key 1 of 2.'],
    ['1234567890123456', 'At 1234567890 and 567890123 seconds.'],
    [keys[0] ?? '', 'Café à la carte, naïve Ærø, ⑩ × ½ ㎏, 漢字かな, 🇫🇷 🙂, Ã© of old, 𝐛𝐨𝐥𝐝 ＦＵＬＬ ⓒ ™.'],
    [keys[0] ?? '', 'Set it to sk-ant-api03-... or to sk-ant-api03-xxxxxxxx.'],
    [keys[1] ?? '', 'A project key begins with sk-proj-, as in sk-proj-abc.'],
  ])('with the key %s stays as it is', (secret, text) => {
    expect(createSecretFinder(secret).clean(text)).toBe(text)
  })
})
