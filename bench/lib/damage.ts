import * as fc from 'fast-check'
import type { ReaderSample } from './reader-samples.ts'

/** One change to a file. Places are numbers that are taken modulo what there is. */
export type Change = {
  readonly kind: (typeof kinds)[number]
  readonly at: number
  readonly from: number
  readonly value: unknown
}

/** Which sample is damaged, and how. */
export type Damage = { readonly sample: number; readonly changes: readonly Change[] }

const kinds = ['set', 'drop', 'copy', 'rename', 'twice', 'cut', 'flip', 'insert', 'lines'] as const

/** What nobody expects in the place of a value. */
const odd: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  Number.MAX_SAFE_INTEGER,
  1e308,
  '',
  '\uD800',
  '__proto__',
  '\u0000',
  '<script>',
  'x'.repeat(5000),
  [],
  {},
  [[[[[[]]]]]],
  [null],
  { a: [] },
  // Has no text: whatever makes one of it throws.
  { toString: 1 },
  '1970-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  -8.64e15,
]
const names = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  'role',
  'type',
  'id',
  'parentId',
  'content',
]
const pieces = [
  '"',
  '\\',
  '\\u0000',
  '{',
  '}',
  ']',
  ',',
  ':',
  '\r',
  '\n',
  '\u0000',
  '[',
  '[',
  '{"a":',
  '\uFEFF',
]

const place = fc.nat(0xffff_ffff)

/** Damage of one of so many samples. */
export function damages(samples: number): fc.Arbitrary<Damage> {
  const value = fc.oneof(fc.constantFrom(...odd), fc.jsonValue({ maxDepth: 2 }))
  const change = fc.record({ kind: fc.constantFrom(...kinds), at: place, from: place, value })
  return fc.record({
    sample: fc.nat(samples - 1),
    changes: fc.array(change, { minLength: 1, maxLength: 6 }),
  })
}

/** A sample after some changes. */
export function damaged({ bytes, kind }: ReaderSample, changes: readonly Change[]): Buffer {
  return changes.reduce<Buffer>((now, change) => {
    const isStructural = ['set', 'drop', 'copy', 'rename', 'twice'].includes(change.kind)
    if (isStructural && kind === 'json') return Buffer.from(changedText(now.toString('utf8'), change))
    if (kind === 'lines' && (isStructural || change.kind === 'lines')) return changedLines(now, change)
    return changedBytes(now, change)
  }, bytes)
}

type Holder = { readonly parent: Record<string, unknown> | unknown[]; readonly key: string | number }

function changedText(text: string, change: Change): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  const holders = holdersIn(value)
  const target = holders[change.at % holders.length]
  if (target !== undefined) apply(target, holders[change.from % holders.length], change)
  return JSON.stringify(value)
}

/** Every place in a value, by what holds it. */
function holdersIn(value: unknown, found: Holder[] = []): Holder[] {
  if (Array.isArray(value)) {
    for (const [key, one] of value.entries()) {
      found.push({ parent: value, key })
      holdersIn(one, found)
    }
  } else if (typeof value === 'object' && value !== null) {
    // Made by JSON.parse, so it has keys alone.
    const parent = value as Record<string, unknown>
    for (const [key, one] of Object.entries(parent)) {
      found.push({ parent, key })
      holdersIn(one, found)
    }
  }
  return found
}

function apply({ parent, key }: Holder, other: Holder | undefined, { kind, from, value }: Change): void {
  // A place that another change has taken away holds nothing.
  const taken = other === undefined ? null : structuredClone(Reflect.get(other.parent, other.key))
  if (kind === 'set') Reflect.set(parent, key, value)
  else if (kind === 'copy') Reflect.set(parent, key, taken)
  else if (Array.isArray(parent)) {
    if (kind === 'drop') parent.splice(Number(key), 1)
    else parent.splice(Number(key), 0, structuredClone(parent[Number(key)]))
  } else if (kind === 'drop') Reflect.deleteProperty(parent, key)
  else {
    const name = names[from % names.length] ?? ''
    Object.defineProperty(parent, name, {
      value: parent[key],
      enumerable: true,
      configurable: true,
      writable: true,
    })
    if (kind === 'rename' && name !== key) Reflect.deleteProperty(parent, key)
  }
}

function changedLines(bytes: Buffer, change: Change): Buffer {
  const lines = bytes.toString('utf8').split('\n')
  const at = change.at % lines.length
  const from = change.from % lines.length
  const line = lines[at] ?? ''
  if (change.kind !== 'lines') {
    lines[at] = changedText(line, { ...change, at: change.from, from: change.at })
  } else if (change.from % 3 === 0) lines.splice(at, 1)
  else if (change.from % 3 === 1) lines.splice(from, 0, line)
  else [lines[at], lines[from]] = [lines[from] ?? '', line]
  return Buffer.from(lines.join('\n'))
}

function changedBytes(bytes: Buffer, { kind, at, from }: Change): Buffer {
  const start = bytes.length === 0 ? 0 : at % bytes.length
  const length = 1 + (from % (from % 5 === 0 ? 4096 : 16))
  switch (kind) {
    case 'flip': {
      const copy = Buffer.from(bytes)
      if (copy.length > 0) copy[start] = from & 0xff
      return copy
    }
    case 'cut':
      return from % 7 === 0
        ? bytes.subarray(0, start)
        : Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + length)])
    case 'copy':
    case 'twice':
      return Buffer.concat([
        bytes.subarray(0, start),
        bytes.subarray(start, start + length),
        bytes.subarray(start),
      ])
    default: {
      const piece = (pieces[from % pieces.length] ?? '').repeat(from % 11 === 0 ? 20_000 : 1)
      return Buffer.concat([bytes.subarray(0, start), Buffer.from(piece), bytes.subarray(start)])
    }
  }
}
