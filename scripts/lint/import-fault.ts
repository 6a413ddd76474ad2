import { layers, type Layer } from './layers.ts'

/** Files that a test of a layer may reach: the whole of its side, the main process or the renderer. */
const sides = ['src/main', 'src/renderer', 'src/shared']
const testFile = /\.test\.tsx?$|\/testing\//
/** What the bases of methods lie in: each is one folder or one file. */
const methodFolders = ['src/main/methods/own/']

/**
 * Says why a file may not import something, in one sentence, or returns null where it may.
 * `file` is relative to the root with forward slashes; `specifier` is what stands in the import.
 */
export function importFault(file: string, specifier: string): string | null {
  if (!/^src\/|^packages\/[^/]+\/src\//.test(file)) return null
  const holder = findHolder(file)
  if (holder === null) return `${file} belongs to no layer: add its folder to scripts/lint/layers.ts`
  return specifier.startsWith('.')
    ? fileFault(file, holder, resolve(file, specifier))
    : packageFault(file, holder, specifier)
}

/** A layer, and its folder with the capability's name in it where the table says `*`. */
type Holder = { readonly layer: Layer; readonly folder: string }

function findHolder(file: string): Holder | null {
  const holders = layers.flatMap((layer) => {
    const folder = matchFolder(file, layer.folder)
    return folder === null ? [] : [{ layer, folder }]
  })
  const holder = holders.reduce<Holder | null>(
    (best, next) => (best === null || isNarrower(next, best) ? next : best),
    null,
  )
  // `src/main` is the layer of compose.ts and its neighbours only, not of folders that nobody listed.
  return holder?.folder === 'src/main' && !isDirectlyIn(file, 'src/main') ? null : holder
}

/** The folder with more steps, and of two with as many the one that is spelt out. */
function isNarrower(one: Holder, other: Holder): boolean {
  const steps = ({ folder }: Holder): number => folder.split('/').length
  return steps(one) === steps(other) ? other.layer.folder.includes('*') : steps(one) > steps(other)
}

/** The folder that holds the file as the pattern says, where `*` is one step; null where it lies elsewhere. */
function matchFolder(file: string, pattern: string): string | null {
  const steps = pattern.split('/')
  const own = file.split('/')
  const isMatch =
    own.length > steps.length && steps.every((step, index) => step === '*' || step === own[index])
  return isMatch ? own.slice(0, steps.length).join('/') : null
}

function fileFault(file: string, { layer, folder }: Holder, target: string): string | null {
  if (target === 'package.json' || isInside(target, 'resources')) return null
  if (testFile.test(file)) return testFault(file, target)
  const method = findMethod(file)
  const other = findMethod(target)
  if (method !== null && other !== null && method !== other) {
    return `methods never import each other: ${method} may not import ${other}`
  }
  const holder = findHolder(target)
  if (holder?.folder === folder) return null
  const capability = /^src\/main\/features\/([^/]+)/.exec(file)?.[1]
  const allowed = layer.imports.map((pattern) => pattern.replace(':own', capability ?? ':own'))
  if (allowed.some((pattern) => allows(pattern, target))) return null
  return `${folder} may not import ${holder?.folder ?? target}`
}

function testFault(file: string, target: string): string | null {
  const isOfSide = (path: string, side: string): boolean => isInside(path, side)
  const side = sides.find((candidate) => isOfSide(file, candidate))
  if (side === undefined || !target.startsWith('src/')) return null
  if (isOfSide(target, side) || isOfSide(target, 'src/shared')) return null
  return `tests of ${side} may not import ${target}`
}

function packageFault(file: string, { layer, folder }: Holder, specifier: string): string | null {
  if (testFile.test(file)) return null
  if (specifier.startsWith('node:')) {
    return layer.node ? null : `${folder} runs without Node and may not import ${specifier}`
  }
  const name = packageName(specifier)
  const allowed = layer.packages.some((entry) =>
    entry.endsWith('/*') ? name.startsWith(entry.slice(0, -1)) : name === entry,
  )
  return allowed ? null : `${folder} may not import the package ${name}`
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** `lossless` for `own/lossless.ts`, `own/lossless.test.ts` and `own/lossless/deltas.ts`. */
function findMethod(file: string): string | null {
  const folder = methodFolders.find((candidate) => file.startsWith(candidate))
  return folder === undefined ? null : (file.slice(folder.length).split(/[/.]/, 1)[0] ?? null)
}

/** Whether the table's `allowed` holds the target: `:any` is one step, and `/*` at its end what lies directly in it. */
function allows(allowed: string, target: string): boolean {
  const isDirect = allowed.endsWith('/*')
  const steps = (isDirect ? allowed.slice(0, -2) : allowed).split('/')
  const own = target.split('/')
  if (!steps.every((step, index) => step === ':any' || step === own[index])) return false
  return !isDirect || own.length === steps.length + 1
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function isDirectlyIn(path: string, folder: string): boolean {
  return isInside(path, folder) && !path.slice(folder.length + 1).includes('/')
}

function resolve(file: string, specifier: string): string {
  const parts = file.split('/').slice(0, -1)
  for (const step of specifier.replace(/\?.*$/, '').split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.' && step !== '') parts.push(step)
  }
  return parts.join('/')
}
