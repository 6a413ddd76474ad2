import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
    ['percent-encoded in small letters', encodeURIComponent(key).toLowerCase().replace('q', 'Q')],
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
    ['pieces of 11 characters', key.slice(0, 11), key.slice(0, 11)],
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
          expect(spelt.flatMap(windowsOf).filter((window) => cleaned.includes(window))).toEqual([])
        },
      ),
    )
  })
})

function piece(text: string, from: number, to: number): string {
  const start = from % text.length
  return text.slice(start, start + 1 + (to % text.length))
}

function windowsOf(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - 11) }, (_, at) => text.slice(at, at + 12))
}
