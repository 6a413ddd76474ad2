import { between, type Random } from '../../scripts/sample/random.ts'

const syllables = 'ra to mi ken sol ver da lin po ster ac cu ne bal or ti mon fe gra su dex va pri qua'.split(
  ' ',
)
const verbs = ['get', 'load', 'parse', 'merge', 'render', 'check', 'store', 'emit', 'apply', 'find']
const types = ['string', 'number', 'readonly string[]', 'Map<string, number>', 'Promise<void>', 'unknown']
const comments = [
  'keeps the order',
  'see issue 1482',
  'naïve, but fast enough',
  'TODO: split – too long',
  'à revoir',
]

/** A name nobody has to know, such as `mergeKenSolver`. */
function identifier(random: Random): string {
  const pick = (): string => syllables[between(random, 0, syllables.length - 1)] ?? ''
  const noun = `${pick()}${pick()}`
  const tail = `${pick()}${random() < 0.4 ? pick() : ''}`
  return `${verbs[between(random, 0, verbs.length - 1)] ?? ''}${capital(noun)}${capital(tail)}`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function codeLine(random: Random, names: readonly string[]): string {
  const name = (): string => names[between(random, 0, names.length - 1)] ?? ''
  const number = between(random, 0, 4096)
  switch (between(random, 0, 8)) {
    case 0:
      return `export function ${name()}(${name()}: ${types[number % types.length] ?? ''}): ${types[(number >> 3) % types.length] ?? ''} {`
    case 1:
      return `  const ${name()} = await ${name()}(${name()}.${name()}, ${number})`
    case 2:
      return `  if (${name()}.length > ${number} && !${name()}) return undefined`
    case 3:
      return `  // ${comments[number % comments.length] ?? ''}`
    case 4:
      return `    ${name()}.push({ id: '${name()}-${number}', value: ${name()}[${number % 16}] ?? 0 })`
    case 5:
      return '}'
    case 6:
      return ''
    case 7:
      return `  for (const ${name()} of ${name()}.values()) ${name()} += ${name()}`
    default:
      return `  throw new Error(\`${name()} gave \${${name()}} after ${number} ms\`)`
  }
}

/** Lines of source code as a model would read them; the same for the same sequence of numbers. */
export function writeCode(random: Random, lines: number): string[] {
  const names = Array.from({ length: 12 }, () => identifier(random))
  return Array.from({ length: lines }, () => codeLine(random, names))
}

/** A few sentences about code. */
export function writeProse(random: Random, sentences: number): string {
  const sentence = (): string =>
    `The ${identifier(random)} step reads ${between(random, 2, 90)} entries, so I will look at \`${identifier(random)}\` before ${identifier(random)} changes.`
  return Array.from({ length: sentences }, sentence).join(' ')
}
