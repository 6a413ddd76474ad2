import { layers, type Layer } from './layers.ts'

/** Files that a test of a layer may reach: the whole of its side, the main process or the renderer. */
const sides = ['src/main', 'src/renderer', 'src/shared']
const testFile = /\.test\.tsx?$|\/testing\//
const providerFolder = 'src/main/engine/providers/'

/**
 * Says why a file may not import something, in one sentence, or returns null where it may.
 * `file` is relative to the root with forward slashes; `specifier` is what stands in the import.
 */
export function importFault(file: string, specifier: string): string | null {
  if (!/^src\/|^packages\/[^/]+\/src\//.test(file)) return null
  const layer = layerOf(file)
  if (layer === null) return `${file} belongs to no layer: add its folder to scripts/lint/layers.ts`
  return specifier.startsWith('.')
    ? fileFault(file, layer, resolve(file, specifier))
    : packageFault(file, layer, specifier)
}

function layerOf(file: string): Layer | null {
  const holders = layers.filter(({ folder }) => isInside(file, folder))
  const layer = holders.reduce<Layer | null>(
    (best, next) => (best === null || next.folder.length > best.folder.length ? next : best),
    null,
  )
  // `src/main` is the layer of compose.ts and its neighbours only, not of folders that nobody listed.
  return layer?.folder === 'src/main' && !isDirectlyIn(file, 'src/main') ? null : layer
}

function fileFault(file: string, layer: Layer, target: string): string | null {
  if (target === 'package.json' || isInside(target, 'resources')) return null
  if (testFile.test(file)) return testFault(file, target)
  const unit = providerUnit(file)
  const otherUnit = providerUnit(target)
  if (unit !== null && otherUnit !== null && unit !== otherUnit) {
    return `providers never import each other: ${unit} may not import ${otherUnit}`
  }
  const targetLayer = layerOf(target)
  if (targetLayer?.folder === layer.folder) return null
  if (layer.imports.some((allowed) => allows(allowed, target))) return null
  return `${layer.folder} may not import ${targetLayer?.folder ?? target}`
}

function testFault(file: string, target: string): string | null {
  const isOfSide = (path: string, side: string): boolean => isInside(path, side)
  const side = sides.find((candidate) => isOfSide(file, candidate))
  if (side === undefined || !target.startsWith('src/')) return null
  if (isOfSide(target, side) || isOfSide(target, 'src/shared')) return null
  return `tests of ${side} may not import ${target}`
}

function packageFault(file: string, layer: Layer, specifier: string): string | null {
  if (testFile.test(file)) return null
  if (specifier.startsWith('node:')) {
    return layer.node ? null : `${layer.folder} runs without Node and may not import ${specifier}`
  }
  const name = packageName(specifier)
  const allowed = layer.packages.some((entry) =>
    entry.endsWith('/*') ? name.startsWith(entry.slice(0, -1)) : name === entry,
  )
  return allowed ? null : `${layer.folder} may not import the package ${name}`
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** `lossless` for `providers/lossless.ts`, `providers/lossless.test.ts` and `providers/lossless/deltas.ts`. */
function providerUnit(file: string): string | null {
  if (!file.startsWith(providerFolder)) return null
  return file.slice(providerFolder.length).split(/[/.]/, 1)[0] ?? null
}

function allows(allowed: string, target: string): boolean {
  return allowed.endsWith('/*') ? isDirectlyIn(target, allowed.slice(0, -2)) : isInside(target, allowed)
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
