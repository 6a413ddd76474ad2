import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { xmlTools } from '../../src/main/kernel/history/tool-catalogue.ts'

/** A kind of text that makes careless code look at everything again for each of its pieces. */
export type HostileText = {
  readonly name: string
  /** A text of about so many characters, the same each time. */
  readonly make: (chars: number) => string
}

/** Pieces that are repeated until the text is long enough; `#` in a piece of tags or words becomes its number. */
const pieces: readonly string[] = [
  ...[...xmlTools].flatMap((tool) => [`<${tool}>`, `<${tool}><path>a</path>`]),
  ...z
    .array(z.string())
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'hostile-pieces.json'), 'utf8'))),
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
