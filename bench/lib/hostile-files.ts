import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { between, seededRandom, type Random } from '../../scripts/sample/random.ts'
import { hostileSessions } from './hostile-sessions.ts'

/** What a hostile file is given as. */
export type HostileUse = 'history' | 'experiment' | 'policies' | 'preset' | 'prompt' | 'report' | 'settings'
export type HostileFile = {
  readonly name: string
  readonly use: HostileUse
  /** The name that it is recognised by, where another than that of Cline's history. */
  readonly file?: string
  readonly make: () => Buffer
}

const text = (name: string, use: HostileUse, make: () => string): HostileFile => ({
  name,
  use,
  make: () => Buffer.from(make()),
})

/** Damaged, endless and deceptive files for every command that reads one; the same for the same seed. */
export function hostileFiles(seed: number): readonly HostileFile[] {
  const random = seededRandom(seed)
  return [...damagedHistories(random, 90), ...oddHistories(), ...hostileSessions, ...writtenFiles(random)]
}

const sound = JSON.stringify(
  Array.from({ length: 12 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: [
      {
        type: 'text',
        text: `Step ${index} \u00e9 \ud83d\ude42 <read_file><path>src/a.ts</path></read_file>`,
      },
      { type: 'tool_use', id: `call-${index}`, name: 'read_file', input: { path: 'src/a.ts' } },
    ],
    ts: 1_760_000_000_000 + index * 9000,
  })),
)

/** A sound history with a few bytes changed, cut out, doubled or cut off. */
function damagedHistories(random: Random, count: number): readonly HostileFile[] {
  return Array.from({ length: count }, (_, index) => {
    const changes = Array.from({ length: between(random, 1, 4) }, () => ({
      kind: between(random, 0, 4),
      share: random(),
      byte: between(random, 0, 255),
    }))
    return {
      name: `a damaged history, number ${index}`,
      use: 'history' as const,
      make: () => changes.reduce<Buffer>((bytes, change) => damaged(bytes, change), Buffer.from(sound)),
    }
  })
}

type Damage = { readonly kind: number; readonly share: number; readonly byte: number }

function damaged(bytes: Buffer, { kind, share, byte }: Damage): Buffer {
  const at = Math.floor(bytes.length * share)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (kind) {
    case 0:
      return before
    case 1:
      return Buffer.concat([before, Buffer.from([byte]), after.subarray(1)])
    case 2:
      return Buffer.concat([before, after.subarray(byte)])
    case 3:
      return Buffer.concat([before, after.subarray(0, byte), after])
    default:
      return Buffer.concat([before, Buffer.alloc(byte), after])
  }
}

const message = (content: string): string => `[{"role":"user","content":${content}}]`
const million = 1_000_000

const values = [
  '',
  ' ',
  '\n',
  'null',
  '0',
  '1e999',
  '"a"',
  '{}',
  '[]',
  '[[]]',
  '[null]',
  '[1]',
  '{"a":1}',
  '[{}]',
]
const roles = ['null', '1', '[]', '{}', '""', '"system"', '"__proto__"', '"\\ud800"']
const contents = [
  'null',
  '1',
  'true',
  '{}',
  '[null]',
  '[1]',
  '[[]]',
  '[{}]',
  '[{"type":1}]',
  '[{"type":"text"}]',
]
const blocks = [
  '[{"type":"text","text":1}]',
  '[{"type":"tool_use"}]',
  '[{"type":"tool_use","id":1,"name":2,"input":3}]',
  '[{"type":"tool_use","id":"a","name":"__proto__","input":{"__proto__":{"a":1}}}]',
  '[{"type":"tool_result","tool_use_id":"a","content":[{"type":"tool_result","tool_use_id":"a","content":[]}]}]',
  '[{"type":"image","source":null}]',
]

function oddHistories(): readonly HostileFile[] {
  const all = (name: string, texts: readonly string[]): readonly HostileFile[] =>
    texts.map((own) => text(`${name} ${own === '' ? 'of nothing' : own}`, 'history', () => own))
  return [
    ...all('a file', values),
    ...all(
      'a role',
      roles.map((role) => `[{"role":${role},"content":"a"}]`),
    ),
    ...all(
      'a content',
      [...contents, ...blocks].map((content) => message(content)),
    ),
    ...endlessHistories(),
  ]
}

function endlessHistories(): readonly HostileFile[] {
  return [
    text('deep arrays', 'history', () => '['.repeat(million) + ']'.repeat(million)),
    text('arrays that stay open', 'history', () => '['.repeat(million)),
    text('deep objects', 'history', () => '{"a":'.repeat(million / 2) + '1' + '}'.repeat(million / 2)),
    text('a deep input', 'history', () =>
      message(
        `[{"type":"tool_use","id":"a","name":"b","input":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}]`,
      ),
    ),
    text('a deep result', 'history', () =>
      message(`${'[{"type":"tool_result","tool_use_id":"a","content":'.repeat(5000)}"a"${'}]'.repeat(5000)}`),
    ),
    text('ten million equal characters', 'history', () => message(`"${'a'.repeat(10 * million)}"`)),
    text('ten million spaces', 'history', () => ' '.repeat(10 * million)),
    text('a text that stays open', 'history', () => `[{"role":"user","content":"${'a"'.repeat(million)}`),
    text('a hundred thousand empty messages', 'history', () => `[${'{},'.repeat(100_000)}{}]`),
    text('a million numbers', 'history', () => `[${'1,'.repeat(million)}1]`),
    text('a key a thousand times', 'history', () => `[{${'"role":"user",'.repeat(1000)}"content":"a"}]`),
    text('long digits', 'history', () => `[{"role":"user","content":"a","ts":${'9'.repeat(100_000)}}]`),
    text('half surrogates', 'history', () => message(`"${'\\ud83d'.repeat(100_000)}"`)),
    text('escapes', 'history', () => message(`"${'\\u0000'.repeat(200_000)}"`)),
    text('a mark of byte order', 'history', () => `\ufeff${sound}`),
    text('two marks of byte order', 'history', () => `\ufeff\ufeff${sound}`),
    text('lines of JSON', 'history', () => `${sound}\n`.repeat(3)),
    text('text after the end', 'history', () => `${sound}<html>`),
    { name: 'UTF-16', use: 'history', make: () => Buffer.from(`\ufeff${sound}`, 'utf16le') },
    { name: 'nothing but zeros', use: 'history', make: () => Buffer.alloc(million) },
    { name: 'no UTF-8', use: 'history', make: () => Buffer.alloc(million, 0xff) },
  ]
}

/** What a person writes, as somebody else may have sent it. */
function writtenFiles(random: Random): readonly HostileFile[] {
  const uses: readonly HostileUse[] = ['experiment', 'policies', 'preset', 'prompt', 'report', 'settings']
  const laughs = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? 'a0: &a0 [x, x]' : `a${level}: &a${level} [*a${level - 1}, *a${level - 1}, *a${level - 1}]`,
  ).join('\n')
  const makers: readonly (readonly [string, () => string | Buffer])[] = [
    ['nothing', () => ''],
    ['a billion laughs', () => laughs],
    ['an anchor that holds itself', () => 'a: &a [*a]'],
    ['many aliases', () => `a: &a b\nc: [${'*a, '.repeat(60_000)}*a]`],
    ['brackets that close', () => ']'.repeat(300_000)],
    ['brackets that open', () => '['.repeat(300_000)],
    ['deep JSON', () => '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['colons', () => 'a: '.repeat(100_000)],
    ['a tag for code', () => 'a: !!js/function >\n  process.exit(1)'],
    ['keys of prototypes', () => '{"__proto__":{"a":1},"constructor":1}'],
    ['tabs', () => '\t'.repeat(100_000)],
    ['documents', () => '---\na: 1\n'.repeat(10_000)],
    ['five million characters', () => 'a'.repeat(5 * million)],
    [
      'braces in tasks',
      () => `name: a\ntasks: ["/tmp/${'{a,b}'.repeat(25)}"]\nvariants: [{provider: lossless}]`,
    ],
    [
      'groups in tasks',
      () =>
        `name: a\ntasks: ["/tmp/*${'+('.repeat(20)}a${')'.repeat(20)}"]\nvariants: [{provider: lossless}]`,
    ],
    ['elements', () => '<td data-figure="'.repeat(50_000)],
    ['cells that stay open', () => '<td data-figure="a">'.repeat(50_000)],
    [
      'a data island that stays open',
      () => `<script type="application/json" id="data">${'{"a":'.repeat(50_000)}`,
    ],
    ['no UTF-8', () => Buffer.alloc(100_000, 0xff)],
    ['zeros', () => Buffer.alloc(100_000)],
    ['noise', () => Buffer.from(Array.from({ length: 50_000 }, () => between(random, 0, 255)))],
  ]
  return uses.flatMap((use) => makers.map(([name, make]) => ({ name, use, make: () => toBuffer(make()) })))
}

/** Folders whose links lead in circles. `make` gives the path to open. */
export const hostileFolders: readonly { readonly name: string; readonly make: (folder: string) => string }[] =
  [
    {
      name: 'a folder that links to its parent',
      make: (folder) => {
        writeFileSync(join(folder, 'api_conversation_history.json'), sound)
        symlinkSync(folder, join(folder, 'up'), 'dir')
        return folder
      },
    },
    {
      name: 'two folders that link to each other',
      make: (folder) => {
        for (const name of ['a', 'b']) mkdirSync(join(folder, name))
        symlinkSync(join(folder, 'b'), join(folder, 'a', 'b'), 'dir')
        symlinkSync(join(folder, 'a'), join(folder, 'b', 'a'), 'dir')
        return folder
      },
    },
    {
      name: 'a history that links to itself',
      make: (folder) => {
        const path = join(folder, 'api_conversation_history.json')
        symlinkSync(path, path)
        return folder
      },
    },
    {
      name: 'two files that link to each other',
      make: (folder) => {
        const [one, other] = [join(folder, 'one.json'), join(folder, 'other.json')]
        symlinkSync(one, other)
        symlinkSync(other, one)
        return one
      },
    },
  ]

const toBuffer = (made: string | Buffer): Buffer => (typeof made === 'string' ? Buffer.from(made) : made)
