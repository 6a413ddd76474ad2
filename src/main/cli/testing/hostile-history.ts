/** What a history may hold to steer a terminal: colours, a title, a link, the clipboard, C1 codes, and what no font draws. */
export const hostile =
  '\u001b[31m\u001b]0;t\u0007\u001b]8;;http://x\u001b\\\u001b]52;c;eA==\u0007\u0000\b\u007f\u0085\u009b1m' +
  '\u202egnp\u2066\u2069\u200e\u061c\u200b\u200c\u200d\u2060\ufeff\u00ad\u{e0041}\u2028\u2029\rback\nFORGED'

/** The same as it may stand in the name of a file. */
export const hostileName = hostile.replaceAll(/[\0/]/g, '')

/** Every character of a terminal's output that could do something, or that nobody sees; an emoji's joiner is none. */
export const steering =
  /[[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\t\n\r\p{Variation_Selector}]]|\r(?!\n)/v

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** What a reader goes by; with anything else in it, a line would be no line of this agent. */
const structural = new Set([
  'type',
  'role',
  'subtype',
  'timestamp',
  'trigger',
  'stop_reason',
  'isCompactSummary',
])

/** A value with hostile text in every string that is free; the same string becomes the same one, so that links hold. */
function spoil(value: Json, key = ''): Json {
  if (typeof value === 'string') return structural.has(key) ? value : `${value}${hostile}`
  if (Array.isArray(value)) return value.map((one: Json) => spoil(one, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoil(one, name)]))
}

const usage = {
  input_tokens: 900,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 100,
  output_tokens: 30,
}

function buildHostileLines(): readonly Json[] {
  const lines: Json[] = []
  let parent: string | null = null
  const add = (type: string, more: { readonly [key: string]: Json }): void => {
    const uuid = `line-${lines.length}`
    const at = new Date(Date.UTC(2026, 0, 1, 0, lines.length)).toISOString()
    const session = { sessionId: 'session', cwd: '/home/me/project', gitBranch: 'main', version: '2.0.0' }
    lines.push({ type, uuid, parentUuid: parent, isSidechain: false, timestamp: at, ...session, ...more })
    parent = uuid
  }
  const user = (content: Json, more: { readonly [key: string]: Json } = {}): void =>
    add('user', { message: { role: 'user', content }, ...more })
  const answer = (content: Json): void =>
    add('assistant', {
      requestId: `request-${lines.length}`,
      message: { id: `m-${lines.length}`, role: 'assistant', model: 'claude-sonnet-4-5', content, usage },
    })
  const turn = (n: number): void => {
    answer([
      { type: 'text', text: `Reading file ${n}.` },
      {
        type: 'tool_use',
        id: `call-${n}`,
        name: 'Read',
        input: { file_path: `/home/me/project/src/file-${n % 3}.ts` },
      },
    ])
    const text = `export const value = ${n % 3}\n`.repeat(40)
    user([
      {
        type: 'tool_result',
        tool_use_id: `call-${n}`,
        content: `${text}Error: ENOENT no such file`,
        is_error: n % 2 === 0,
      },
    ])
  }
  user('Never change src/file-1.ts. Always run npm test. Fix the parser.')
  for (let n = 0; n < 8; n += 1) turn(n)
  add('system', {
    subtype: 'compact_boundary',
    content: 'Compacted',
    compactMetadata: { trigger: 'auto', preTokens: 9000 },
  })
  user('Summary: the parser in src/file-1.ts was read. Run npm run build.', { isCompactSummary: true })
  for (let n = 8; n < 14; n += 1) turn(n)
  answer([{ type: 'text', text: 'Done.' }])
  lines.push({ type: 'summary', summary: 'A parser is fixed', leafUuid: parent })
  return lines
}

/** A session of Claude Code with hostile text in every free field: names, ids, paths, branch, model, title and texts. */
export function hostileSession(): string {
  return buildHostileLines()
    .map((line) => `${JSON.stringify(spoil(line))}\n`)
    .join('')
}
