import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../api/contract.ts'
import { formatFieldSentence, formatIssueSentence } from './describe-issue.ts'

const passes = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('batch'), size: z.int() }),
  z.strictObject({ mode: z.literal('individual') }),
])
const schema = z.strictObject({
  flavour: z.enum(['classic', 'current']).default('classic'),
  keepLast: z.int().min(1).max(50).default(3),
  share: z.number().gt(0).lt(1).default(0.5),
  on: z.boolean().default(true),
  text: z.string().min(4).max(1000).default('none'),
  list: z.array(z.string()).min(2).default(['a', 'b']),
  passes: z.array(passes).default([]),
  url: z.url().default('http://a'),
  own: z
    .string()
    .regex(/^[a-z]*$/, 'Small letters.')
    .default(''),
})

describe('what does not fit', () => {
  it.each<[unknown, string]>([
    [{ flavour: 'x' }, 'flavour must be one of classic, current.'],
    [{ flavour: 7 }, 'flavour must be one of classic, current.'],
    [{ keepLast: 'x' }, 'keepLast must be a number, not text.'],
    [{ keepLast: 1.5 }, 'keepLast must be a whole number, not 1.5.'],
    [{ keepLast: 0 }, 'keepLast must be at least 1.'],
    [{ keepLast: 51 }, 'keepLast must be at most 50.'],
    [{ share: 1 }, 'share must be less than 1.'],
    [{ on: 'yes' }, 'on must be true or false, not text.'],
    [{ text: 'a' }, 'text must have at least 4 characters.'],
    [{ text: 'a'.repeat(1001) }, 'text must have at most 1,000 characters.'],
    [{ list: ['a'] }, 'list must have at least 2 items.'],
    [{ list: ['a', 1] }, 'Item 2 of list must be text, not a number (put it in quotes).'],
    [{ passes: [{ mode: 'x' }] }, 'mode must be one of batch, individual.'],
    [{ passes: [{ mode: 'batch' }] }, 'size is missing.'],
    [{ url: 'nowhere' }, 'url must be an address such as http://127.0.0.1:8080.'],
    [{ own: 'A' }, 'own does not fit: Small letters.'],
    [
      { foo: 1 },
      'The file has no key "foo" (its keys are flavour, keepLast, share, on, text, list, passes, url, own).',
    ],
    [[], 'The file must be a map of keys and values, not a list.'],
  ])('of %j is said in plain words', (value, sentence) => {
    const [issue] = schema.safeParse(value).error?.issues ?? []
    expect(formatIssueSentence(issue!, 'The file')).toBe(sentence)
  })

  it('begins with a capital below a field that is named already', () => {
    expect(formatFieldSentence('must be at least 1')).toBe('Must be at least 1.')
    expect(formatFieldSentence('Small letters.')).toBe('Small letters.')
  })
})

/** How the library itself speaks. */
const raw =
  /Invalid (input|option|key|string|type)|Unrecognized key|Too (big|small)|expected .* received|>=|<=/

describe('an input of the API that does not fit', () => {
  const methods = Object.entries(contract).flatMap(([area, procedures]) =>
    Object.entries(procedures).map(
      ([name, procedure]) => [`${area}.${name}`, findInputSchema(procedure)] as const,
    ),
  )

  it('is known for most methods', () => {
    expect(methods.filter(([, input]) => input !== null).length).toBeGreaterThan(80)
  })

  it.each(methods)('is explained in plain words by %s', (_name, input) => {
    if (input === null) return
    const shape = input instanceof z.ZodObject ? Object.keys(input.shape) : []
    const wrong: unknown[] = [null, -1, 1.5, '', 'x'.repeat(200_000), true, [], [null], {}, { x: 1 }]
    const inputs = [...wrong, ...shape.flatMap((key) => wrong.map((value) => ({ [key]: value })))]
    const messages = inputs.flatMap((value) =>
      (input.safeParse(value).error?.issues ?? []).map(({ message }) => message),
    )
    expect(messages.filter((message) => raw.test(message))).toEqual([])
  })
})

function findInputSchema(procedure: unknown): z.ZodType | null {
  const carrier = z.object({ '~orpc': z.object({ inputSchema: z.instanceof(z.ZodType).optional() }) })
  return carrier.parse(procedure)['~orpc'].inputSchema ?? null
}
