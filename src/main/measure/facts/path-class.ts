import type { FactClass, Mention } from './fact-class.ts'
import { isSaid } from './is-said.ts'
import type { Chunk } from './split-words.ts'

/** Words repeat; past this many different ones the memory starts afresh. */
const most = 50_000

const pathOf = memoiseByText(readPath)

/** Files, and folders where they are rooted. */
export const pathClass: FactClass = {
  id: 'path',
  label: 'Paths',
  isFounder: isSaid,
  chunk: readPathMention,
}

/** In characters; longer ones are data, and slow to read. */
const longest = 320

/** The path that a segment of text is. A name before `(` is a method; a slash after a bracket goes on with something. */
export function readPathMention({ text, start, before, after }: Chunk): Mention | undefined {
  if (text.length > longest) return undefined
  if (!/[./\\]|^(?:[A-Z]\w+|makefile)$/.test(text) || /[*{}$^]|:\/\//.test(text) || /[)\]}]/.test(before))
    return undefined
  if (after.startsWith('(') || /^\[[a-z.]/.test(after)) return undefined
  const key = pathOf(text)
  return key === undefined ? undefined : { key, start, end: start + text.length }
}

/** A function of one text that remembers its answers. */
function memoiseByText<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { readonly value: Value }>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found.value
    if (known.size >= most) known.clear()
    const value = read(text)
    known.set(text, { value })
    return value
  }
}

/** Files that go without an extension. */
const bareName =
  /^(?:(?:GNU)?[Mm]akefile|Dockerfile|LICENSE|README|Gemfile|Rakefile|Procfile|Jenkinsfile|CODEOWNERS|\.(?:gitignore|gitattributes|dockerignore|npmrc|nvmrc|editorconfig|env(?:\.\w+)?|prettierrc|eslintrc|roomodes|rooignore|clinerules))$/
/** Extensions that make a file of a name without folders; those of methods (`console.log`) are not among them. */
const knownExtension =
  /\.(?:tsx?|jsx?|mjs|cjs|mts|cts|json[lc5]?|mdx?|py|ipynb|rs|go|java|kts?|cs|csproj|sln|cpp|cc|hpp|html?|s?css|less|ya?ml|toml|sh|bash|ps1|psm1|bat|cmd|sql|txt|csv|tsv|lock|xml|svg|png|jpe?g|gif|webp|pdf|ini|cfg|conf|vue|svelte|rb|php|swift|sqlite|proto|graphql|tf|zip|wasm|docx?|xlsx?)$/i
/** Products that are called like a file. */
const product =
  /^(?:node|next|vue|react|nuxt|express|three|d3|chart|nest|ember|angular|backbone|alpine|moment|discord|socket|deck|p5|vis|transformers)\.js$/i
/** Values whose methods are called like extensions. */
const receiver = /^(?:res|req|response|request|this|self|r|resp|reply|ctx)\./
const anyExtension = /[^/]\.[A-Za-z][A-Za-z0-9]{0,9}$/
const host = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|io|dev|net|ai|app|co|edu|gov|fr|de)(?::\d+)?$/i
/** Folders count where their first name says that they are some. */
const rooted =
  /^(?:[A-Za-z]:|~|\.{1,2}|\/(?:home|Users|usr|var|tmp|etc|opt|root|mnt|workspaces?|private|srv))\/[^/]+/
const segment = /^[\p{L}\p{N}_.@+~#%-]+$/u

/**
 * The path that a word is, with plain slashes and without `../../evaluation/facts/`, line numbers and anchors; undefined for what is none.
 * Folders count only where they are rooted, files without a folder only with a usual extension.
 */
export function readPath(word: string): string | undefined {
  const path = normalisePath(word)
  if (path.length < 3 || path.length > 300 || path.includes('//') || path.includes('...')) return undefined
  const drive = /^[A-Za-z]:\//.test(path) ? 3 : 0
  const segments = path.slice(drive).split('/').filter(Boolean)
  const last = segments.at(-1)
  if (last === undefined || !segments.every((own) => segment.test(own))) return undefined
  if (host.test(segments[0] ?? '') && segments.length > 1) return undefined
  if (bareName.test(last)) return segments.length > 1 || last !== 'README' ? path : undefined
  if (segments.length === 1 && drive === 0) {
    const isFile = knownExtension.test(last) && /^[\w.-]*[A-Za-z_]/.test(last) && !/^\.\w+$/.test(last)
    return isFile && !product.test(last) && !receiver.test(last) && !/^\d+\./.test(last) ? path : undefined
  }
  if (anyExtension.test(last) && !/^\w+\.\w+\.$/.test(last)) return path
  return rooted.test(path) && segments.length + (drive > 0 ? 1 : 0) > 1 ? path : undefined
}

/** A line that a search found: its file, the number and the code behind it. */
const foundLine = new RegExp(
  `^((?:[A-Za-z]:)?[^:]*?${knownExtension.source.slice(0, -1)})(?:-\\d{1,7}-|:\\d{1,7}:)[^]*$`,
  'i',
)

/** A path in one spelling: without what editors, anchors and searches (`a.go:3`, `a.go-3-func`) put behind it. */
export function normalisePath(word: string): string {
  return (
    word
      .replaceAll(/[\\/]+/g, '/')
      .replace(/^file:/, '')
      .replace(/^[a-z]:\//, (drive) => drive.toUpperCase())
      .replace(foundLine, '$1')
      .replace(/#[^]*|(?::(?:L|(?<!:L?\d+(?:-\d+)*:))\d+(?:[:-]\d+)*:?|-\d+-)$/, '')
      // What stands around a match has its number between dashes, and code may follow at once.
      .replace(/(\.[A-Za-z]\w{0,9})-\d+-\W*$/, '$1')
      .replace(/(?<![.:…])[.:…]+$/, '')
      .replace(/^(?:\.\/)+/, '')
      .replace(/(.)\/$/, '$1')
  )
}
