import { xmlTools } from '../history/tool-catalogue.ts'

/** A kind of text that makes careless code look at everything again for each of its pieces. */
export type HostileText = {
  readonly name: string
  /** A text of about so many characters, the same each time. */
  readonly make: (chars: number) => string
}

/** Pieces that are repeated until the text is long enough; `#` in a piece becomes its number. */
const pieces: readonly string[] = [
  ...[...xmlTools].flatMap((tool) => [`<${tool}>`, `<${tool}><path>a</path>`]),
  ...[
    '<path>',
    '</path>',
    '<args>',
    '<file>',
    '<file><path>',
    '<file><path>a</path>',
    '\n<file><path>a</path>',
  ],
  ...[
    '<args><file><path>a</path>',
    '<read_file><args><file><path>a</path>',
    '<own_tool_#><a>',
    '<own_tool><a>',
  ],
  ...[
    '<own_tool><own_tool></own_tool>',
    '</read_file>',
    '</own_tool>',
    '<thinking>',
    '</thinking>',
    '<task>',
  ],
  ...['<environment_details>', '\n<environment_details>', '</environment_details>', '<feedback>', '<answer>'],
  ...['<user_message>', '<content lines="1-2">', '<notice>Showing only', '<diff>', '<content>', '<result>'],
  ...['<use_mcp_tool><server_name>a</server_name><tool_name>b</tool_name><arguments>{'],
  ...[
    '[Response interrupted by',
    "[read_file for 'a'] Result:",
    "[read_file for '",
    '[read_file',
    '] Result:\n',
  ],
  ...[
    '[ERROR] ',
    'Tool [a',
    'File: a\n\n---\n\n',
    '# Current Time\n',
    '# VSCode Open Tabs\na, ',
    '# a (',
    '## a\n',
  ],
  ...['(', ')', '[', ']', '[a](', '![](', '{', '}', '<', '>', '<a', '</', '<!--', '&lt;', '<a href="'],
  ...['"', "'", '`', '``` \n', '```\n', '~~~\n', '“', '\\', '\\"', '\\n', '\\\\', '\\u'],
  ...['/', '//', '/a', 'a/', '/a/b.ts ', './', '../', 'a/b.', 'a/b.c/', 'C:\\', '\\\\a', '~/', 'src/a.ts:1:'],
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    ' \n',
    '\n ',
    '\n\n',
    '\u00a0',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\0',
    '\u2028',
  ],
  ...[
    '.',
    '..',
    ', ',
    '; ',
    ':',
    '::',
    '-',
    '--',
    '---\n',
    '_',
    '__',
    '=',
    '==',
    '*',
    '**',
    '* ',
    '#',
    '# ',
    '|',
  ],
  ...[
    '| a ',
    '|-',
    '+',
    '+a\n',
    '-a\n',
    '@',
    '@@',
    '@@ -1 +1 @@\n',
    '@/',
    'a@b.',
    'a@',
    '@a.',
    '$',
    '${',
    '%',
    '%a',
  ],
  ...[
    '^',
    '~',
    '!',
    '?',
    '& ',
    '1',
    '1.',
    '1,',
    '0x',
    '12:',
    '1-',
    '1/',
    '1e',
    '-1',
    '1 ',
    '#1 ',
    'v1.',
    '$1.',
  ],
  ...[
    'a',
    'A',
    'aA',
    'Aa',
    'a ',
    'a.',
    'a,',
    'a_',
    'a-',
    'a1',
    'a.b',
    'a.b(',
    'a(',
    'a()',
    'a=',
    'a: ',
    'a, ',
    "a'",
  ],
  ...[
    'ab#',
    'ab# ',
    'word# word ',
    'e',
    'f0',
    'deadbeef',
    'deadbeef ',
    '00000000-',
    'sk-',
    'sk-a',
    'AKIA',
    'eyJ',
  ],
  ...[
    'eyJa.',
    'ghp_',
    '-----BEGIN PRIVATE KEY-----\n',
    'api_key=',
    'password: ',
    'Bearer ',
    'http://',
    'https://a.',
  ],
  ...[
    'https://a/',
    'https://a@',
    'www.',
    'file://',
    'must ',
    'must not ',
    'never ',
    'do not use ',
    'always use a ',
  ],
  ...[
    'Use ',
    'use only ',
    'please ',
    'no ',
    'only ',
    'without ',
    'I will ',
    "don't ",
    'because ',
    'decided to ',
  ],
  ...[
    'I decided to use a. ',
    'TODO ',
    'Error: ',
    'Error: a\n    at b (c:1:1)\n',
    'error TS1: ',
    'Traceback\n',
  ],
  ...[
    'function a(',
    'class A ',
    'import a ',
    "import a from 'b'\n",
    'const a = ',
    'export ',
    'def a(',
    '@a\n',
  ],
  ...[
    '- [ ] ',
    '- [ ] a\n',
    '- [x] ',
    '[ ] a\n',
    '- ',
    '- a\n',
    '1. a\n',
    '1) ',
    '> ',
    '>> ',
    '<<<<<<< SEARCH\n',
  ],
  ...[
    '=======\n',
    '>>>>>>> REPLACE\n',
    '<<<<<<< SEARCH\na\n',
    ':start_line:1\n',
    '{"a":',
    '{"a":"',
    '[[',
    '"a",',
  ],
  ...[
    '"path":"',
    '{"path":"a"}',
    '{"status":"error"',
    '\\"a\\":',
    '🙂',
    '\ud83d',
    '\ude42',
    '中',
    '中。',
    'é',
  ],
  ...['a\u0301', '\u0301', 'ﷺ', 'İ', 'ß', 'ǅ', '\u0e33', '👨‍👩‍👧', '🇩🇪', '\u001b[31m', '\b', '\u0085', 'x\n'],
  ...[
    '<system-reminder>',
    '<command-name>',
    '<!DOCTYPE html>',
    '<html><body>',
    '$ a\n',
    '% a\n',
    'a$ ',
    '>>> a\n',
  ],
  ...[
    'Exit code: ',
    'Output:\n',
    'Command executed',
    '[Condensed ',
    '[Lossless',
    '[dewpoint:',
    'message 1',
    '[#1]',
  ],
]

/** Texts that are no repetition. */
const shapes: readonly HostileText[] = [
  { name: 'deep arrays', make: (chars) => '['.repeat(chars / 2) + ']'.repeat(chars / 2) },
  { name: 'deep objects', make: (chars) => '{"a":'.repeat(chars / 6) + '}'.repeat(chars / 6) },
  { name: 'deep elements', make: (chars) => '<a_b>'.repeat(chars / 11) + '</a_b>'.repeat(chars / 11) },
  { name: 'a call with deep elements', make: deepCall },
  { name: 'one long line of words', make: (chars) => repeated('lorem ipsum dolor ', chars) },
  { name: 'one long line of code', make: (chars) => repeated('a#(b["c"],{d:1});', chars) },
  { name: 'one long path', make: (chars) => `/${repeated('segment#/', chars)}file.ts` },
  { name: 'one long word', make: (chars) => repeated('word#', chars) },
  { name: 'every character', make: everyCharacter },
  { name: 'base64', make: (chars) => repeated('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo#', chars) },
]

function deepCall(chars: number): string {
  const times = chars / 13
  return `<read_file>${'<args>'.repeat(times)}${'</args>'.repeat(times)}</read_file>`
}

function everyCharacter(chars: number): string {
  const codes = Array.from({ length: 4096 }, (_, index) => (index * 1543) % 0xffff)
  return repeated(String.fromCharCode(...codes), chars)
}

function repeated(piece: string, chars: number): string {
  if (!piece.includes('#') || piece.includes('# ') || piece === '#' || piece === '##')
    return piece.repeat(Math.ceil(chars / piece.length))
  const own: string[] = []
  for (let length = 0, number = 0; length < chars; number += 1) {
    const next = piece.replaceAll('#', String(number))
    own.push(next)
    length += next.length
  }
  return own.join('')
}

/** Texts as nobody writes them, each of one kind: tags that stay open, signs in a row, deep and endless things. */
export const hostileTexts: readonly HostileText[] = [
  ...pieces.map((piece) => ({
    name: `${JSON.stringify(piece)} again and again`,
    make: (chars: number) => repeated(piece, chars),
  })),
  ...shapes,
]
