import { expect, it } from 'vitest'
import { findLeftOutSigns } from './find-left-out-signs.ts'

it.each([
  ['C++', [['C++', 'c']]],
  ['C#', [['C#', 'c']]],
  ['.NET', [['.NET', 'net']]],
  ['--dry-run', [['--dry-run', 'dry run']]],
  ['C++11 compilers', [['C++11', 'c 11']]],
  ['fox*', [['fox*', 'fox']]],
  ['-fox', [['-fox', 'fox']]],
  [
    '"written in C++", not in (F#).',
    [
      ['C++', 'c'],
      ['F#', 'f'],
    ],
  ],
  ['C++ C++', [['C++', 'c']]],
  ['Ｃ＋＋', [['Ｃ＋＋', 'c']]],
] as const)('%s is searched without its signs', (query, expected) => {
  expect(findLeftOutSigns(query).map(({ typed, searched }) => [typed, searched])).toEqual(expected)
})

it.each([
  'src/app.tsx',
  './src/app.tsx',
  '/usr/bin/',
  'C:\\Users\\me',
  '~/notes',
  'fox, hen; and cow.',
  'really?! (yes)',
  '“brown fox”',
  "don't",
  'read_file()',
  'a - b',
  '->',
  'well-known use_background std::vector',
  'https://example.com/a?b=1&c=2',
  'me@example.com',
  'café cafe\u0301 हिन्दी 上下文，窗口。',
  '',
])('says nothing of %j', (query) => {
  expect(findLeftOutSigns(query)).toEqual([])
})
