import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A command line that a document tells its reader to type. */
export type DocumentedCommand = {
  /** `docs/using.md:12`. */
  readonly place: string
  /** As it is typed, without comments. */
  readonly text: string
  readonly words: readonly string[]
  /** Whether it stands in a sentence, where arguments may be left out. */
  readonly isMentioned: boolean
}

const root = resolve(import.meta.dirname, '../../../..')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/*.md',
  'examples/**/*.md',
  'packages/*/*.md',
  'scripts/**/README.md',
  'src/**/README.md',
]
const typed = /^(?: {4}|\$ )?(?:npm run (?:-s )?dewpoint -- |npx .*?dewpoint |dewpoint )(?<rest>[a-z].*)$/
const mentioned =
  /`(?:npm run (?:-s )?dewpoint -- |npx --package \S+ dewpoint |dewpoint )(?<rest>[a-z][^`]*)`/g

/** Every command of Dewpoint in the documents of the project, in their order. */
export function readDocumentedCommands(): readonly DocumentedCommand[] {
  return globSync(pages, { cwd: root })
    .toSorted()
    .flatMap((page) => findCommands(page.replaceAll('\\', '/'), readFileSync(join(root, page), 'utf8')))
}

/** The commands of one page: lines of blocks, and mentions within sentences, which may end on the next line. */
export function findCommands(page: string, text: string): readonly DocumentedCommand[] {
  let isFenced = false
  const blocks = text.split('\n').flatMap((line, at) => {
    if (line.startsWith('```')) isFenced = !isFenced
    const rest = isFenced || line.startsWith('    ') ? typed.exec(line)?.groups?.['rest'] : undefined
    return rest === undefined ? [] : [makeCommand(`${page}:${at + 1}`, rest, false)]
  })
  const sentences = [
    ...text.replaceAll(/^```[^]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, '')).matchAll(mentioned),
  ]
  return [
    ...blocks,
    ...sentences.map(({ index, groups }) =>
      makeCommand(`${page}:${text.slice(0, index).split('\n').length}`, groups?.['rest'] ?? '', true),
    ),
  ]
}

function makeCommand(place: string, rest: string, isMentioned: boolean): DocumentedCommand {
  const text = rest
    .replace(/\s+#.*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const words = [...text.matchAll(/"(?<quoted>[^"]*)"|'(?<single>[^']*)'|(?<plain>\S+)/g)].map(
    ({ groups }) => groups?.['quoted'] ?? groups?.['single'] ?? groups?.['plain'] ?? '',
  )
  return { place, text, words, isMentioned }
}
